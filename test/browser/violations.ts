// What axe finds on a page.

import type { Page } from "playwright-core";

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Everything that axe finds, once its source is on the page. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  // The library puts itself there.
  const found = await page.evaluate(
    async () =>
      (await (globalThis as unknown as { axe: { run(): Promise<{ violations: unknown }> } }).axe.run())
        .violations,
  );
  return (found as readonly Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
