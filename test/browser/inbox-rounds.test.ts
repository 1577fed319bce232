// An open card with several questions, of which some are over, or come, while somebody is at it.

import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { guests } from "../web/stage.js";
import { launchBrowser, startInbox } from "./launch.js";

let browser: Browser;
let context: BrowserContext;
let stage: Awaited<ReturnType<typeof startInbox>>;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  stage = await startInbox();
  context = await browser.newContext({ reducedMotion: "reduce", viewport: { width: 360, height: 640 } });
  await context.addCookies([{ name: "session", value: "ada", url: stage.origin }]);
});
afterEach(async () => {
  await context.close();
  await stage.close();
});

async function open(url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

const note: FormSchema = {
  type: "object",
  properties: {
    note: { type: "string", title: "Note", maxLength: 90 },
    key: { type: "secret", title: "Key" },
  },
  required: ["note"],
};

const ask = (message: string, schema?: FormSchema, timeoutMs?: number) =>
  stage.ask({
    group: "g",
    message,
    ...(schema !== undefined && { schema }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
const byGrace = { by: "grace", from: "terminal" };
const part = (page: Page, message: string) => page.locator("section.question").filter({ hasText: message });
const news = (page: Page) => page.locator("#news").textContent();
const show = (page: Page) => page.getByRole("button", { name: /^Show (it|the first)$/ });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

describe("an open card with several questions", () => {
  it("turns one that is answered elsewhere into what came of it, and leaves the rest alone (C5, C11, W5)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("Anything to note?", note);
    const third = await ask("Send it?");
    const page = await open(first.href);
    await page.getByLabel("Guests").fill("4");
    await page.locator('[name$="f1"]').fill("hunter2");
    await page.getByLabel("Note", { exact: true }).pressSequentially("By the win");
    const before = await page.getByLabel("Note", { exact: true }).elementHandle();
    await stage.broker.settle(first.id, { action: "accept", content: { guests: 2 } }, byGrace);

    await part(page, "How many?").getByText("grace answered").waitFor();
    expect(await part(page, "How many?").locator("input, button, select, textarea").count()).toBe(0);
    expect(await news(page)).toContain("How many?");
    expect(await news(page)).toContain("grace answered");
    await page.keyboard.type("dow.");
    expect(await before?.evaluate((field) => field.isConnected)).toBe(true);
    expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("By the window.");
    expect(await page.locator('[name$="f1"]').inputValue()).toBe("hunter2");

    await part(page, "Send it?").getByText("Approve").click();
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    const content = { note: "By the window.", key: "hunter2" };
    expect(await stage.broker.getAnswer(second.id)).toMatchObject({ action: "accept", content });
    expect(await stage.broker.getAnswer(third.id)).toMatchObject({ action: "accept" });
  });

  it("has an address that still leads to what is open, with what was typed (C6)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("Anything to note?", note);
    const page = await open(first.href);
    const saved = page.waitForResponse((response) =>
      (response.request().postData() ?? "").includes("action=draft"),
    );
    await page.getByLabel("Note", { exact: true }).fill("By the window.");
    await saved;
    await stage.broker.settle(first.id, { action: "decline" }, byGrace);
    await part(page, "How many?").getByText("grace declined").waitFor();
    expect(page.url()).toBe(second.href);
    await page.reload();
    expect(await page.getByLabel("Note", { exact: true }).inputValue()).toBe("By the window.");
  });

  it("says why one is no longer asked, and which one is past its deadline (C5, C7)", async () => {
    await ask("How many?", guests);
    const second = await ask("Anything to note?", note);
    await ask("Send it?", undefined, 5_000);
    const page = await open(second.href);
    await stage.broker.withdraw(second.id, "The call was changed.");
    await part(page, "Anything to note?").getByText("The call was changed.").waitFor();
    await stage.clock.advance(6_000);
    await part(page, "Send it?").getByText("The time is over").waitFor();
    expect(await part(page, "Send it?").locator("input").count()).toBe(0);
    expect(await page.getByLabel("Guests").count()).toBe(1);
  });

  it("leads whoever was in the question that is over to what became of it (W4)", async () => {
    const first = await ask("How many?", guests);
    await ask("Send it?");
    const page = await open(first.href);
    await page.getByLabel("Guests").fill("4");
    await stage.broker.settle(first.id, { action: "cancel" }, byGrace);
    await part(page, "How many?").getByText("grace cancelled").waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("grace cancelled");
  });

  it("no longer lists what is wrong with a question that is over (W4)", async () => {
    const first = await ask("How many?", guests);
    await ask("Anything to note?", note);
    const third = await ask("Send it?");
    const page = await open(first.href);
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByText("3 things need another look").waitFor();
    await stage.broker.settle(first.id, { action: "cancel" }, byGrace);
    await page.getByText("2 things need another look").waitFor();
    expect(await page.locator(".summary").getByText("Guests").count()).toBe(0);
    await page.locator(".summary").getByRole("link", { name: "Needs your decision" }).click();
    await stage.broker.settle(third.id, { action: "cancel" }, byGrace);
    await page.getByText("One thing needs another look").waitFor();
    expect(await page.locator(".summary").getByText("Needs your decision").count()).toBe(0);
  });

  it("shows one that comes, and keeps what is typed and where (C5, C11, W5)", async () => {
    const first = await ask("How many?", guests);
    const page = await open(first.href);
    await page.getByLabel("Guests").pressSequentially("1");
    const second = await ask("Anything to note?", note);
    await page.getByText("One more question came.", { exact: true }).waitFor();
    expect(await news(page)).toContain("Anything to note?");
    expect(await focused(page)).toMatch(/f0$/);
    await page.keyboard.type("4");
    expect(await page.getByLabel("Guests").inputValue()).toBe("14");
    await show(page).click();
    await page.getByText("2 questions, answered together").waitFor();
    expect(await page.getByLabel("Guests").inputValue()).toBe("14");
    const third = await ask("Send it?");
    await show(page).click();
    await part(page, "Send it?").getByText("Approve").click();
    await page.getByLabel("Note", { exact: true }).fill("By the window.");
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    for (const { id } of [first, second, third])
      expect((await stage.broker.get(id))?.status).toBe("accepted");
  });

  it("becomes a receipt when the last of them is over (W5)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("Send it?");
    const page = await open(first.href);
    await stage.broker.settle(first.id, { action: "decline" }, byGrace);
    await part(page, "How many?").getByText("grace declined").waitFor();
    await stage.broker.settle(second.id, { action: "accept" }, byGrace);
    await page.locator(`[data-receipt="${second.id}"]`).waitFor();
    expect(await page.locator("#card button").count()).toBe(0);
  });

  it("approves nothing with the button alone, also when only one is left (C1)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("Send it?");
    const page = await open(first.href);
    await stage.broker.settle(first.id, { action: "decline" }, byGrace);
    await part(page, "How many?").getByText("grace declined").waitFor();
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByText("Needs your decision").first().waitFor();
    expect((await stage.broker.get(second.id))?.status).not.toBe("accepted");
  });
});

describe("who else has the card open", () => {
  it("is said while they have, also where the list is not in view (C5, W7)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    const page = await open(href);
    await page.getByLabel("Guests").fill("4");
    await stage.broker.claim(id, { by: "grace" });
    await page.getByText("grace has this open too").waitFor();
    expect(await page.locator("#list").isVisible()).toBe(false);
    await stage.clock.advance(31_000);
    await page.getByText("grace has this open too").waitFor({ state: "detached" });
    expect(await page.getByLabel("Guests").inputValue()).toBe("4");
  });

  it("is said of each question of a round (C5, C11)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("Send it?");
    const page = await open(first.href);
    await stage.broker.claim(second.id, { by: "grace" });
    await part(page, "Send it?").getByText("grace has this open too").waitFor();
    expect(await part(page, "How many?").getByText("has this open too").count()).toBe(0);
  });
});
