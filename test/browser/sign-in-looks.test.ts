// Every page on the way into the inbox and out of it: nothing for axe to find, and nothing to scroll sideways.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type ServeProcess, startServe } from "../e2e/serve-process.js";
import { expectGoodLooks, LOOKS } from "./good-looks.js";
import { usePage } from "./use-page.js";

const pageFor = usePage();
let folder: string;
let serving: ServeProcess;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "beckon-sign-in-"));
  serving = await startServe(join(folder, "state"), "--port", "0", "--person", "Ada");
});
afterAll(async () => {
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
  it(LOOKS, async () => {
    const page = await pageFor();
    await open(page);
    await page.getByRole("heading", { name: heading, exact: true }).waitFor();
    await expectGoodLooks(page);
  });
});
