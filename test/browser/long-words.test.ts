// A word without an end in any field: it breaks, and the page keeps its width on a small phone.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { startInbox, startPages } from "./launch.js";
import { usePage } from "./use-page.js";

const pageFor = usePage();
let inbox: Awaited<ReturnType<typeof startInbox>>;
let pages: Awaited<ReturnType<typeof startPages>>;

beforeAll(async () => {
  inbox = await startInbox();
  pages = await startPages();
});
afterAll(async () => {
  await inbox?.close();
  await pages?.close();
});

/** Every field that takes text; a line too short for what is typed comes back as a text of many. */
const texts: FormSchema = {
  type: "object",
  properties: {
    free: { type: "string" },
    about: { type: "string", title: "About you", maxLength: 900 },
    line: { type: "string", maxLength: 40 },
    email: { type: "string", format: "email" },
    uri: { type: "string", format: "uri" },
    count: { type: "integer" },
    key: { type: "secret" },
    pem: { type: "secret", multiline: true },
  },
  required: ["count"],
};

/** Each asks the same, somewhere else. */
const askers = [
  { where: "in the inbox", ask: async () => (await inbox.ask({ schema: texts })).href },
  {
    where: "in a round of the inbox",
    ask: async () => {
      await inbox.ask({ group: "g", message: "Sure?" });
      return (await inbox.ask({ group: "g", schema: texts })).href;
    },
  },
  { where: "on a hosted page", ask: async () => pages.ask(texts).href },
];

async function fillAll(page: Page, text: string): Promise<void> {
  for (const field of await page.locator("form.answer").locator("input:visible, textarea:visible").all())
    if (!["radio", "checkbox"].includes((await field.getAttribute("type")) ?? "")) await field.fill(text);
  await page.getByText("Say why you decline").click();
  await page.getByLabel("Reason").fill(text);
}

/** What is wider than the room it has. */
const tooWide = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("#card, main, .fields, .actions")].flatMap(
      (box) =>
        box.scrollWidth <= box.clientWidth
          ? []
          : [`${box.tagName}.${box.className}: ${box.scrollWidth} in ${box.clientWidth}`],
    ),
  );

describe.each(askers)("a form $where", ({ ask }) => {
  it.each([
    ["a long word", "Donaudampfschifffahrtsgesellschaftskapitän"],
    ["no word at all", "x".repeat(300)],
    ["a script without blanks", "長".repeat(300)],
  ])("keeps its width whatever is typed, before and after it is refused: %s (W12)", async (_, text) => {
    const page = await pageFor({ origin: inbox.origin, person: "ada" });
    await page.context().addCookies([{ name: "session", value: "ada", url: pages.origin }]);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(await ask());
    await fillAll(page, text);
    expect(await tooWide(page)).toEqual([]);
    await page.locator('button[value="accept"]:visible').first().click();
    await page.locator(".summary").waitFor();
    expect(await tooWide(page)).toEqual([]);
  });
});
