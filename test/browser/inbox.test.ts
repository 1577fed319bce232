// The inbox in a real browser: live, by keyboard, in several tabs, and without scripts.

import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { guests } from "../web/stage.js";
import { launchBrowser, startInbox } from "./launch.js";

let browser: Browser;
let stage: Awaited<ReturnType<typeof startInbox>>;
let contexts: BrowserContext[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});
beforeEach(async () => {
  stage = await startInbox();
});
afterEach(async () => {
  for (const context of contexts) await context.close();
  contexts = [];
  await stage.close();
});

/** Somebody with a browser of their own. */
async function visit(
  name = "ada",
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options });
  contexts.push(context);
  await context.addCookies([{ name: "session", value: name, url: stage.origin }]);
  return context;
}

async function open(url: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await visit())).newPage();
  await page.goto(url);
  return page;
}

const git = { server: "git", method: "tools/call", target: "push", runId: "run-2" };
const statusOf = async (id: string) => (await stage.broker.get(id))?.status;
const notes: FormSchema = {
  type: "object",
  properties: {
    note: { type: "string", title: "Note", maxLength: 90 },
    key: { type: "secret", title: "Key" },
  },
  required: ["note"],
};

describe("an open inbox", () => {
  it("shows a very long message cut, and once and whole when all of it is asked for (C14)", async () => {
    const { href } = await stage.ask({ message: `The beginning. ${"word ".repeat(1_000)}The end.` });
    const page = await open(href);
    const message = page.locator(".message:visible");
    expect(await message.allTextContents()).toEqual([expect.stringMatching(/^The beginning\.[^.]*…$/)]);
    await page.getByText("Show all").click();
    expect(await message.allTextContents()).toEqual([expect.stringMatching(/^The beginning\..*The end\.$/)]);
    await page.getByText("Show all").click();
    expect(await message.allTextContents()).toEqual([expect.stringContaining("…")]);
  });

  it("shows what is asked, and takes away what is over, by itself (W5, W1)", async () => {
    const page = await open(stage.home);
    await page.getByText("Nothing waits for you").waitFor();
    const { id } = await stage.ask({ message: "Deploy?" });
    await page.getByText("Deploy?").waitFor();
    await expect.poll(() => page.title()).toBe("(1) Inbox · Beckon");
    expect(await page.locator('link[rel="icon"]').getAttribute("href")).toBe("/inbox/icon/1.svg");
    await stage.broker.settle(id, { action: "accept" }, { by: "grace" });
    await page.getByText("Deploy?").waitFor({ state: "detached" });
    await expect.poll(() => page.title()).toBe("Inbox · Beckon");
  });

  it("turns the card into a receipt when it is answered elsewhere, with no dead buttons (W5, C5)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    const page = await open(href);
    await page.getByLabel("Guests").fill("4");
    await stage.broker.settle(
      id,
      { action: "accept", content: { guests: 2 } },
      { by: "grace", from: "terminal" },
    );
    await page.getByRole("heading", { name: "Answered" }).waitFor();
    expect(await page.getByText("grace answered").isVisible()).toBe(true);
    expect(await page.locator("#card button").count()).toBe(0);
  });

  it("moves no line when there is less to filter (W1)", async () => {
    const asked = [];
    for (let index = 0; index < 5; index += 1) asked.push(await stage.ask({ message: `Question ${index}?` }));
    const page = await open(stage.home);
    const before = await page.locator(".entry-link").first().boundingBox();
    await stage.broker.settle(asked[4]?.id ?? "", { action: "cancel" }, { by: "grace" });
    await page.getByText("Question 4?").waitFor({ state: "detached" });
    expect(await page.locator(".entry-link").first().boundingBox()).toEqual(before);
  });

  it("closes a card that was withdrawn, and says why (C5)", async () => {
    const { href, id } = await stage.ask();
    const page = await open(href);
    await stage.broker.withdraw(id, "The call was cancelled.");
    await page.getByRole("heading", { name: "No longer asked" }).waitFor();
    expect(await page.getByText("The call was cancelled.").isVisible()).toBe(true);
  });

  it("says when the server is gone, keeps what was typed, and goes on when it is back (W12, W3, W5)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    const page = await open(href);
    await page.getByLabel("Guests").fill("4");
    await stage.stop();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByText("It could not be sent").waitFor();
    expect(await page.getByLabel("Guests").inputValue()).toBe("4");
    await stage.comeBack();
    await page.getByRole("button", { name: "Send answer" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { guests: 4 } });
  });

  it("says by itself that the server is gone, soon, and that it is back (W12, W5)", async () => {
    const { href } = await stage.ask({ schema: guests });
    const page = await open(href);
    await page.locator("body").waitFor();
    await stage.stop();
    // Sooner than it would be found out by asking now and then.
    await page.getByText("cannot be reached just now").waitFor({ timeout: 12_000 });
    await stage.comeBack();
    await page.getByText("cannot be reached just now").waitFor({ state: "hidden" });
  });

  it("has the line of the open card in view, however long the list is (W1)", async () => {
    const asked: { readonly id: string; readonly href: string }[] = [];
    for (let index = 0; index < 30; index += 1)
      asked.push(await stage.ask({ message: `Question ${index}?` }));
    const page = await open(asked.at(-1)?.href ?? "");
    const isInView = (): Promise<boolean> =>
      page.locator(".entry-link[aria-current]").evaluate((line) => {
        const { top, bottom } = line.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    await page.locator(".entry-link").first().click();
    await page.waitForURL(asked[0]?.href ?? "");
    await page.goBack();
    await page.locator(`.entry-link[aria-current][href*="${asked.at(-1)?.id}"]`).waitFor();
    await expect.poll(isInView).toBe(true);
  });

  it("counts down by the server's clock, however wrong its own is (C7, W12)", async () => {
    const { href } = await stage.ask({ timeoutMs: 125_000 });
    const context = await visit();
    await context.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() + 7_200_000;
    });
    const page = await open(href, context);
    await page.getByText(/\(2 min [0-5] s left\)/).waitFor();
  });

  it("hears of changes in every tab over one stream (W5)", async () => {
    const context = await visit();
    const first = await open(stage.home, context);
    const second = await open(stage.home, context);
    await stage.ask({ message: "Deploy?" });
    await first.getByText("Deploy?").waitFor();
    await second.getByText("Deploy?").waitFor();
  });
});

