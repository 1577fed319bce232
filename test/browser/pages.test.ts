// People at hosted pages, in a real browser, with scripts and without.

import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { guests } from "../web/stage.js";
import { launchBrowser, startPages } from "./launch.js";

let browser: Browser;
let pages: Awaited<ReturnType<typeof startPages>>;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  pages = await startPages();
});
afterEach(async () => {
  await Promise.all(contexts.splice(0).map((context) => context.close()));
  await pages.close();
});

interface Person {
  readonly name?: string | undefined;
  readonly script: boolean;
  readonly timezoneId?: string;
}

/** Somebody with a phone; everything that the browser complains about fails the test. */
async function personWith({ name = "ada", script, timezoneId }: Person): Promise<BrowserContext> {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width: 360, height: 740 },
    ...(timezoneId !== undefined && { timezoneId }),
  });
  contexts.push(context);
  await context.addCookies([{ name: "session", value: name, url: pages.origin }]);
  return context;
}

async function open(href: string, person: Person): Promise<Page> {
  const page = await (await personWith(person)).newPage();
  page.on("pageerror", (error) => expect.fail(String(error)));
  await page.goto(href);
  return page;
}

const heading = (page: Page): Promise<string | null> => page.locator("h1").textContent();

const party: FormSchema = {
  type: "object",
  properties: {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
    seat: {
      type: "string",
      title: "Where",
      oneOf: [
        { const: "in", title: "Inside" },
        { const: "out", title: "Terrace" },
      ],
    },
    allergic: { type: "boolean", title: "Allergies" },
    country: {
      type: "string",
      title: "Country",
      enum: ["Austria", "Belgium", "Chile", "Denmark", "Egypt", "France", "Ghana", "Haiti"],
    },
    extras: {
      type: "array",
      title: "Extras",
      items: { type: "string", enum: ["window", "quiet", "dog"] },
      maxItems: 2,
    },
    day: { type: "string", title: "Day", format: "date" },
    at: { type: "string", title: "Moment", format: "date-time" },
    email: { type: "string", title: "Email", format: "email" },
    wishes: { type: "string", title: "Wishes" },
  },
  required: ["guests", "allergic"],
};

const PEM = "-----BEGIN KEY-----\nc2VzYW1l\n\nb3Blbg==\n-----END KEY-----\n";

