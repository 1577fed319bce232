// One browser and one page for all tests of a file: to open another takes longer than most of what is done there.

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "./launch.js";

/** Where a page is shown, and to whom. */
export interface Sight {
  readonly origin: string;
  /** Whom the cookie names. @default nobody */
  readonly person?: string;
}

/** Gives the page as if it were a new one: nobody is signed in, nothing is open, and it is light. */
export function usePage(): (sight?: Sight) => Promise<Page> {
  let browser: Browser | undefined;
  let page: Page | undefined;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
  });
  return async ({ origin, person = "" } = { origin: "" }) => {
    if (page === undefined) throw new Error("A page is there only in tests.");
    const context = page.context();
    await context.setOffline(false);
    await page.unrouteAll();
    await page.goto("about:blank");
    await context.clearCookies();
    if (person !== "") await context.addCookies([{ name: "session", value: person, url: origin }]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 1280, height: 720 });
    return page;
  };
}