describe("what is not shown just now", () => {
  it("is put aside on every device of the person, and can be brought back from any (C6, W3)", async () => {
    const { href, id } = await stage.ask();
    const [desk, phone] = [await open(href), await open(stage.home, await visit("ada"))];
    const other = await open(stage.home, await visit("grace"));
    await desk.getByRole("heading", { name: "tables asks you" }).waitFor();
    await desk.keyboard.press("Escape");
    await desk.getByText("1 question put aside").waitFor();
    await phone.getByText("Not now 1").waitFor();
    await expect.poll(() => phone.title()).toBe("Inbox · Beckon");
    expect(await other.title()).toBe("(1) Inbox · Beckon");
    await desk.getByRole("button", { name: "Undo" }).click();
    await phone.getByText("Not now 1").waitFor({ state: "detached" });
    await stage.broker.asides.add("ada", id);
    await phone.getByText("Not now 1").click();
    await phone.locator(".entry-link").click();
    await phone.getByRole("button", { name: "Bring it back" }).click();
    await phone.getByText("You have put this aside.").waitFor({ state: "detached" });
    expect([...(await stage.broker.asides.list("ada"))]).toEqual([]);
  });

  it("is muted for everybody in view of everybody, and says who did and how to undo it (C17, W5)", async () => {
    const { href } = await stage.ask();
    const context = await visit();
    const [list, card] = [await open(stage.home, context), await open(href, context)];
    const settings = await open(`${stage.home}/settings`, context);
    const theirs = await open(href, await visit("grace"));
    await theirs.getByRole("button", { name: "Mute tables" }).click();
    await theirs.getByText("1 server muted").waitFor();
    await settings.getByText(/since .*, by grace/).waitFor();
    await list.getByText("Muted 1").click();
    await list.getByText("muted by grace").waitFor();
    await card.getByText("tables is muted by grace").waitFor();
    await card.getByRole("button", { name: "Unmute" }).click();
    await card.getByText("tables is muted by grace").waitFor({ state: "detached" });
    await list.getByText("Muted 1").waitFor({ state: "detached" });
    await settings.getByText("Nobody is muted").waitFor();
  });
});