describe.each([{ script: true }, { script: false }])("with script: $script", ({ script }) => {
  it("a secret of several lines is masked, and keeps every break", async () => {
    const { href, answer } = pages.ask({
      type: "object",
      properties: { key: { type: "secret", title: "Private key", multiline: true } },
      required: ["key"],
    });
    const page = await open(href, { script });
    const area = page.getByLabel("Private key");
    await area.fill(PEM);
    const masking = (): Promise<string> =>
      area.evaluate((found) => getComputedStyle(found).getPropertyValue("-webkit-text-security"));
    expect(await masking()).toBe("disc");
    if (script) {
      await page.getByRole("button", { name: "Show" }).click();
      expect(await masking()).toBe("none");
    }
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ content: { key: PEM } });
    expect(await heading(page)).toBe("Answer sent");
    expect(await page.content()).not.toContain("c2VzYW1l");
  });

  it("a person fills in every kind of field and sends it, dates and moments as RFC 3339 (W4, C8, C9)", async () => {
    const { href, answer } = pages.ask(party);
    const page = await open(href, { script, timezoneId: "Europe/Berlin" });
    expect(await page.getByLabel("Yes").isChecked()).toBe(false);
    await page.getByLabel("Guests").fill("4");
    await page.getByLabel("Terrace").check();
    await page.getByLabel("No", { exact: true }).check();
    if (script) await page.getByLabel("Search in Country").fill("fra");
    await page.getByLabel("Country", { exact: false }).locator("visible=true").last().selectOption("France");
    await page.getByLabel("window").check();
    await page.getByLabel("dog").check();
    await page.getByLabel("Day").fill("2026-07-28");
    await page.getByLabel("Moment", { exact: false }).first().fill("2026-07-28T15:30");
    // With a script the browser's own zone is filled in, as it is on that day.
    if (!script) await page.getByLabel("Time zone of Moment").selectOption("+02:00");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Wishes").fill("A chair\nfor a child");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await heading(page)).toBe("Answer sent");
    expect(await answer).toEqual({
      action: "accept",
      by: "ada",
      content: {
        guests: 4,
        seat: "out",
        allergic: false,
        country: "France",
        extras: ["window", "dog"],
        day: "2026-07-28",
        at: "2026-07-28T15:30:00+02:00",
        email: "ada@example.com",
        wishes: "A chair\nfor a child",
      },
    });
  });

  it("what is wrong is said above, with the focus there, and a link leads to the field (W4)", async () => {
    const { href, answer } = pages.ask(party);
    const page = await open(href, { script });
    await page.getByLabel("Guests").fill("forty");
    await page.getByLabel("Email").fill("ada");
    await page.getByRole("button", { name: "Send answer" }).click();
    const summary = page.getByRole("alert");
    expect(await summary.textContent()).toContain("3 things need another look");
    await page.waitForFunction(() => document.activeElement?.classList.contains("summary"), undefined, {
      timeout: 5_000,
    });
    expect(await page.title()).toMatch(/^Error: /);
    expect(await page.getByLabel("Guests").inputValue()).toBe("forty");
    expect(await page.getByLabel("Email").inputValue()).toBe("ada");
    await summary.getByRole("link", { name: "Guests" }).click();
    await page.getByLabel("Guests").fill("4");
    await page.getByLabel("Yes").check();
    await page.getByLabel("Email").fill("");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ action: "accept", content: { guests: 4, allergic: true } });
    expect(await heading(page)).toBe("Answer sent");
  });

  it("keys alone are enough to fill it in, to mend what is refused, and to send it (W4)", async () => {
    const schema: FormSchema = {
      type: "object",
      properties: {
        note: { type: "string", title: "Note" },
        seat: { type: "string", title: "Where", enum: ["Inside", "Terrace"] },
        allergic: { type: "boolean", title: "Allergies" },
        extras: {
          type: "array",
          title: "Extras",
          items: { type: "string", enum: ["window", "quiet", "dog"] },
        },
        guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
      },
      required: ["note", "seat", "allergic", "extras", "guests"],
    };
    const { href, answer } = pages.ask(schema);
    const page = await open(href, { script });
    const focused = () =>
      page.evaluate(() => {
        const { activeElement: found } = document;
        return found?.getAttribute("name") ?? found?.className ?? "";
      });
    /** Goes on to the control with that name, which nothing is in the way of. */
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 20; presses += 1) {
        await page.keyboard.press("Tab");
        if ((await focused()) === name) return;
      }
      expect.fail(`No key leads to ${name}.`);
    };
    const send = async (): Promise<void> => {
      await tabTo("action");
      expect(await page.locator(":focus").textContent()).toBe("Send answer");
      await page.keyboard.press("Enter");
    };
    await tabTo("f0");
    await page.keyboard.type("By the window.");
    // One key leads into a group of radios and one out of it; arrows move within.
    await tabTo("f1");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("f2");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("f3");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await tabTo("f4");
    await page.keyboard.type("40");
    await send();

    await page.getByText("One thing needs another look").waitFor();
    await expect.poll(focused).toBe("summary");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(focused).toBe("f4");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("4");
    await send();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    const content = {
      note: "By the window.",
      seat: "Terrace",
      allergic: false,
      extras: ["quiet", "dog"],
      guests: 4,
    };
    expect(await answer).toMatchObject({ action: "accept", content });
  });

  it("a person declines with a reason, and nothing that was typed goes along", async () => {
    const { href, answer } = pages.ask({
      ...guests,
      properties: { ...guests.properties, key: { type: "secret" } },
    });
    const page = await open(href, { script });
    await page.getByLabel("key").fill("sesame");
    const posted = page.waitForRequest((request) => request.method() === "POST" && request.url() === href);
    await page.getByText("Say why you decline").click();
    await page.getByLabel("Reason").fill("Not today.");
    await page.getByRole("button", { name: "Decline" }).click();
    expect((await posted).postData()).not.toContain("sesame");
    expect(await answer).toEqual({ action: "decline", reason: "Not today." });
    expect(await heading(page)).toBe("Declined");
  });

  it("the reason stands beside the button that declines, however long the question is (C18, W3)", async () => {
    const { href, answer } = pages.ask(party);
    const page = await open(href, { script });
    const decline = page.getByRole("button", { name: "Decline", exact: true });
    const before = (await decline.boundingBox())?.y ?? 0;
    const disclosure = page.getByText("Say why you decline");
    expect((await disclosure.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(44);
    await disclosure.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Not today.");
    const field = await page.getByLabel("Reason").boundingBox();
    expect(field?.y ?? -1).toBeGreaterThan(0);
    expect((field?.y ?? 999) + (field?.height ?? 999)).toBeLessThan(before);
    // Fractions of a pixel come of scrolling.
    expect(Math.abs(((await decline.boundingBox())?.y ?? 999) - before)).toBeLessThan(1);
    await decline.click();
    expect(await answer).toEqual({ action: "decline", reason: "Not today." });
  });

  it("a yes or no is asked by its message alone, and starts from neither (C9, W4)", async () => {
    const { href, answer } = pages.ask({
      type: "object",
      properties: { confirmed: { type: "boolean", title: "Yes" } },
      required: ["confirmed"],
    });
    const page = await open(href, { script });
    const group = page.getByRole("radiogroup", { name: "A table for how many?" });
    expect(await group.getByRole("radio").evaluateAll((radios) => radios.map(({ id }) => id))).toHaveLength(
      2,
    );
    expect(await group.getByRole("radio", { checked: true }).count()).toBe(0);
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("alert").getByRole("link", { name: "Your answer" }).click();
    await group.getByRole("radio", { name: "No", exact: true }).check();
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ action: "accept", content: { confirmed: false } });
  });

  it("a person leaves it for later, and comes back to what was typed (C6)", async () => {
    const { href, id } = pages.ask();
    const page = await open(href, { script });
    await page.getByLabel("Guests").fill("7");
    await page.getByRole("button", { name: "Not now" }).click();
    expect(await heading(page)).toBe("Left open");
    expect(await page.getByText("What you typed is kept").count()).toBe(1);
    expect((await pages.broker.get(id))?.settled).toBeUndefined();
    await page.getByRole("link", { name: "Back to the question" }).click();
    expect(await heading(page)).toBe("tables asks you");
    expect(await page.getByLabel("Guests").inputValue()).toBe("7");
  });

  it("a person uploads files", async () => {
    const { href, answer } = pages.ask({
      type: "object",
      properties: {
        files: { type: "file", title: "Invoices", accept: [".pdf"], maxBytes: 300_000, maxFiles: 2 },
      },
      required: ["files"],
    });
    const page = await open(href, { script });
    const file = (name: string, size: number) => ({
      name,
      mimeType: "application/pdf",
      buffer: Buffer.alloc(size, 37),
    });
    await page.getByLabel("Invoices").setInputFiles([file("a.pdf", 300_001)]);
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await page.getByRole("alert").textContent()).toContain("at most 292 KB");
    await page.getByLabel("Invoices").setInputFiles([file("a.pdf", 200_000), file("b.pdf", 7)]);
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await heading(page)).toBe("Answer sent");
    expect(await answer).toMatchObject({
      content: {
        files: [
          { name: "a.pdf", bytes: 200_000 },
          { name: "b.pdf", bytes: 7 },
        ],
      },
    });
  });

  it("somebody else sees nothing", async () => {
    const { href } = pages.ask();
    const page = await open(href, { script, name: "mallory" });
    expect(await heading(page)).toBe("This is for somebody else");
    expect(await page.content()).not.toContain("A table for how many?");
  });

  it("the back button leads to the receipt, and not to the form", async () => {
    const { href } = pages.ask();
    const page = await open(href, { script });
    if (script) {
      await page.getByLabel("Guests").fill("x");
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByRole("alert").waitFor();
    }
    await page.getByLabel("Guests").fill("4");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await heading(page)).toBe("Answer sent");
    await page.goBack();
    expect(await heading(page)).toBe("Answer sent");
  });

  it("an answer in a second tab that comes too late is told so", async () => {
    const { href, answer } = pages.ask();
    const context = await personWith({ script });
    const [first, second] = [await context.newPage(), await context.newPage()];
    // Where it hears of the first answer in time, the second tab is a receipt before anything can be sent.
    await second.route(`${href}/state`, (route) => route.fulfill({ body: "open" }));
    for (const page of [first, second]) await page.goto(href);
    for (const [page, count] of [
      [first, "3"],
      [second, "5"],
    ] as const) {
      await page.getByLabel("Guests").fill(count);
      await page.getByRole("button", { name: "Send answer" }).click();
    }
    expect(await heading(first)).toBe("Answer sent");
    expect(await heading(second)).toBe("Already answered");
    expect(await second.locator("main").textContent()).toContain("came too late");
    expect(await answer).toMatchObject({ content: { guests: 3 } });
  });

  it("time that runs out while the page is open is told at the latest when it is sent", async () => {
    const { href } = pages.ask(guests, { expiresAt: pages.clock.now() + 60_000 });
    const page = await open(href, { script });
    await page.getByLabel("Guests").fill("4");
    await pages.clock.advance(61_000);
    if (!script) await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByText("The time is over").waitFor();
  });
});

