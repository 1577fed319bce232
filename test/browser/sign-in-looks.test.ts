// Every page on the way into the inbox and out of it: nothing for axe to find, and nothing to scroll sideways.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ServeProcess, startServe } from "../e2e/serve-process.js";
import { launchBrowser } from "./launch.js";
import { violationsOf } from "./violations.js";

let browser: Browser;
let folder: string;
let serving: ServeProcess;

beforeAll(async () => {
  browser = await launchBrowser();
  folder = mkdtempSync(join(tmpdir(), "beckon-sign-in-"));
  serving = await startServe(join(folder, "state"), "--port", "0", "--person", "Ada");
});
afterAll(async () => {
  await browser?.close();
  await serving?.kill();
  rmSync(folder, { recursive: true, force: true });
});

interface State {
  readonly name: string;
  readonly heading: string;
  readonly open: (page: Page) => Promise<unknown>;
}

const states: readonly State[] = [
  {
    name: "how to sign in",
    heading: "Sign in",
    open: (page) => page.goto(`${serving.baseUrl}/inbox/sign-in`),
  },
  { name: "a stranger", heading: "Sign in", open: (page) => page.goto(`${serving.baseUrl}/inbox`) },
  {
    name: "a link that is used up",
    heading: "This link is used up",
    open: (page) => page.goto(`${serving.baseUrl}/inbox/sign-in?code=none`),
  },
  {
    name: "signed out",
    heading: "Signed out",
    async open(page) {
      await page.goto(serving.signInUrl);
      await page.getByRole("link", { name: "Settings" }).click();
      await page.getByRole("button", { name: "Sign out" }).click();
    },
  },
  {
    name: "signed out by another page",
    heading: "Not from here",
    async open(page) {
      await page.route("https://evil.example/", (route) =>
        route.fulfill({
          contentType: "text/html",
          body: `<form method="post" action="${serving.baseUrl}/inbox/sign-out"><button>Win</button></form>`,
        }),
      );
      await page.goto("https://evil.example/");
      await page.getByRole("button").click();
    },
  },
];

describe.each(states)("the page for $name", ({ heading, open }) => {
  it("has nothing for axe to find and nothing beyond its sides, in light and dark, small and large (W7, W12)", async () => {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    try {
      const page = await context.newPage();
      await open(page);
      await page.getByRole("heading", { name: heading, exact: true }).waitFor();
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