describe("a card that was put aside", () => {
  it.each([true, false])(
    "is sent by Enter in a field, with script: %s (W3, W4)",
    async (javaScriptEnabled) => {
      const { href, id } = await stage.ask({ schema: guests });
      await stage.broker.asides.add("ada", id);
      const page = await open(href, await visit("ada", { javaScriptEnabled }));
      await page.getByLabel("Guests").fill("4");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Answer sent" }).waitFor();
      expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { guests: 4 } });
    },
  );

  it.each([true, false])(
    "is brought back with what was typed, with script: %s (C6, W3)",
    async (javaScriptEnabled) => {
      const { href, id } = await stage.ask({ schema: guests });
      await stage.broker.asides.add("ada", id);
      const page = await open(href, await visit("ada", { javaScriptEnabled }));
      await page.getByLabel("Guests").fill("4");
      await page.getByRole("button", { name: "Bring it back" }).click();
      await page.getByText("You have put this aside.").waitFor({ state: "detached" });
      expect(await page.getByLabel("Guests").inputValue()).toBe("4");
      expect([...(await stage.broker.asides.list("ada"))]).toEqual([]);
    },
  );

  it("says that it is being sent by the button that sends, and has it once for who listens (W3, W4)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    await stage.broker.asides.add("ada", id);
    const page = await open(href);
    const { release, passed } = await holdBack(page, href);
    await page.getByLabel("Guests").fill("4");
    expect(await page.getByRole("button", { name: "Send answer" }).count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sending…" }).waitFor();
    expect(await page.locator(".actions .button").allTextContents()).toContain("Sending…");
    release();
    await passed();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
  });
});

describe("typing", () => {
  it("is kept as a draft over a reload, and shown to who answers on another device (C6)", async () => {
    const { href } = await stage.ask({ schema: notes });
    const page = await open(href);
    const saved = page.waitForResponse((response) =>
      (response.request().postData() ?? "").includes("action=draft"),
    );
    await page.getByLabel("Note").fill("half a thou");
    await page.locator('[name="f1"]').fill("hunter2");
    const request = (await saved).request();
    expect(request.postData()).not.toContain("hunter2");
    await page.reload();
    expect(await page.getByLabel("Note").inputValue()).toBe("half a thou");
    expect(await page.locator('[name="f1"]').inputValue()).toBe("");
    const phone = await open(href, await visit("ada", { viewport: { width: 360, height: 640 } }));
    expect(await phone.getByLabel("Note").inputValue()).toBe("half a thou");
  });

  it("claims the question, which others see (C5)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    const [mine, theirs] = [await open(href), await open(stage.home, await visit("grace"))];
    await mine.getByLabel("Guests").fill("4");
    await theirs.getByText("ada is at it").waitFor();
    expect(await statusOf(id)).toBe("active");
  });

  it("moves the deadline that is in view, on the card and in the list (C7)", async () => {
    const { href, id } = await stage.ask({ schema: guests, timeoutMs: 40_000 });
    await stage.broker.claim(id, { by: "ada" });
    await stage.clock.advance(20_000);
    const page = await open(href);
    await page.getByText(/\((20|1\d) s left\)/).waitFor();
    await page.getByLabel("Guests").fill("4");
    await page.getByText(/\((30|2[1-9]) s left\)/).waitFor();
    const { expiresAt } = (await stage.broker.get(id)) ?? {};
    await page.locator(`.entry [data-until="${expiresAt}"]`).waitFor();
  });

  it("moves the deadline of every question of a round (C7, C11)", async () => {
    const { href } = await stage.ask({ group: "g", schema: guests, timeoutMs: 40_000 });
    const { id } = await stage.ask({ group: "g", message: "Sure?", timeoutMs: 40_000 });
    for (const one of ["elicitation-1", id]) await stage.broker.claim(one, { by: "ada" });
    await stage.clock.advance(20_000);
    const page = await open(href);
    await page.getByLabel("Guests").fill("4");
    await expect.poll(() => page.getByText(/\((30|2[1-9]) s left\)/).count()).toBe(2);
  });
});

