// What every page begins with: colours in light and dark, system fonts, either direction.

export const base = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7;
  --card: #ffffff;
  --ink: #14171c;
  --soft: #525a66;
  --line: #d9dde3;
  --edge: #7d8794;
  --accent: #1f4fd8;
  --accent-ink: #ffffff;
  --accent-press: #183fae;
  --tint: #eef3ff;
  --wrong: #b3261e;
  --wrong-tint: #fdeeed;
  --warn: #7a4b00;
  --warn-tint: #fff5df;
  --good: #14683c;
  --good-tint: #e7f6ed;
  --shadow: 0 1px 2px rgb(20 23 28 / 6%), 0 12px 32px rgb(20 23 28 / 8%);
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0f1216;
    --card: #181c22;
    --ink: #eceff3;
    --soft: #a9b2be;
    --line: #2d343d;
    --edge: #7f8a98;
    --accent: #8fb0ff;
    --accent-ink: #0b1530;
    --accent-press: #b4caff;
    --tint: #1c2740;
    --wrong: #ffb4ab;
    --wrong-tint: #3a1a18;
    --warn: #ffd48a;
    --warn-tint: #33270f;
    --good: #8ddbae;
    --good-tint: #12301f;
    --shadow: 0 0 0 1px #242a32;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { scroll-padding-block: 1rem 11.5rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0;
  min-block-size: 100vh;
  min-block-size: 100dvh;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", sans-serif;
  overflow-wrap: anywhere;
}
h1, h2, p, ul, dl, dd, fieldset, legend { margin: 0; padding: 0; }
fieldset { border: 0; min-inline-size: 0; }
a { color: var(--accent); text-underline-offset: 0.2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.375rem; }
.unseen {
  position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden;
  clip-path: inset(50%); white-space: nowrap;
}
.foreign { white-space: pre-wrap; overflow: clip; unicode-bidi: plaintext; }
`;
