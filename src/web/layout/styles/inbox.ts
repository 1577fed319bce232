// How the list and the card are laid out: one after the other on a phone, side by side where there is room.

export const inbox = `.inbox { display: flex; flex-direction: column; --bar: 3.5rem; }
.soft { color: var(--soft); font-weight: 400; }
code, kbd { font: 0.875em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
kbd { display: inline-block; min-inline-size: 1.75rem; padding: 0.125rem 0.375rem; border: 1px solid var(--line); border-block-end-width: 2px;
  border-radius: 0.375rem; background: var(--card); text-align: center; }
ol, ul { margin: 0; padding: 0; list-style: none; }
.summary ul { list-style: disc; }
.skip { position: absolute; inset-inline-start: 0.75rem; inset-block-start: -6rem; z-index: 5; padding: 0.75rem 1rem;
  background: var(--card); border-radius: 0.625rem; box-shadow: var(--shadow); }
.skip:focus { inset-block-start: 0.5rem; }
.text-button { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.5rem; margin-inline: -0.5rem;
  border: 0; background: none; color: var(--accent); font-weight: 500; font-size: 0.9375rem; text-decoration: none; cursor: pointer; }

.bar { position: sticky; inset-block-start: 0; z-index: 3; display: flex; align-items: center; gap: 0.25rem;
  min-block-size: var(--bar); padding-inline: 0.5rem; background: var(--card); border-block-end: 1px solid var(--line); }
.brand { display: flex; align-items: center; gap: 0.625rem; padding: 0.5rem; color: var(--ink); font-weight: 650;
  letter-spacing: -0.011em; text-decoration: none; }
.brand span { position: absolute; clip-path: inset(50%); }
.mark { inline-size: 1.75rem; block-size: 1.75rem; flex: none; }
.mark rect { fill: #1f4fd8; }
.mark circle { fill: none; stroke: #fff; stroke-width: 3; }
.bar nav { display: flex; flex: 1; gap: 0.125rem; align-self: stretch; }
.bar nav a { display: flex; align-items: center; gap: 0.375rem; min-block-size: 2.75rem; padding-inline: 0.375rem;
  color: var(--soft); font-size: 0.875rem; font-weight: 500; text-decoration: none; white-space: nowrap; }
.bar nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px 0 var(--accent); }
.count { min-inline-size: 1.375rem; padding: 0.0625rem 0.375rem; border-radius: 1rem; background: var(--accent); color: var(--accent-ink);
  font-size: 0.75rem; font-weight: 650; line-height: 1.25rem; text-align: center; font-variant-numeric: tabular-nums; }
.count-none { display: none; }
.who { display: none; color: var(--soft); font-size: 0.875rem; max-inline-size: 16rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.offline { position: sticky; inset-block-start: var(--bar); z-index: 3; padding: 0.625rem 1rem; background: var(--warn-tint); color: var(--warn); font-size: 0.875rem; font-weight: 500; text-align: center; }
.offline[hidden] { display: none; }
.said { margin: 0.75rem 1rem 0; padding: 0.75rem 1rem; border-radius: 0.75rem; background: var(--tint); font-size: 0.9375rem; }

main:focus { outline: none; }
.panes { flex: 1; display: grid; grid-template-columns: minmax(0, 1fr); }
[data-view="list"] .card-pane > :not(.said), [data-view="card"] .list-pane { display: none; }
[data-view="list"] .card-pane { display: contents; }
[data-view="list"] .said { order: -1; }
[data-view="list"] .panes { align-content: start; }
.list-pane { padding-block-end: 2rem; min-inline-size: 0; }
.list-head { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 1rem 1rem 0.25rem; min-block-size: 3.75rem; }
#list-title { font-size: 1.125rem; font-weight: 650; letter-spacing: -0.011em; }
.list-note { padding: 0.75rem 1rem; color: var(--soft); font-size: 0.9375rem; }
.filter { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.5rem; align-items: center; padding: 0.25rem 1rem 0.75rem; }
.filter label { min-inline-size: 0; }
.filter select { min-block-size: 2.75rem; padding-block: 0.5rem; border-color: var(--line); font-size: 0.9375rem; }
.filter .small, .pick-bar .small { min-block-size: 2.75rem; font-size: 0.9375rem; }
.filter:has(.small) { grid-template-columns: repeat(2, minmax(0, 1fr)) auto; }
.filter .text-button { grid-column: 1 / -1; margin-block: -0.375rem; justify-self: start; }

.entry { border-block-end: 1px solid var(--line); }
.entries > .entry:first-child { border-block-start: 1px solid var(--line); }
.entry-link { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0.75rem; align-items: start; padding: 0.875rem 1rem;
  color: inherit; text-decoration: none; background: var(--card); cursor: pointer; }
.entry-link:focus-visible { outline-offset: -3px; border-radius: 0.25rem; }
.entry-link .badge { inline-size: 2.25rem; block-size: 2.25rem; border-radius: 0.625rem; font-size: 1rem; margin-block-start: 0.125rem; }
.entry-link input { inline-size: 1.375rem; block-size: 1.375rem; margin: 0.5rem 0.4375rem; accent-color: var(--accent); }
.entry-text { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0.0625rem; }
.entry-top { display: flex; justify-content: space-between; gap: 0.75rem; align-items: baseline; }
.entry-head, .entry-message { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.entry-asker { font-weight: 600; }
.entry-tool { color: var(--soft); font-size: 0.875rem; }
.entry-message { color: var(--ink); font-size: 0.9375rem; }
.entry-meta { color: var(--soft); font-size: 0.8125rem; line-height: 1.4; }
.entry-age { flex: none; color: var(--soft); font-size: 0.8125rem; line-height: 1.5rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.left { font-variant-numeric: tabular-nums; }
.left-soon { color: var(--warn); font-weight: 600; }
.busy { color: var(--accent); font-weight: 500; }
.entry-new .entry-link { animation: arrive 1.2s ease-out; }
@keyframes arrive { from { background: var(--tint); } }
.fold { margin-block-start: 1rem; }
.fold > summary { padding: 0.75rem 1rem; color: var(--soft); font-weight: 500; inline-size: auto; }
.fold .entry-link { background: transparent; }
.pick-bar { position: sticky; inset-block-end: 0; z-index: 2; display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: 0.5rem;
  padding: 0.75rem 1rem max(0.75rem, env(safe-area-inset-bottom)); background: var(--card); border-block-start: 1px solid var(--line); }
.pick-bar .button { padding-inline: 0.25rem; line-height: 1.2; }

.card-pane { display: flex; flex-direction: column; min-inline-size: 0; background: var(--card); padding: 0.5rem 1rem 0; }
.card-pane > .answer { flex: 1 0 auto; }
.card-pane:focus, #card-title:focus { outline: none; }
.back { display: inline-flex; align-items: center; gap: 0.375rem; min-block-size: 2.75rem; margin-block-end: 0.25rem; color: var(--accent);
  font-size: 0.9375rem; font-weight: 500; text-decoration: none; inline-size: fit-content; }
.back span { font-size: 1.375rem; line-height: 1; }
.asker-text { min-inline-size: 0; }
.note { margin-block: 0.75rem 0; }
/* Nobody sees or presses it, and it is there all the same: some browsers pass over what is not. */
.by-enter { position: absolute; inline-size: 0; block-size: 0; padding: 0; border: 0; overflow: hidden; }
.note-plain { background: var(--tint); color: var(--ink); }
.note-way { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0 1rem; padding-block: 0.125rem; }
.note-way span { padding-block: 0.5rem; }
.note-way .text-button { margin: 0; }
.undo { display: inline; }
.undo .text-button { margin-block: -0.625rem; margin-inline: 0; }
.question { padding-block: 1.25rem; scroll-margin-block-start: var(--bar); }
.question + .question { border-block-start: 1px solid var(--line); }
.question .fields { margin-block: 1rem; }
.question .message { font-size: 1.0625rem; }
[data-notifications] > .button + .hint { margin-block-start: 0.5rem; }
.question-over .message { color: var(--soft); }
.over { margin-block-start: 0.75rem; padding: 0.875rem 1rem; border-radius: 0.75rem; background: var(--ground); }
.over .lead { margin: 0; }
.over-title { font-weight: 650; }
.verdict { margin-block-start: 0.75rem; }
.option-decline { border-style: dashed; color: var(--soft); inline-size: fit-content; min-block-size: 2.75rem; align-items: center; padding-block: 0.375rem; }
.option-decline input { margin: 0; }
.question:has(.option-decline :checked) .fields { opacity: 0.5; }

.context { display: grid; gap: 0.25rem; margin-block: 1.25rem 0.5rem; }
.aside > summary { min-block-size: 2.75rem; display: list-item; padding-block: 0.625rem; font-weight: 500; }
.given { display: grid; gap: 0.625rem; padding: 0.875rem 1rem; border-radius: 0.75rem; background: var(--ground); font-size: 0.875rem; }
.given > div { display: grid; gap: 0.0625rem; }
.given dt { color: var(--soft); font-size: 0.8125rem; }
.given dd { min-inline-size: 0; overflow-wrap: anywhere; }
.given-code dd { font: 0.8125rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.given .rest { margin-block-start: 0; }
.earlier { display: grid; gap: 0.5rem; padding-block: 0.25rem 0.5rem; font-size: 0.9375rem; }
.earlier li { display: grid; grid-template-columns: minmax(0, 1fr); }
.earlier .given { margin-block-start: 0.375rem; }
.earlier a { color: var(--ink); text-decoration-color: var(--line); }
.earlier .soft { font-size: 0.8125rem; }
.context .about { margin-block: 0.5rem 0; }
.about div { grid-template-columns: 4rem minmax(0, 1fr); }
.mute { justify-self: start; }

.address { margin-block-start: 1.25rem; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--ground);
  font: 0.9375rem/1.55 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; color: var(--soft); word-break: break-all; text-align: start; }
.address-domain { color: var(--ink); font-weight: 700; background: var(--tint); border-radius: 0.25rem; padding-inline: 0.125rem; display: inline-block; max-inline-size: 100%; }
.address-user, .address-port { color: var(--wrong); font-weight: 600; }
.address + .warnings { margin-block-start: 0.75rem; }
.card-pane > .warning { margin-block-start: 0.75rem; }
.address ~ .hint { margin-block-start: 0.5rem; }
.waiting, .elsewhere { margin-block-start: 1.25rem; padding: 1rem; border-radius: 0.75rem; background: var(--tint); }
.waiting-ways { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block-start: 0.75rem; }
.waiting-ways:not(:has([data-copy] *)) [data-copy] { display: none; }
.command { margin-block-start: 0.5rem; }
.command code { display: inline-block; padding: 0.625rem 0.875rem; border-radius: 0.5rem; background: var(--card); border: 1px solid var(--line); user-select: all; }

/* With the notice of a question that came the buttons are that much higher. */
html:has(.come) { scroll-padding-block-end: 15.5rem; }
.failed { grid-column: 1 / -1; padding: 0.75rem 1rem; border-radius: 0.75rem; background: var(--wrong-tint); color: var(--wrong); font-size: 0.9375rem; font-weight: 500; }

.receipt { display: grid; gap: 0.25rem; align-content: start; padding-block: 1.5rem 2.5rem; }
.receipt .sign { margin-block-end: 0.75rem; }
.receipt .given { margin-block-start: 1rem; }
.receipt .rest { margin-block-start: 1rem; }
.onward { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem; margin-block-start: 1.5rem; }
.onward .primary { padding-inline: 1.5rem; }
.alone { inline-size: 100%; max-inline-size: 32rem; margin: auto; padding: 1.5rem; }
.alone-brand { display: flex; align-items: center; gap: 0.625rem; font-weight: 650; letter-spacing: -0.011em; }
.alone .receipt { padding-block: 1.75rem; }
.alone .command { margin-block: 0.75rem; }
.alone .command code { font-size: 1rem; }

.empty { display: grid; justify-items: center; gap: 0.5rem; max-inline-size: 26rem; margin: auto; padding: 3rem 0.5rem; text-align: center; }
.empty-mark { inline-size: 6rem; block-size: 6rem; margin-block-end: 1.25rem; }
.empty-mark circle { fill: none; stroke: var(--accent); stroke-width: 2; opacity: 0.2; }
.empty-mark circle:nth-child(2) { opacity: 0.45; }
.empty-mark circle:nth-child(3) { opacity: 1; fill: var(--accent); stroke: none; }
.empty .lead, .resting .lead { text-wrap: balance; }
.empty form { margin-block-start: 1.25rem; }
.empty .hint { margin-block-start: 0.25rem; }
.resting { margin: auto; padding: 3rem 1rem; text-align: center; }
.resting-count { font-size: 4.5rem; line-height: 1; font-weight: 250; letter-spacing: -0.04em; color: var(--accent); font-variant-numeric: tabular-nums; }
.resting-title { margin-block-start: 0.5rem; font-size: 1.375rem; font-weight: 500; letter-spacing: -0.011em; }
.keys { margin-block-start: 2rem; color: var(--soft); font-size: 0.875rem; }
.keys[hidden] { display: none; }

@media (min-width: 40rem) {
  .bar { padding-inline: 1rem; gap: 1rem; }
  .brand span { position: static; clip-path: none; }
  .bar nav a { padding-inline: 0.75rem; font-size: 0.9375rem; }
  .who { display: block; }
  .card-pane { padding: 1rem 2rem 0; }
  .actions { margin-inline: -2rem; padding: 1rem 2rem 1.25rem; grid-template-columns: minmax(0, 1fr) auto auto auto; align-items: center; }
  .actions .button { padding-inline: 1.25rem; }
  .actions:not(:has(.primary)) { grid-template-columns: auto auto auto 1fr; }
  .about div { grid-template-columns: 5.5rem minmax(0, 1fr); }
  .given > div { grid-template-columns: 10rem minmax(0, 1fr); gap: 1rem; align-items: baseline; }
  .said { margin-block-start: 1.25rem; }
  .alone .receipt { margin-block-start: 1rem; padding: 2rem; border-radius: 1.25rem; background: var(--card); box-shadow: var(--shadow); }
  .alone .command code { background: var(--ground); }
}
@media (min-width: 62rem) {
  html:has(.panes), html:has(.panes) .inbox { block-size: 100dvh; min-block-size: 0; overflow: hidden; }
  .panes { grid-template-columns: minmax(20rem, 27rem) minmax(0, 1fr); min-block-size: 0; overflow: hidden; }
  /* What is placed by itself stays within the pane that scrolls, or the page would reach below the screen. */
  .list-pane, .card-pane { position: relative; }
  [data-view="list"] .panes { align-content: stretch; }
  [data-view="list"] .card-pane, [data-view="card"] .card-pane { display: flex; }
  [data-view="list"] .card-pane > :not(.said) { display: block; }
  [data-view="list"] .said { order: 0; }
  [data-view] .list-pane { display: block; overflow-y: auto; border-inline-end: 1px solid var(--line); scrollbar-width: thin; }
  .list-head { position: sticky; inset-block-start: 0; z-index: 2; background: var(--ground); padding-block: 0.75rem 0.5rem; padding-inline: 1.25rem; }
  .filter, .entry-link, .fold > summary, .list-note { padding-inline: 1.25rem; }
  .entry-link { background: transparent; }
  .entry-link[aria-current] { background: var(--card); box-shadow: inset 3px 0 0 var(--accent); }
  [dir="rtl"] .entry-link[aria-current] { box-shadow: inset -3px 0 0 var(--accent); }
  .entries > .entry:first-child { border-block-start: 0; }
  .pick-bar { padding-inline: 1.25rem; }
  .card-pane { overflow-y: auto; scrollbar-width: thin; padding: 2rem clamp(2rem, 5vw, 5rem) 0; scroll-padding-block: 1rem 9.5rem; }
  .card-pane:has(.come) { scroll-padding-block-end: 13.5rem; }
  .card-pane > * { inline-size: 100%; max-inline-size: 46rem; margin-inline: auto; }
  .back:not(.back-always) { display: none; }
  .card-pane > .actions { margin-inline: auto; padding-inline: 0; }
  .card-pane > .empty { max-inline-size: 26rem; }
  .card-pane > .empty, .card-pane > .resting { margin: auto; }
  .entry-link .badge { background: var(--card); }
  .entry-link[aria-current] .badge { background: var(--tint); }
  .said { margin-block-start: 0; }
}
@media (hover: hover) {
  .entry-link:hover, .bar nav a:hover { background: var(--tint); }
  .past-message a:hover, .text-button:hover { text-decoration: underline; text-decoration-color: currentcolor; }
}
`;