describe("two answers at once", () => {
  it("one wins, and the other tab becomes a receipt that says so (C4, W5)", async () => {
    const { href, id } = await stage.ask({ schema: guests });
    const [one, other] = [await open(href), await open(href, await visit("grace"))];
    await one.getByLabel("Guests").fill("2");
    await other.getByLabel("Guests").fill("3");
    // A tab that is slow to click may be a receipt already, so both buttons are found before either is pressed.
    const buttons = await Promise.all(
      [one, other].map((page) =>
        page.getByRole("button", { name: "Send answer" }).evaluateHandle((button) => button as HTMLElement),
      ),
    );
    await Promise.all(buttons.map((button) => button.evaluate((found) => found.click())));
    for (const page of [one, other]) await page.locator("[data-receipt]").waitFor();
    const texts = await Promise.all([one, other].map((page) => page.locator("#card").textContent()));
    expect(texts.filter((text) => text?.includes("You answered"))).toHaveLength(1);
    expect(await statusOf(id)).toBe("accepted");
  });
});

describe("the keyboard", () => {
  it("is enough: j and k move, Enter opens, Tab and Enter answer, Esc is not now, ? helps (W4, W3)", async () => {
    const first = await stage.ask({ message: "First?", schema: guests });
    const second = await stage.ask({ message: "Second?", asker: git });
    const page = await open(stage.home);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "git asks you" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByText("1 question put aside").waitFor();
    expect(await statusOf(second.id)).toBe("pending");
    expect(await page.locator("[data-keys]").isVisible()).toBe(true);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "tables asks you" }).waitFor();
    while (!(await page.getByLabel("Guests").evaluate((input) => input === document.activeElement)))
      await page.keyboard.press("Tab");
    await page.keyboard.type("40");
    await page.keyboard.press("Enter");
    await page.getByText("One thing needs another look").waitFor();
    expect(await page.locator(".summary").evaluate((summary) => summary === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("4");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await stage.broker.getAnswer(first.id)).toMatchObject({ content: { guests: 4 } });
  });
});

describe("keys that come quickly", () => {
  const focused = (page: Page) =>
    page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-entry]")?.dataset.entry);
  const title = (page: Page, name: string) => page.getByRole("heading", { name: `${name} asks you` });

  it("count from the moment in which the dialog with the keys has closed (W4)", async () => {
    const { id } = await stage.ask();
    const page = await open(stage.home);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    // Until the next frame the focus is still inside the dialog.
    await page.evaluate(() => {
      document.querySelector("dialog")?.close();
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "j", bubbles: true }));
    });
    expect(await focused(page)).toBe(id);
  });

  it("find the line where it was, whatever changes in the list meanwhile (W4, W5)", async () => {
    const first = await stage.ask({ message: "First?" });
    await stage.broker.mutes.add("git", { by: "grace" });
    const page = await open(stage.home);
    await page.keyboard.press("j");
    await stage.ask({ message: "Second?", asker: git });
    await page.getByText("Muted 1").waitFor();
    expect(await focused(page)).toBe(first.id);
    await stage.broker.claim(first.id, { by: "grace", from: "terminal" });
    await page.getByText("grace is at it").waitFor();
    expect(await focused(page)).toBe(first.id);
    await page.keyboard.press("Enter");
    await title(page, "tables").waitFor();
  });

  it("go on at the line that takes the place of one that is over (W4, W5)", async () => {
    const first = await stage.ask({ message: "First?" });
    const second = await stage.ask({ message: "Second?", asker: git });
    const page = await open(stage.home);
    await page.keyboard.press("j");
    await stage.broker.settle(first.id, { action: "cancel" }, { by: "grace" });
    await page.getByText("First?").waitFor({ state: "detached" });
    expect(await focused(page)).toBe(second.id);
  });

  it("open what was chosen last, in whichever order the pages come (W4)", async () => {
    const first = await stage.ask({ message: "First?" });
    await stage.ask({ message: "Second?", asker: git });
    const page = await open(stage.home);
    const { release, passed } = await holdBack(page, first.href);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await title(page, "git").waitFor();
    release();
    await passed();
    expect(await title(page, "git").isVisible()).toBe(true);
  });

  it("leave the focus to who has gone on while a card was loading (W4)", async () => {
    const first = await stage.ask({ message: "First?" });
    const second = await stage.ask({ message: "Second?", asker: git });
    const page = await open(stage.home);
    const { release } = await holdBack(page, first.href);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.keyboard.press("j");
    release();
    await title(page, "tables").waitFor();
    expect(await focused(page)).toBe(second.id);
  });

  it("with Esc stay at the list when a card has not come yet, and put nothing aside unseen (W3)", async () => {
    const { href } = await stage.ask();
    const page = await open(stage.home);
    const { release, passed } = await holdBack(page, href);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    release();
    await passed();
    expect(await title(page, "tables").isVisible()).toBe(false);
    expect(await page.getByText("put aside").count()).toBe(0);
  });

  it("open a card only once the answer before it is sent (W3)", async () => {
    const first = await stage.ask({ message: "First?" });
    await stage.ask({ message: "Second?", asker: git });
    const page = await open(first.href);
    const { release, passed } = await holdBack(page, first.href);
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText("Second?").click();
    release();
    await title(page, "git").waitFor();
    await passed();
    expect(await statusOf(first.id)).toBe("accepted");
    expect(await title(page, "git").isVisible()).toBe(true);
  });
});

