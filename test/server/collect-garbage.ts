// Collects what nobody holds any more, at once.

/** Also what is let go of only when the turn that used it is over. */
export async function collectGarbage(): Promise<void> {
  if (globalThis.gc === undefined) throw new Error("Run with --expose-gc, as vitest.config.ts does.");
  for (let times = 0; times < 4; times += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc();
  }
}