describe("with a script", () => {
  it("a page turns into a receipt when it is answered elsewhere", async () => {
    const { href, id } = pages.ask();
    const page = await open(href, { script: true });
    await pages.broker.settle(id, { action: "decline", reason: "No." }, { by: "ada", from: "inbox" });
    await page.getByText("You declined").waitFor();
    expect(await page.locator("form").count()).toBe(0);
  });

  it("a page turns into a receipt also after an invalid answer", async () => {
    const { href, id } = pages.ask();
    const page = await open(href, { script: true });
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("alert").waitFor();
    await pages.broker.withdraw(id, "The call was cancelled.");
    await page.getByText("took its question back").waitFor();
  });

  it("a secret can be looked at, and is hidden again on its way", async () => {
    const { href, answer } = pages.ask({
      type: "object",
      properties: { key: { type: "secret", title: "API key" } },
      required: ["key"],
    });
    const page = await open(href, { script: true });
    const input = page.getByLabel("API key");
    await input.fill("sesame");
    expect(await input.getAttribute("type")).toBe("password");
    await page.getByRole("button", { name: "Show" }).click();
    expect(await input.getAttribute("type")).toBe("text");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ content: { key: "sesame" } });
    expect(await heading(page)).toBe("Answer sent");
    expect(await page.content()).not.toContain("sesame");
  });

  it("several lines in a secret of one line are refused aloud, and a line with its break is taken", async () => {
    const { href, answer } = pages.ask({
      type: "object",
      properties: { key: { type: "secret", title: "API key" } },
      required: ["key"],
    });
    const context = await personWith({ script: true });
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: pages.origin });
    const page = await context.newPage();
    await page.goto(href);
    const input = page.getByLabel("API key");
    const paste = async (text: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await input.focus();
      await page.keyboard.press("ControlOrMeta+v");
    };
    await paste(PEM);
    await page.getByRole("alert").getByText("takes only one").waitFor();
    expect(await input.inputValue()).toBe("");
    await paste("sesame\n");
    await page.getByRole("alert").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ content: { key: "sesame" } });
  });

  it("a long list to choose from shows nothing as chosen before somebody has (C9, W4)", async () => {
    const options = Array.from({ length: 9 }, (_, index) => `Dish ${index}`);
    const { href, answer } = pages.ask({
      type: "object",
      properties: { dish: { type: "string", title: "Dish", enum: options } },
      required: ["dish"],
    });
    const page = await open(href, { script: true });
    const list = page.getByRole("listbox", { name: "Dish" });
    expect(await list.getByRole("option").allTextContents()).toEqual(options);
    expect(await list.inputValue()).toBe("");
    await list.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await answer).toMatchObject({ content: { dish: "Dish 0" } });
  });

  it("pressing twice sends once (W3)", async () => {
    const { href, answer } = pages.ask({ type: "object", properties: {} });
    const page = await open(href, { script: true });
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    await page.getByRole("button", { name: "Approve" }).dblclick();
    expect(await answer).toMatchObject({ action: "accept" });
    await page.getByText("Answer sent").waitFor();
    expect(posts).toBe(1);
  });

  it("the time that is left counts down (C7)", async () => {
    const { href } = pages.ask(guests, { expiresAt: pages.clock.now() + 59_000 });
    const page = await open(href, { script: true });
    await page.getByText(/\(\d\d s left\)/).waitFor();
    expect(await page.locator(".deadline-near").count()).toBe(1);
  });
});

