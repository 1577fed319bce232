// How an open inbox keeps up with the server: over a stream, and where there is none by asking now and then.

import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { launchBrowser, startInbox } from "./launch.js";

let browser: Browser;
const cleanups: (() => Promise<void>)[] = [];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

const LIVE = /\/inbox\/live\?/;

async function setUp(options: Parameters<typeof startInbox>[0] = {}) {
  const stage = await startInbox(options);
  cleanups.push(stage.close);
  const context = await browser.newContext({ reducedMotion: "reduce" });
  cleanups.push(() => context.close());
  await context.addCookies([{ name: "session", value: "ada", url: stage.origin }]);
  return { stage, context };
}

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

it("without a stream every tab follows, by asking now and then (W5)", async () => {
  const { stage, context } = await setUp();
  let refusals = 0;
  await context.route(LIVE, (route) => {
    refusals += 1;
    return route.fulfill({ status: 503, body: "" });
  });
  await context.clock.install();
  const pages = [await open(context, stage.home), await open(context, stage.home)];
  await expect.poll(() => refusals).toBe(1);
  /** Lets as much time pass by the pages' clock as it takes until each shows so many lines; gives the seconds. */
  const secondsUntil = async (lines: number): Promise<number> => {
    let seconds = 0;
    const shown = () => Promise.all(pages.map((page) => page.locator(".entry-link").count()));
    while (seconds < 60 && (await shown()).some((count) => count !== lines)) {
      await context.clock.runFor(1_000);
      seconds += 1;
    }
    return seconds;
  };
  const { id } = await stage.ask({ message: "Deploy?" });
  expect(await secondsUntil(1)).toBeLessThan(60);
  await stage.broker.settle(id, { action: "accept" }, { by: "grace" });
  expect(await secondsUntil(0)).toBeLessThan(60);
  expect(refusals).toBeGreaterThan(1);
});

it("what the stream no longer holds comes with the whole list, and the stream goes on from there (C6, W5)", async () => {
  const { stage, context } = await setUp({
    broker: { engine: createMemoryEngine({ elicitations: { maxChanges: 4 } }) },
  });
  const streams: string[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route(LIVE, async (route) => {
    streams.push(new URL(route.request().url()).searchParams.get("after") ?? "");
    await released;
    await route.continue();
  });
  const page = await open(context, stage.home);
  await expect.poll(() => streams).toEqual(["0"]);
  for (let index = 0; index < 6; index += 1) await stage.ask({ message: `Question ${index}?` });
  release();
  await expect.poll(() => page.locator(".entry-link").count()).toBe(6);
  await expect.poll(() => streams).toEqual(["0", "6"]);
  await stage.ask({ message: "One more?" });
  await page.getByText("One more?").waitFor();
  expect(streams).toEqual(["0", "6"]);
});

it("a server that has begun anew with nothing is followed as it is now (C6, W5)", async () => {
  const { stage, context } = await setUp();
  for (let index = 0; index < 3; index += 1) await stage.ask({ message: `Old question ${index}?` });
  const page = await open(context, stage.home);
  await expect.poll(() => page.locator(".entry-link").count()).toBe(3);
  await stage.stop();
  const anew = await stage.beginAnew();
  await expect.poll(() => page.locator(".entry-link").count(), { timeout: 20_000 }).toBe(0);
  await anew.ask({ message: "New question?" });
  await page.getByText("New question?").waitFor();
  expect(await page.locator(".entry-link").count()).toBe(1);
});

it("what becomes of the open card is said to who does not see it (W4, C5)", async () => {
  const { stage, context } = await setUp();
  const { href, id } = await stage.ask();
  const page = await open(context, href);
  const news = page.locator("#news");
  expect(await news.getAttribute("role")).toBe("status");
  expect(await news.textContent()).toBe("");
  // A region that is put in anew together with its text is not read out.
  await news.evaluate((region) => Object.assign(region, { isTheSame: true }));
  await stage.broker.withdraw(id, "The call was cancelled.");
  await expect.poll(() => news.textContent()).toBe("No longer asked");
  expect(await news.evaluate((region) => "isTheSame" in region)).toBe(true);
  expect(await page.getByRole("status").filter({ hasText: "No longer asked" }).count()).toBe(1);
});
