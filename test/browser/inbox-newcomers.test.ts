// Questions that come to a card which is open: none of them is answered, or declined, by who has not had it in view.

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

const limit: FormSchema = {
  type: "object",
  properties: { limit: { type: "integer", title: "Limit", default: 100_000 } },
};
const long = "A table for how many? The room has a view. ".repeat(40);

const ask = (message: string, schema?: FormSchema) =>
  stage.ask({ group: "g", message, ...(schema !== undefined && { schema }) });
const part = (page: Page, message: string) => page.locator("section.question").filter({ hasText: message });
const show = (page: Page) => page.getByRole("button", { name: /^Show (it|the first)$/ });
const said = (page: Page, text: string) => page.getByText(text, { exact: true });
const statusOf = async (id: string) => (await stage.broker.get(id))?.status;
const isInView = (page: Page, message: string) =>
  part(page, message).evaluate((section) => {
    const { top } = section.getBoundingClientRect();
    const bar = document.querySelector(".bar")?.getBoundingClientRect().bottom ?? 0;
    const actions = document.querySelector(".actions")?.getBoundingClientRect().top ?? 0;
    return top >= bar && top < actions;
  });

describe("a question that comes to an open card", () => {
  it("is not accepted with what was there before (C1)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    await page.getByLabel("Guests").fill("4");
    const second = await ask("How much may be spent?", limit);
    await page.locator("#news").filter({ hasText: "How much may be spent?" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: /^Send answer/ }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(first.id)).toMatchObject({ content: { guests: 4 } });
    expect(await statusOf(second.id)).toBe("pending");
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByLabel("Limit").waitFor();
  });

  it.each(["Decline", "Cancel"])("is left alone by %s for what was there before (C1)", async (name) => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    const second = await ask("How much may be spent?", limit);
    await page.locator("#news").filter({ hasText: "How much may be spent?" }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await page.locator(`[data-receipt="${first.id}"]`).waitFor();
    expect(await statusOf(second.id)).toBe("pending");
  });

  it("leaves the buttons where they are, and says so beside them (C1, W7)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    const send = page.getByRole("button", { name: "Send answer" });
    const before = await send.boundingBox();
    await ask("How much may be spent?", limit);
    await said(page, "One more question came.").waitFor();
    expect(await send.boundingBox()).toEqual(before);
    expect(await page.getByRole("button", { name: "Decline" }).textContent()).toBe("Decline");
  });

  it("is shown where it is in view, and sent with the others from then on (C1, C11)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    await page.getByLabel("Guests").fill("4");
    const second = await ask("How much may be spent?", limit);
    await show(page).click();
    expect(await isInView(page, "How much may be spent?")).toBe(true);
    expect(await show(page).count()).toBe(0);
    expect(await page.getByLabel("Guests").inputValue()).toBe("4");
    await page.getByLabel("Limit").fill("5");
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(second.id)).toMatchObject({ content: { limit: 5 } });
  });

  it("is reached and shown by the keyboard, which goes on in it (W4)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    await ask("How much may be spent?", limit);
    await show(page).focus();
    await page.keyboard.press("Enter");
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toContain("How much may be spent?");
    await page.keyboard.press("Tab");
    expect(await page.getByLabel("Limit").evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it("hides no field behind the buttons while it is spoken of there (W4, W7)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    await ask("How much may be spent?", limit);
    await said(page, "One more question came.").waitFor();
    const field = page.getByLabel("Guests");
    // Half behind the buttons.
    await field.evaluate((one) => scrollBy(0, one.getBoundingClientRect().top - 440));
    await field.focus();
    const [box, bar] = [await field.boundingBox(), await page.locator(".actions").boundingBox()];
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  });

  it("is shown one by one, also when several came, and not by the second press of a double one (C1)", async () => {
    const first = await ask(long, guests);
    const page = await open(first.href);
    await ask(`${long} How much may be spent?`, limit);
    const third = await ask("And how much more?", limit);
    await ask("And how much in all?", limit);
    await said(page, "3 more questions came.").waitFor();
    await show(page).dblclick();
    await said(page, "2 more questions came.").waitFor();
    await page.getByText("2 questions, answered together").waitFor();
    expect(await part(page, "And how much more?").count()).toBe(0);
    await page.getByLabel("Guests").fill("4");
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await statusOf(third.id)).toBe("pending");
  });

  it("is no longer spoken of once it is over, and whoever was there is at no button that sends (C5, W4)", async () => {
    const first = await ask("How many?", guests);
    const page = await open(first.href);
    const second = await ask("How much may be spent?", limit);
    await show(page).focus();
    await stage.broker.withdraw(second.id, "The call was changed.");
    await said(page, "One more question came.").waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("card-title");
    expect(await page.getByRole("button", { name: "Send answer" }).textContent()).toBe("Send answer");
  });

  it("stays apart when one of the others is over, wherever the card is then (C1, C5)", async () => {
    const first = await ask("How many?", guests);
    const second = await ask("How many more?", guests);
    const page = await open(first.href);
    const third = await ask("How much may be spent?", limit);
    await said(page, "One more question came.").waitFor();
    await stage.broker.settle(first.id, { action: "decline" }, { by: "grace", from: "terminal" });
    await part(page, "How many?").getByText("grace declined").waitFor();
    expect(page.url()).toBe(second.href);
    await page.getByLabel("Guests").fill("4");
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(second.id)).toMatchObject({ content: { guests: 4 } });
    expect(await statusOf(third.id)).toBe("pending");
  });

  it("lets the deadline of the others move all the same (C7)", async () => {
    const { id, href } = await stage.ask({ group: "g", message: long, schema: guests, timeoutMs: 40_000 });
    await stage.broker.claim(id, { by: "ada" });
    await stage.clock.advance(20_000);
    const page = await open(href);
    await stage.ask({ group: "g", message: "How much may be spent?", schema: limit, timeoutMs: 40_000 });
    await said(page, "One more question came.").waitFor();
    await page.getByLabel("Guests").fill("4");
    await page.getByText(/\((30|2[1-9]) s left\)/).waitFor();
  });

  it("takes a file, which is sent with its answer (C9)", async () => {
    const first = await ask("How many?", guests);
    const page = await open(first.href);
    await page.getByLabel("Guests").fill("4");
    const second = await ask("Anything to add?", {
      type: "object",
      properties: {
        note: { type: "string", title: "Note" },
        plan: { type: "file", title: "Plan", maxBytes: 100, maxFiles: 1 },
      },
    });
    await show(page).click();
    await page.getByLabel("Note").fill("x");
    const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("By the window.") };
    await page.getByLabel("Plan").setInputFiles(plan);
    await page.getByRole("button", { name: "Send answers" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(first.id)).toMatchObject({ content: { guests: 4 } });
    const content = { note: "x", plan: [{ name: "plan.txt", bytes: 14 }] };
    expect(await stage.broker.getAnswer(second.id)).toMatchObject({ content });
  });
});