it("while an answer is being sent nothing else can be pressed, and every button says so (W3)", async () => {
  const { href, id } = await stage.ask();
  const page = await open(href);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(request.postData() ?? ""));
  const { release, passed } = await holdBack(page, href);
  await page.getByRole("button", { name: "Approve" }).click();
  const buttons = page.locator(".actions .button");
  expect(await buttons.allTextContents()).toEqual(["Approving…", "Decline", "Not now", "Cancel"]);
  for (const button of await buttons.all()) expect(await button.getAttribute("aria-disabled")).toBe("true");
  for (const name of ["Decline", "Not now", "Cancel"])
    await page.locator(".actions .button", { hasText: name }).dispatchEvent("click");
  release();
  await passed();
  await page.getByRole("heading", { name: "Answer sent" }).waitFor();
  expect(posts).toHaveLength(1);
  expect(await statusOf(id)).toBe("accepted");
});

it("what could not be sent can be pressed again, all of it (W3)", async () => {
  const { href, id } = await stage.ask();
  const page = await open(href);
  await stage.stop();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("It could not be sent").waitFor();
  expect(await page.locator('.actions [aria-disabled="true"]').count()).toBe(0);
  await stage.comeBack();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("heading", { name: "Declined" }).waitFor();
  expect(await statusOf(id)).toBe("declined");
});

/** Keeps the requests to an address waiting until they are released; `passed` once the page has what came of them. */
async function holdBack(page: Page, url: string) {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  const finished = new Promise<void>((resolve) => {
    page.on("requestfinished", (request) => request.url() === url && resolve());
  });
  return {
    release,
    async passed() {
      await finished;
      await page.evaluate(
        () => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))),
      );
    },
  };
}

