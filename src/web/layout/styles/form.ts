// How a question looks: who asks, the fields of its form, and the buttons.

export const form = `.asker { display: flex; align-items: start; gap: 0.75rem; margin-block-end: 1.25rem; }
.asker p { min-inline-size: 0; }
.badge {
  flex: none; inline-size: 2.5rem; block-size: 2.5rem; border-radius: 0.75rem;
  display: grid; place-items: center;
  background: var(--tint); color: var(--accent); font-weight: 650; font-size: 1.125rem;
}
.asker-what { color: var(--soft); font-size: 0.875rem; line-height: 1.4; }
h1 { font-size: 1.375rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.011em; text-wrap: balance; }
.asker-name { font-size: 1rem; letter-spacing: 0; }
.message { margin-block-start: 0.25rem; font-size: 1.25rem; line-height: 1.4; font-weight: 600; letter-spacing: -0.008em; }
.message-long { font-size: 1rem; line-height: 1.55; font-weight: 400; letter-spacing: 0; }
.eyebrow { color: var(--soft); font-size: 0.875rem; font-weight: 400; letter-spacing: 0; line-height: 1.4; }
.lead { margin-block-start: 0.5rem; color: var(--soft); }
.deadline { margin-block-start: 0.75rem; color: var(--soft); font-size: 0.875rem; font-variant-numeric: tabular-nums; }
.deadline-near { color: var(--warn); font-weight: 600; }
.rest { margin-block-start: 0.5rem; }
.cut:has(+ .rest[open]) { display: none; }
summary { cursor: pointer; color: var(--accent); font-size: 0.875rem; padding-block: 0.375rem; inline-size: fit-content; }
.rest .foreign { border-inline-start: 3px solid var(--line); padding-inline-start: 0.75rem; }

form.answer { display: flex; flex-direction: column; flex: 1; }
.fields { display: grid; gap: 1.5rem; margin-block: 1.5rem; }
.label { display: block; font-weight: 600; margin-block-end: 0.25rem; }
.optional { color: var(--soft); font-weight: 400; font-size: 0.875rem; }
.description, .hint { color: var(--soft); font-size: 0.875rem; line-height: 1.45; margin-block-end: 0.375rem; }
.problem { color: var(--wrong); font-size: 0.875rem; font-weight: 600; margin-block-end: 0.375rem; }
.field-wrong { border-inline-start: 3px solid var(--wrong); padding-inline-start: 0.75rem; }
.warning, .note {
  font-size: 0.875rem; line-height: 1.45; padding: 0.625rem 0.75rem; border-radius: 0.625rem;
  background: var(--warn-tint); color: var(--warn); margin-block-end: 0.5rem;
}
.raw { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
input, select, textarea, button { font: inherit; color: inherit; }
input:not([type="radio"], [type="checkbox"], [type="file"]), select, textarea {
  display: block; inline-size: 100%; min-block-size: 3rem; padding: 0.6875rem 0.75rem;
  background: var(--card); border: 1px solid var(--edge); border-radius: 0.625rem;
}
textarea {
  resize: vertical; field-sizing: content; max-block-size: 60vh;
  min-inline-size: 0; max-inline-size: 100%; overflow-wrap: anywhere;
}
textarea[rows="4"] { min-block-size: 7.25rem; }
select { padding-inline-end: 2.25rem; text-overflow: ellipsis; }
select:not([size]) {
  appearance: none; background-repeat: no-repeat; background-size: 0.375rem 0.375rem;
  background-image: linear-gradient(45deg, transparent 40%, var(--soft) 42% 58%, transparent 60%),
    linear-gradient(135deg, transparent 40%, var(--soft) 42% 58%, transparent 60%);
  background-position: right 1.1875rem center, right 0.875rem center;
}
[dir="rtl"] select:not([size]) { background-position: left 0.875rem center, left 1.1875rem center; }
select[size] { padding: 0.25rem; block-size: 15rem; }
select[size] option { padding: 0.5rem; border-radius: 0.375rem; }
.short { max-inline-size: 16rem; }
[aria-invalid="true"]:not(fieldset) { border-color: var(--wrong); box-shadow: inset 0 0 0 1px var(--wrong); }
.moment { display: grid; gap: 0.5rem; }
input[type="file"] {
  display: block; inline-size: 100%; padding: 0.75rem; border: 1px dashed var(--edge); border-radius: 0.625rem;
}
input::file-selector-button {
  font: inherit; color: var(--accent); background: var(--tint); border: 0; border-radius: 0.5rem;
  padding: 0.5rem 0.75rem; margin-inline-end: 0.75rem; cursor: pointer;
}
.options { display: grid; gap: 0.5rem; }
.options-short { grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); }
.options-many { max-block-size: 20rem; overflow: auto; padding: 0.25rem; border: 1px solid var(--edge); border-radius: 0.625rem; gap: 0; scrollbar-width: thin; }
.options-many .option { border-color: transparent; }
.options-many .option:has(:focus-visible) { outline-offset: -3px; }
.option {
  display: flex; gap: 0.75rem; align-items: flex-start; min-block-size: 3rem; padding: 0.6875rem 0.75rem;
  border: 1px solid var(--line); border-radius: 0.625rem; cursor: pointer; min-inline-size: 0;
}
.option[hidden] { display: none; }
.option > span { min-inline-size: 0; }
.option input { flex: none; inline-size: 1.25rem; block-size: 1.25rem; margin: 0.125rem 0 0; accent-color: var(--accent); }
.option:has(:checked) { border-color: var(--accent); background: var(--tint); }
.option:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option input:focus-visible { outline: none; }
.option-none { color: var(--soft); }
.masked { display: flex; gap: 0.5rem; align-items: flex-start; }
.masked input, .masked textarea { flex: 1; min-inline-size: 0; }
.masked + .problem { margin-block: 0.375rem 0; }
.concealed { -webkit-text-security: disc; }
@supports not (-webkit-text-security: disc) {
  .concealed, .concealed::selection { color: transparent; }
  .concealed { caret-color: var(--ink); forced-color-adjust: none; }
}
.search { margin-block-end: 0.5rem; }
.search-count { color: var(--soft); font-size: 0.875rem; margin-block-start: 0.25rem; }

.summary { margin-block-start: 1.25rem; padding: 0.875rem 1rem; border-radius: 0.75rem; background: var(--wrong-tint); }
.summary h2 { font-size: 1rem; color: var(--wrong); margin-block-end: 0.25rem; }
.summary ul { padding-inline-start: 1.125rem; font-size: 0.9375rem; }
.summary a { color: var(--wrong); font-weight: 600; }
.summary:focus { outline: 3px solid var(--wrong); outline-offset: 2px; }

.actions {
  position: sticky; inset-block-end: 0; z-index: 1; margin-block-start: auto; margin-inline: -1rem;
  padding: 0.75rem 1rem max(0.75rem, env(safe-area-inset-bottom));
  background: var(--card); border-block-start: 1px solid var(--line);
  display: grid; gap: 0.5rem; grid-template-columns: repeat(3, auto);
}
.actions:not(:has(:nth-child(3))) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.button {
  display: inline-flex; align-items: center; justify-content: center; min-block-size: 3rem; padding: 0.5rem 0.75rem;
  border: 1px solid var(--edge); border-radius: 0.625rem; background: transparent; color: var(--ink);
  font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  transition: background-color 120ms ease;
}
.actions .button { padding-inline: 0.5rem; }
.button:active { background: var(--tint); }
.primary { grid-column: 1 / -1; background: var(--accent); border-color: var(--accent); color: var(--accent-ink); }
.primary:active { background: var(--accent-press); }
.quiet { border-color: var(--line); font-weight: 500; }
.small { min-block-size: 3rem; flex: none; font-weight: 500; }
.button[aria-disabled="true"] { opacity: 0.65; cursor: progress; }
.actions > .warning { grid-column: 1 / -1; margin: 0; }
.actions > .reason { grid-column: 1 / -1; margin-block: -0.5rem 0; }
.actions > .reason > summary { display: list-item; min-block-size: 2.75rem; padding-block: 0.625rem; font-weight: 500; }
.actions > .reason[open] { margin-block-end: 0.25rem; }
.actions > .reason[open] > summary { margin-block-end: 0; }
.actions > .reason textarea { max-block-size: 30dvh; }

.about {
  display: grid; gap: 0.375rem; margin-block: 1.5rem 1rem; padding: 0.875rem 1rem; border-radius: 0.75rem;
  background: var(--ground); font-size: 0.875rem; line-height: 1.45;
}
.fields + .about { margin-block-start: 0; }
.about div { display: grid; grid-template-columns: 4.5rem minmax(0, 1fr); gap: 0.75rem; }
.about dt { color: var(--soft); }

.sign { inline-size: 3rem; block-size: 3rem; border-radius: 50%; display: grid; place-items: center; margin-block-end: 1rem;
  background: var(--tint); color: var(--accent); font-size: 1.5rem; font-weight: 650; }
.sign-good { background: var(--good-tint); color: var(--good); }
.sign-wrong { background: var(--wrong-tint); color: var(--wrong); }
.sign-late { background: var(--warn-tint); color: var(--warn); }

@media (min-width: 40rem) {
  .primary { grid-column: auto; }
  .moment { grid-template-columns: 1fr 11rem; }
}
@media (hover: hover) {
  .button:hover, .option:hover { background: var(--tint); }
  .primary:hover { background: var(--accent-press); }
}
@media (prefers-reduced-motion: reduce) {
  * { transition: none !important; animation: none !important; scroll-behavior: auto !important; }
}
@media (forced-colors: active) {
  select:not([size]) { appearance: auto; background-image: none; }
  .option:has(:checked) { outline: 2px solid Highlight; }
  .primary { border-width: 2px; }
}
`;
