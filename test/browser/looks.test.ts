// Every state of a page: nothing for axe to find, in light and dark, and nothing to scroll sideways on a small phone.

import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { launchBrowser, startPages } from "./launch.js";
import { violationsOf } from "./violations.js";

let browser: Browser;
let pages: Awaited<ReturnType<typeof startPages>>;

beforeAll(async () => {
  browser = await launchBrowser();
  pages = await startPages();
});
afterAll(async () => {
  await browser?.close();
  await pages?.close();
});

const long = "Donaudampfschifffahrtsgesellschaftskapitänswitwenrente".repeat(3);
const many = Array.from({ length: 12 }, (_, index) => ({ const: `${index}`, title: `Dish number ${index}` }));

const everything: FormSchema = {
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

const approval: FormSchema = { type: "object", properties: {} };

interface State {
  readonly name: string;
  readonly person?: string;
  /** Asks, and gives the address to open. */
  readonly ask: () => Promise<string>;
  readonly act?: (page: Page) => Promise<void>;
}

const submit = async (page: Page): Promise<void> => {
  await page.locator('button[value="accept"]').click();
  await page.getByRole("alert").waitFor();
};

const ended = (act: (id: string) => unknown) => async (): Promise<string> => {
  const { href, id } = pages.ask(approval, { message: `${long}?` });
  await pages.clock.advance(1);
  await act(id);
  return href;
};

const states: readonly State[] = [
  { name: "every field", ask: async () => pages.ask(everything).href },
  { name: "every field, wrong", ask: async () => pages.ask(everything).href, act: submit },
  { name: "approval", ask: async () => pages.ask(approval, { message: "Deploy?" }).href },
  {
    name: "a long message",
    ask: async () => pages.ask(approval, { message: `${"שלום hello ".repeat(400)}${long}` }).href,
  },
  {
    name: "a deadline",
    ask: async () => pages.ask(approval, { expiresAt: pages.clock.now() + 30_000_000 }).href,
  },
  {
    name: "a reason",
    ask: async () => pages.ask(approval).href,
    act: (page) => page.getByText("Say why you decline").click(),
  },
  { name: "left open", ask: async () => `${pages.ask(approval).href}/later` },
  {
    name: "accepted",
    ask: ended((id) => pages.broker.settle(id, { action: "accept" }, { by: "ada", from: "page" })),
  },
  {
    name: "declined",
    ask: ended((id) => pages.broker.settle(id, { action: "decline", reason: long }, { by: "ada" })),
  },
  { name: "cancelled", ask: ended((id) => pages.broker.settle(id, { action: "cancel" }, { by: "ada" })) },
  { name: "withdrawn", ask: ended((id) => pages.broker.withdraw(id, long)) },
  {
    name: "expired",
    ask: async () => {
      const { href } = pages.ask(approval, { expiresAt: pages.clock.now() + 1_000 });
      await pages.clock.advance(2_000);
      return href;
    },
  },
  { name: "somebody else", person: "mallory", ask: async () => pages.ask(approval).href },
  { name: "nobody", person: "", ask: async () => pages.ask(approval).href },
  { name: "unknown", ask: async () => `${pages.origin}/pages/asked/x` },
];

describe.each(states)("the page for $name", ({ person = "ada", ask, act }) => {
  it("has nothing for axe to find and nothing beyond its sides, in light and dark, small and large", async () => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    try {
      if (person !== "") await context.addCookies([{ name: "session", value: person, url: pages.origin }]);
      const page = await context.newPage();
      await page.goto(await ask());
      await act?.(page);
      await page.evaluate(axe.source);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violationsOf(page), `${colorScheme} at ${width}`).toEqual([]);
        }
      }
    } finally {
      await context.close();
    }
  });
});