describe("a page to go to", () => {
  it("opens in a tab of its own after consent, and the card waits and goes on by itself (C13, W9)", async () => {
    const url = "https://example.com/start";
    const { href, id } = await stage.ask({ mode: "url", url });
    const context = await visit();
    await context.route(url, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Elsewhere</p>" }),
    );
    const page = await open(href, context);
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      page.getByRole("button", { name: "Open example.com" }).click(),
    ]);
    await tab.getByText("Elsewhere").waitFor();
    expect(tab.url()).toBe(url);
    expect(await tab.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
    await page.getByText("Waiting until you have finished there.").waitFor();
    const again = page.getByRole("link", { name: "Open example.com again", exact: true });
    // biome-ignore lint/performance/useDomNodeTextContent: how it is laid out, where a blank may be lost
    expect(await again.innerText()).toBe("Open example.com again");
    expect(await statusOf(id)).toBe("active");
    await stage.broker.withdraw(id, "answered");
    await page.getByRole("heading", { name: "Finished" }).waitFor();
  });

  it("is called open, and not open again, where nothing has opened it yet (C13, W4)", async () => {
    const url = "https://example.com/start";
    const { href, id } = await stage.ask({ mode: "url", url });
    const context = await visit("ada", { javaScriptEnabled: false });
    await context.route(url, (route) =>
      route.fulfill({ contentType: "text/html", body: "<p>Elsewhere</p>" }),
    );
    const page = await open(href, context);
    await page.getByRole("button", { name: "Open example.com", exact: true }).click();
    const link = page.getByRole("link", { name: "Open example.com", exact: true });
    const [tab] = await Promise.all([context.waitForEvent("page"), link.click()]);
    await tab.getByText("Elsewhere").waitFor();
    await page.getByRole("button", { name: "I have finished" }).click();
    await page.getByRole("heading", { name: "Answer sent" }).waitFor();
    expect(await statusOf(id)).toBe("accepted");
  });

  it("can be copied whole while it is waited for, and says so when the browser refuses (C13, W9)", async () => {
    const url = "https://example.com/start?a=1&b=%3Cx%3E#part";
    const { href } = await stage.ask({ mode: "url", url });
    const context = await visit();
    await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: stage.origin });
    const page = await open(`${href}?opened=yes`, context);
    await page.getByRole("button", { name: "Copy address" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    await page.reload();
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException("No.", "NotAllowedError"));
    });
    await page.getByRole("button", { name: "Copy address" }).click();
    await page.getByRole("button", { name: "Not copied" }).waitFor();
  });
});

