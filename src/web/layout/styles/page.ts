// How a hosted page is laid out: the whole of a phone, a card on anything larger.

export const page = `.page { inline-size: 100%; max-inline-size: 38rem; margin-inline: auto; }
.card { background: var(--card); padding: 1.25rem 1rem 0; min-block-size: 100vh; min-block-size: 100dvh;
  display: flex; flex-direction: column; }
.state { display: grid; place-content: center; justify-items: start; gap: 0.25rem; flex: 1; padding-block: 2rem; }
.state .button { margin-block-start: 1.25rem; }

@media (min-width: 40rem) {
  .page { padding-block: 3rem; padding-inline: 1rem; }
  .card { min-block-size: 0; border-radius: 1.25rem; box-shadow: var(--shadow); padding: 2rem 2rem 0; }
  .actions { margin-inline: -2rem; padding: 1rem 2rem 1.25rem; border-end-start-radius: 1.25rem; border-end-end-radius: 1.25rem;
    grid-template-columns: 1fr auto auto auto; align-items: center; }
  .state { padding-block: 1rem 3rem; place-content: start; }
}
`;
