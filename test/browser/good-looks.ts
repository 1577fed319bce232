// Whether a page looks as it must, with everything that makes that hard on it: long words and every kind of field.

import axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";

/** A word that fits no phone. */
export const long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente".repeat(3);

const many = Array.from({ length: 12 }, (_, index) => ({ const: `${index}`, title: `Dish number ${index}` }));

/** Every kind of field. */
export const everything: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: long, description: `${long} ${long}`, maxLength: 40 },
    text: { type: "string", maxLength: 900 },
    email: { type: "string", format: "email", title: "Email" },
    uri: { type: "string", format: "uri" },
    day: { type: "string", format: "date" },
    at: { type: "string", format: "date-time" },
    count: { type: "integer", minimum: 1, maximum: 9 },
    amount: { type: "number" },
    sure: { type: "boolean", title: "Are you sure?" },
    maybe: { type: "boolean" },
    seat: { type: "string", enum: ["in", "out", long] },
    dish: { type: "string", oneOf: many },
    extras: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1 },
    dishes: { type: "array", items: { anyOf: many }, maxItems: 3 },
    password: { type: "string" },
    key: { type: "secret", title: "Key" },
    pem: { type: "secret", title: "Private key", multiline: true },
    files: { type: "file", maxBytes: 1_000, maxFiles: 2, accept: ["image/*"] },
  },
  required: ["name", "email", "sure", "seat", "dish", "extras", "key", "files", "password", "count"],
};

/** The rule that every state of every page is held to. */
export const LOOKS =
  "has nothing for axe to find and nothing beyond its sides, no button too small for a thumb, in light and dark, small and large (W7, W12)";

/** Looks at a page at every width and in both colours, as it is: it is made larger, not loaded anew. */
export async function expectGoodLooks(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await page.evaluate(hiddenBelow), `at ${width}`).toBe(0);
    expect(await page.evaluate(brokenWords), `at ${width}`).toEqual([]);
    expect(await page.evaluate(brokenButtons), `at ${width}`).toEqual([]);
    expect(await page.evaluate(smallTargets), `at ${width}`).toEqual([]);
    const grounds = new Set<string>();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      grounds.add(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
      expect(await violationsOf(page), `${colorScheme} at ${width}`).toEqual([]);
    }
    expect(grounds.size).toBe(2);
  }
}

/** How far a page whose panes scroll reaches below the screen itself: focus would move all of it, and nobody back. */
function hiddenBelow(): number {
  const root = document.documentElement;
  return getComputedStyle(root).overflowY === "hidden" ? root.scrollHeight - root.clientHeight : 0;
}

/** The names of pages that take more than a line, also in wide letters: which font a machine has nobody knows. */
function brokenWords(): string[] {
  document.body.style.letterSpacing = "0.12em";
  const broken = [...document.querySelectorAll(".bar nav a, .bar nav .count")].flatMap((link) => {
    const range = document.createRange();
    range.selectNode(link.firstChild ?? link);
    return range.getClientRects().length > 1 ? [link.textContent ?? ""] : [];
  });
  document.body.style.letterSpacing = "";
  return broken;
}

/** The buttons beside each other whose words take two lines: one of them would be higher than the others. */
function brokenButtons(): string[] {
  return [...document.querySelectorAll(".actions .button:not(.primary)")].flatMap((button) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    return tops.size > 1 ? [button.textContent ?? ""] : [];
  });
}

/** What is pressed and is lower than a thumb: links within text are read, and the rest is not. */
function smallTargets(): string[] {
  const pressed = document.querySelectorAll<HTMLElement>(
    "button, .button, .option, .entry-link, .back, .bar nav a, .text-button, select, input:not([type=radio], [type=checkbox], [type=hidden])",
  );
  return [...pressed].flatMap((target) => {
    const { height } = target.getBoundingClientRect();
    return height === 0 || height >= 43.5 ? [] : [`${target.outerHTML.slice(0, 120)}: ${height}`];
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Everything that axe finds, once its source is on the page. It need not describe what is right: that takes it as long again. */
async function violationsOf(page: Page): Promise<readonly string[]> {
  const found = await page.evaluate(async () => {
    // The library puts itself there.
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: unknown }> };
    };
    return (await axe.run({ resultTypes: ["violations"] })).violations;
  });
  return (found as readonly Violation[]).flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