/** Somebody who has turned notifications on, and looks at something else; `shown` gives what they got. */
async function lookAway(place = "") {
  const context = await visit();
  await context.grantPermissions(["notifications"]);
  await context.addInitScript(() => {
    const shown: { title: string; body: string; isClosed: boolean }[] = [];
    Object.assign(window, { shown });
    class Notice extends EventTarget {
      static permission = "granted";
      #record: (typeof shown)[number];
      constructor(title: string, { body = "" }: NotificationOptions) {
        super();
        this.#record = { title, body, isClosed: false };
        shown.push(this.#record);
      }
      close() {
        this.#record.isClosed = true;
        localStorage.setItem("closed", String(Number(localStorage.getItem("closed")) + 1));
      }
    }
    Object.assign(window, { Notification: Notice });
    Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  });
  const page = await open(`${stage.home}/settings`, context);
  const turnOn = () => page.getByRole("button", { name: "Turn notifications on" }).click();
  return {
    context,
    page,
    turnOn,
    goAway: () => page.goto(`${stage.home}${place}`),
    shown: () => page.evaluate(() => (window as unknown as { shown: unknown[] }).shown),
  };
}

const notice = { title: "Beckon", body: "Something waits for your answer.", isClosed: false };
const closed = { ...notice, isClosed: true };
const patiently = { timeout: 20_000 };

describe("notifications", () => {
  it("are by choice, say nothing of the question, and go when it is over (W6)", async () => {
    const { page, turnOn, goAway, shown } = await lookAway();
    await stage.ask({ message: "Before?" });
    await expect.poll(() => page.title()).toBe("(1) Settings · Beckon");
    expect(await shown()).toEqual([]);
    await turnOn();
    await goAway();
    const { id } = await stage.ask({ message: "Confidential?", asker: git });
    await expect.poll(shown, patiently).toEqual([notice]);
    await stage.broker.settle(id, { action: "cancel" }, { by: "grace" });
    await expect.poll(shown, patiently).toEqual([closed]);
  });

  it("go when the question was put aside elsewhere, or its server muted (W6, C17)", async () => {
    const { turnOn, goAway, shown } = await lookAway();
    await turnOn();
    await goAway();
    const { id } = await stage.ask();
    await stage.ask({ asker: git });
    await expect.poll(shown, patiently).toEqual([notice, notice]);
    await stage.broker.asides.add("ada", id);
    await expect.poll(shown, patiently).toEqual([closed, notice]);
    await stage.broker.mutes.add("git", { by: "grace" });
    await expect.poll(shown, patiently).toEqual([closed, closed]);
  });

  it("come on pages without the list, and once for a question (W6)", async () => {
    const { turnOn, goAway, shown } = await lookAway("/history");
    await turnOn();
    await goAway();
    const { id } = await stage.ask();
    await expect.poll(shown, patiently).toEqual([notice]);
    await stage.broker.claim(id, { by: "grace", forMs: 1_000 });
    await stage.clock.advance(2_000);
    await stage.ask({ asker: git });
    await expect.poll(shown, patiently).toEqual([notice, notice]);
  });

  it("go with their page: nobody could clear them later (W6)", async () => {
    const { page, turnOn, goAway, shown } = await lookAway();
    await turnOn();
    await goAway();
    await stage.ask();
    await expect.poll(shown, patiently).toEqual([notice]);
    await page.reload();
    expect(await page.evaluate(() => localStorage.getItem("closed"))).toBe("1");
  });

  it("come and go without a stream too (W6, W5)", async () => {
    const { context, turnOn, goAway, shown } = await lookAway();
    await turnOn();
    await context.route(/\/inbox\/live\?/, (route) => route.fulfill({ status: 503, body: "" }));
    await context.clock.install();
    await goAway();
    /** Lets the time of the page pass until it shows that. */
    const until = (expected: readonly object[]) =>
      expect
        .poll(async () => {
          await context.clock.runFor(1_000);
          return shown();
        }, patiently)
        .toEqual(expected);
    const { id } = await stage.ask();
    await until([notice]);
    await stage.broker.settle(id, { action: "cancel" }, { by: "grace" });
    await until([closed]);
  });
});

describe("a phone", () => {
  it("shows the list, then the card with its buttons in reach, however long it is (W7, W3)", async () => {
    await stage.ask({ message: "שלום long ".repeat(600) });
    const page = await open(
      stage.home,
      await visit("ada", { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true }),
    );
    expect(await page.locator("#card").getByRole("heading").first().isVisible()).toBe(false);
    await page.locator(".entry-link").tap();
    await page.getByRole("heading", { name: "tables asks you" }).waitFor();
    for (const name of ["Approve", "Decline", "Not now", "Cancel"]) {
      const box = await page.getByRole("button", { name, exact: true }).boundingBox();
      expect(box?.y ?? 999).toBeLessThan(640);
      expect(box?.height ?? 0).toBeGreaterThanOrEqual(44);
    }
    await page.getByRole("link", { name: "Inbox" }).last().tap();
    await page.locator(".entry-link").waitFor();
  });

  it("has the reason beside the button that declines, however long the question is (C18, W12)", async () => {
    const { id, href } = await stage.ask({ message: "Why?\n".repeat(80) });
    const context = await visit("ada", {
      viewport: { width: 360, height: 640 },
      hasTouch: true,
      javaScriptEnabled: false,
    });
    const page = await open(href, context);
    const decline = page.getByRole("button", { name: "Decline", exact: true });
    const before = await decline.boundingBox();
    const disclosure = page.getByText("Say why you decline");
    const summary = await disclosure.boundingBox();
    expect(summary?.height ?? 0).toBeGreaterThanOrEqual(44);
    expect(summary?.y ?? 999).toBeLessThan(640);
    await disclosure.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Not on a Friday.");
    const field = await page.getByLabel("Reason").boundingBox();
    expect(field?.y ?? -1).toBeGreaterThan(0);
    expect((field?.y ?? 999) + (field?.height ?? 999)).toBeLessThan(before?.y ?? 0);
    // Fractions of a pixel come of scrolling.
    expect(Math.abs(((await decline.boundingBox())?.y ?? 999) - (before?.y ?? 0))).toBeLessThan(1);
    await decline.tap();
    await page.getByRole("heading", { name: /declined/i }).waitFor();
    expect(await stage.broker.getAnswer(id)).toEqual({ action: "decline", reason: "Not on a Friday." });
  });
});

describe("a message that is written from right to left", () => {
  const directionOf = (found: Locator) => found.evaluate((element) => getComputedStyle(element).direction);

  it.each([
    ["Hebrew", "האם לפרוס עכשיו? deploy v2"],
    ["Arabic", "هل ننشر الآن؟ deploy v2"],
  ])("in %s runs that way, and what stands around it does not (W12)", async (_, message) => {
    const { href } = await stage.ask({ message, schema: notes });
    const page = await open(stage.home);
    expect(await directionOf(page.locator(".entry-link bdi").filter({ hasText: message }))).toBe("rtl");
    await page.goto(href);
    expect(await directionOf(page.getByRole("heading", { name: "tables asks you" }))).toBe("ltr");
    expect(await directionOf(page.locator("#card .foreign").filter({ hasText: message }))).toBe("rtl");
    const field = page.getByLabel("Note");
    await field.fill(message);
    expect(await directionOf(field)).toBe("rtl");
    await field.fill("deploy");
    expect(await directionOf(field)).toBe("ltr");
  });
});

describe("without scripts", () => {
  it("a person finds, answers, declines, puts aside and filters all the same (W4)", async () => {
    const first = await stage.ask({ message: "First?", schema: guests });
    const second = await stage.ask({ message: "Second?", asker: git });
    const third = await stage.ask({ message: "Third?", asker: { ...git, runId: "run-3" } });
    const page = await open(stage.home, await visit("ada", { javaScriptEnabled: false }));
    await page.getByText("First?").click();
    await page.getByLabel("Guests").fill("40");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await page.getByText("Must be at most 20.").isVisible()).toBe(true);
    await page.getByLabel("Guests").fill("4");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await page.getByRole("heading", { name: "Answer sent" }).isVisible()).toBe(true);
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByText("Say why you decline").click();
    await page.getByLabel("Reason").fill("Not on a Friday.");
    await page.getByRole("button", { name: "Decline" }).click();
    expect(await stage.broker.getAnswer(first.id)).toMatchObject({ content: { guests: 4 } });
    expect(await stage.broker.getAnswer(second.id)).toEqual({
      action: "decline",
      reason: "Not on a Friday.",
    });
    await page.getByRole("link", { name: "Next question" }).click();
    await page.getByRole("button", { name: "Not now" }).click();
    expect(await page.getByText("1 question put aside").isVisible()).toBe(true);
    expect(await statusOf(third.id)).toBe("pending");
    await page.goto(`${stage.home}?asker=tables`);
    expect(await page.getByText("Nothing that waits is like that.").isVisible()).toBe(true);
  });
});

