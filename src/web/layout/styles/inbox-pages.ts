// How the pages of the inbox beside list and card are laid out: the history, the runs, the settings and the keys.

export const inboxPages = `.single { inline-size: 100%; max-inline-size: 54rem; margin-inline: auto; padding: 1.25rem 1rem 4rem; }
.page-head { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.25rem 1rem; margin-block-end: 0.75rem; }
.single > .lead { margin-block: 0 1.25rem; }
.single > .hint { margin-block-start: 1.5rem; }
.export { color: var(--soft); font-size: 0.9375rem; }
.export a { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding-inline: 0.375rem; }
.history-filter { margin-block-end: 1.25rem; }
.search-line { display: flex; gap: 0.5rem; }
.search-line input { flex: 1; min-inline-size: 0; }
.more-fields { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 0.75rem; padding-block: 0.5rem; }
.more > summary { display: list-item; min-block-size: 2.75rem; padding-block: 0.625rem; }
.more .label { font-size: 0.8125rem; font-weight: 500; color: var(--soft); margin-block-end: 0.1875rem; }
.nothing { padding: 1.25rem; border: 1px dashed var(--line); border-radius: 0.75rem; color: var(--soft); }
.past { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; overflow: hidden; }
.past-one { display: grid; gap: 0.375rem; padding: 1rem; border-block-end: 1px solid var(--line); }
.past-one:last-child { border-block-end: 0; }
.past-text { min-inline-size: 0; }
.past-message { font-weight: 500; }
.past-message a { color: var(--ink); text-decoration-color: transparent; }
.past-meta { color: var(--soft); font-size: 0.875rem; }
.outcome { justify-self: start; align-self: start; padding: 0.125rem 0.625rem; border-radius: 1rem; background: var(--ground); color: var(--soft); font-size: 0.8125rem; font-weight: 600; white-space: nowrap; }
.outcome-accepted { background: var(--good-tint); color: var(--good); }
.outcome-declined { background: var(--wrong-tint); color: var(--wrong); }
.outcome-expired { background: var(--warn-tint); color: var(--warn); }
.outcome-pending, .outcome-active { background: var(--tint); color: var(--accent); }
.rounds { display: grid; gap: 1.5rem; }
.round h2 { margin-block-end: 0.5rem; font-size: 0.875rem; font-weight: 600; color: var(--soft); }
.setting { margin-block-start: 2rem; padding-block-start: 1.5rem; border-block-start: 1px solid var(--line); }
.page-head + .setting { margin-block-start: 0.5rem; }
.setting h2 { font-size: 1.0625rem; font-weight: 650; }
.setting .lead { margin-block: 0.25rem 1rem; }
.mutes { background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
.mutes li + li { border-block-start: 1px solid var(--line); }
.mute-line { display: flex; align-items: center; justify-content: space-between; gap: 1rem; padding: 0.875rem 1rem; }
.mute-line p { min-inline-size: 0; }
.mute-line .soft { font-size: 0.875rem; }
.key-list { display: grid; gap: 0.5rem; margin-block-start: 0.75rem; }
.key-list div { display: grid; grid-template-columns: 4rem minmax(0, 1fr); gap: 0.75rem; align-items: baseline; }
.key-list dd { color: var(--soft); }
.help { inline-size: min(26rem, calc(100vw - 2rem)); padding: 1.5rem; border: 0; border-radius: 1.25rem; background: var(--card); color: var(--ink); box-shadow: 0 24px 64px rgb(0 0 0 / 30%); }
.help::backdrop { background: rgb(15 18 22 / 45%); }
.help h2 { font-size: 1.125rem; }
.help .button { margin-block-start: 1.25rem; inline-size: 100%; }

@media (min-width: 40rem) {
  .past-one { grid-template-columns: 7.5rem minmax(0, 1fr); gap: 1rem; padding: 1rem 1.25rem; }
  .more-fields { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  .single { padding-block-start: 2.5rem; }
}
`;
