// Every state of a page: nothing for axe to find, in light and dark, and nothing to scroll sideways on a small phone.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { everything, expectGoodLooks, LOOKS, long } from "./good-looks.js";
import { startPages } from "./launch.js";
import { usePage } from "./use-page.js";

const pageFor = usePage();
let pages: Awaited<ReturnType<typeof startPages>>;

beforeAll(async () => {
  pages = await startPages();
});
afterAll(() => pages?.close());

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
  it(LOOKS, async () => {
    const page = await pageFor({ origin: pages.origin, person });
    await page.goto(await ask());
    await act?.(page);
    await expectGoodLooks(page);
  });
});