describe("an attack", () => {
  it("by hostile text runs nothing and links nowhere (C14)", async () => {
    const hostile = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>\u202Eevil`;
    const { href } = await stage.ask({
      message: hostile,
      asker: { ...git, server: hostile, target: hostile },
    });
    const page = await open(stage.home);
    await page.locator(".entry-link").click();
    await page.getByRole("heading", { name: /asks you/ }).waitFor();
    for (const url of [href, `${stage.home}/runs`]) await page.goto(url);
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
    expect(await page.locator("main img, main script").count()).toBe(0);
  });

  it("by a frame of another page shows nothing (W8)", async () => {
    const context = await visit();
    const page = await context.newPage();
    await page.route("https://evil.example/", (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe src="${stage.home}"></iframe>` }),
    );
    await stage.ask({ message: "Confidential?" });
    await page.goto("https://evil.example/");
    const frame = page.frames()[1];
    expect(
      await frame
        ?.locator("body")
        .textContent()
        .catch(() => ""),
    ).not.toContain("Confidential");
  });

  it("by a form of another page changes nothing (W8)", async () => {
    const { href, id } = await stage.ask();
    const context = await visit();
    const page = await open(href, context);
    await page.route("https://evil.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<form method="post" action="${href}"><input name="action" value="accept"><button>Win</button></form>`,
      }),
    );
    await page.goto("https://evil.example/");
    await page.getByRole("button").click();
    await page.getByText(/Sign in first|Nothing was sent/).waitFor();
    expect(await statusOf(id)).toBe("pending");
  });
});
