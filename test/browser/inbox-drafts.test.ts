// What was typed on a card is there again: after it was refused, and after somebody left in the middle of it.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { launchBrowser, startInbox, startPages } from "./launch.js";

let browser: Awaited<ReturnType<typeof launchBrowser>>;
let inbox: Awaited<ReturnType<typeof startInbox>>;
let pages: Awaited<ReturnType<typeof startPages>>;

beforeAll(async () => {
  browser = await launchBrowser();
  inbox = await startInbox();
  pages = await startPages();
});
afterAll(async () => {
  await browser?.close();
  await inbox?.close();
  await pages?.close();
});

const booking: FormSchema = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", maxLength: 40 },
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20, default: 2 },
  },
  required: ["name"],
};

const places = {
  "in the inbox": async () => ({ ...(await inbox.ask({ schema: booking })), drafts: inbox.broker.drafts }),
  "on a hosted page": async () => ({ ...pages.ask(booking), drafts: pages.broker.drafts }),
};

async function open(href: string, javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce", javaScriptEnabled });
  for (const url of [inbox.origin, pages.origin])
    await context.addCookies([{ name: "session", value: "ada", url }]);
  const page = await context.newPage();
  await page.goto(href);
  return page;
}

async function expectTyped(page: Page): Promise<void> {
  expect(await page.getByLabel("Name").inputValue()).toBe("Ada");
  expect(await page.getByLabel("Guests").inputValue()).toBe("40");
}

async function fill(page: Page): Promise<void> {
  await page.getByLabel("Name").fill("Ada");
  await page.getByLabel("Guests").fill("40");
}

const send = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Send answer" }).click();
  await page.locator(".summary").waitFor();
};

describe.each(Object.entries(places))("an answer %s that was not taken", (_, ask) => {
  it.each([true, false])(
    "is there again when it is opened anew, with script: %s (C6, W4)",
    async (script) => {
      const { href } = await ask();
      const page = await open(href, script);
      await fill(page);
      await send(page);
      await expectTyped(page);
      await page.goto("about:blank");
      await page.goto(href);
      await expectTyped(page);
      expect(await page.locator(".summary").count()).toBe(0);
      await page.context().close();
    },
  );
});

describe.each(Object.entries(places))("what was typed %s in the last moment", (_, ask) => {
  it("is kept when the page is left (C6)", async () => {
    const { href, id, drafts } = await ask();
    const page = await open("about:blank", true);
    // No time passes, so that only leaving can have kept it.
    await page.clock.install();
    await page.goto(href);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await fill(page);
    await page.goto("about:blank");
    await expect.poll(() => drafts.get(id, "ada")).toEqual({ name: "Ada", guests: 40 });
    await page.context().close();
  });
});

describe("an answer that does not reach the server", () => {
  it("is kept as a draft when it is back, however long it was on its way (C6, W12)", async () => {
    const { href, id } = await inbox.ask({ schema: booking });
    const page = await open("about:blank", true);
    await page.clock.install();
    await page.goto(href);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(href, async (route) => {
      if (!(route.request().postData() ?? "").includes("action=accept")) return route.continue();
      await held;
      await route.abort();
    });
    await fill(page);
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    // Longer than what is typed waits to be saved.
    await page.clock.runFor(2_000);
    release();
    await page.getByText("It could not be sent").waitFor();
    await page.clock.runFor(2_000);
    await expect.poll(() => inbox.broker.drafts.get(id, "ada")).toEqual({ name: "Ada", guests: 40 });
    await page.context().close();
  });
});

describe("the list", () => {
  it("leads back to a card with what was sent and refused (C6)", async () => {
    const { href, id } = await inbox.ask({ schema: booking });
    const page = await open(href, true);
    await fill(page);
    await send(page);
    await page.getByRole("link", { name: "Inbox" }).first().click();
    await page.locator(`.entry-link[href*="${id}"]`).click();
    await page.locator(".summary").waitFor({ state: "detached" });
    await expectTyped(page);
    await page.context().close();
  });
});