describe("somebody who types", () => {
  it("is told to have it open with the first character", async () => {
    const { href, id } = pages.ask(guests);
    const page = await open(href, { script: true });
    const told = page.waitForResponse((response) => response.request().method() === "POST");
    await page.getByLabel("Guests").fill("3");
    expect((await told).status()).toBe(204);
    expect((await pages.broker.get(id))?.status).toBe("active");
  });

  it("sees the deadline move (C7)", async () => {
    const { href, id } = pages.ask(guests, { expiresAt: pages.clock.now() + 20_000 });
    await pages.clock.advance(0);
    await pages.broker.claim(id, { by: "ada" });
    await pages.clock.advance(10_000);
    const page = await open(href, { script: true });
    await page.getByText(/\((10|\d) s left\)/).waitFor();
    await page.getByLabel("Guests").fill("3");
    await page.getByText(/\((30|2\d|1[1-9]) s left\)/).waitFor();
  });

  it("is told in view when the server is out of reach, and keeps what was typed (W12)", async () => {
    const { href } = pages.ask(party);
    const page = await open(href, { script: true });
    await page.getByLabel("Guests").fill("3");
    await page.context().setOffline(true);
    await page.getByText("cannot be reached just now").waitFor();
    const told = await page.getByText("cannot be reached just now").boundingBox();
    expect((told?.y ?? 999) + (told?.height ?? 999)).toBeLessThan(740);
    expect(await page.getByLabel("Guests").inputValue()).toBe("3");
    await page.context().setOffline(false);
    await page.getByText("cannot be reached just now").waitFor({ state: "hidden" });
  });

  it("finds it again after a reload and after the browser has gone, but for what is masked (C6, C12)", async () => {
    const { href } = pages.ask({
      type: "object",
      properties: { note: { type: "string", title: "Note" }, word: { type: "secret", title: "The word" } },
    });
    const page = await open(href, { script: true });
    const saved = draftSaved(page);
    await page.getByLabel("Note").fill("half a thou");
    await page.locator('[name="f1"]').fill("hunter2");
    expect((await saved).request().postData()).not.toContain("hunter2");
    await page.reload();
    expect(await page.getByLabel("Note").inputValue()).toBe("half a thou");
    expect(await page.locator('[name="f1"]').inputValue()).toBe("");
    await page.context().close();
    const other = await open(href, { script: true });
    expect(await other.getByLabel("Note").inputValue()).toBe("half a thou");
  });

  it("has it kept as soon as the server is back (C6)", async () => {
    const { href, id } = pages.ask(guests);
    const page = await open(href, { script: true });
    await pages.stop();
    const missed = page.waitForEvent("requestfailed", (request) =>
      (request.postData() ?? "").includes("action=draft"),
    );
    await page.getByLabel("Guests").fill("9");
    await missed;
    await pages.comeBack();
    expect((await draftSaved(page)).status()).toBe(204);
    expect(await pages.broker.drafts.get(id, "ada")).toEqual({ guests: 9 });
  });
});

const draftSaved = (page: Page) =>
  page.waitForResponse((response) => (response.request().postData() ?? "").includes("action=draft"));
