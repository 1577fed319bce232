// The whole story: an agent asks, a person answers in a browser, the server is killed, and nothing is lost.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type ServeProcess, startServe } from "../e2e/serve-process.js";
import { launchBrowser } from "./launch.js";

let browser: Browser;
let folder: string;
const running: ServeProcess[] = [];
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beckon-story-"));
});
afterEach(async () => {
  for (const one of running.splice(0)) if (one.isRunning()) await one.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function start(port: string): Promise<ServeProcess> {
  const one = await startServe(join(folder, "state"), "--port", port, "--person", "Ada");
  running.push(one);
  return one;
}

/** An agent whose client cannot show anything. */
async function connect({ baseUrl, token }: ServeProcess, era: "legacy" | "modern") {
  const mode = era === "modern" ? { pin: "2026-07-28" } : era;
  const client = new Client(
    { name: "planner", version: "2.0.0" },
    { versionNegotiation: { mode }, capabilities: {} },
  );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), { requestInit }));
  return {
    async call(name: string, args: Record<string, unknown>): Promise<string> {
      const { content } = await client.callTool({ name, arguments: args }, { timeout: 80_000 });
      return String((content as readonly { readonly text?: string }[])[0]?.text);
    },
    close: () => client.close(),
  };
}

/** Opens the card of a question from the list, which shows it by itself. */
async function openCard(page: Page, message: string): Promise<void> {
  await page.getByRole("link", { name: message }).first().click();
  await page.waitForURL(/\/inbox\/e\//);
  await page.getByRole("button", { name: "Send answer" }).waitFor();
}

test.each(["legacy", "modern"] as const)(
  "nothing is lost and nothing asked twice: an agent of the %s era, a browser, a kill (C6, W1, W5)",
  async (era) => {
    const first = await start("0");
    const port = new URL(first.baseUrl).port;
    const agent = await connect(first, era);
    const context = await browser.newContext();
    const page = await context.newPage();
    page.on("pageerror", (error) => expect.fail(String(error)));

    // The link signs in once, and leaves nothing secret in the address.
    await page.goto(first.signInUrl);
    expect(page.url()).toBe(`${first.baseUrl}/inbox`);
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(first.signInUrl);
    expect(await stranger.locator("h1").textContent()).toBe("This link is used up");
    await stranger.goto(`${first.baseUrl}/inbox`);
    expect(await stranger.content()).not.toContain("planner");
    await stranger.context().close();

    // A person answers.
    const city = agent.call("elicit", {
      type: "choice",
      prompt: "Which city?",
      options: ["Lisbon", "Porto"],
    });
    await openCard(page, "Which city?");
    await page.getByLabel("Porto").check();
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await city).toBe("The person selected: Porto");

    // The server is killed while another question waits.
    const hotel = { type: "text", prompt: "Which hotel?" };
    const lost = agent.call("elicit", hotel).catch(() => "lost");
    await page.goto(`${first.baseUrl}/inbox`);
    await openCard(page, "Which hotel?");
    const card = page.url();
    const kept = page.waitForResponse(
      (reply) => reply.request().postData()?.includes("action=draft") ?? false,
    );
    await page.getByLabel("Answer").fill("The old");
    await kept;
    await first.kill();
    await agent.close();
    await lost;

    // After the restart the inbox still shows it with what was typed, to somebody who is still signed in.
    const second = await start(port);
    await page.goto(`${second.baseUrl}/inbox`);
    await openCard(page, "Which hotel?");
    expect(page.url()).toBe(card);
    expect(await page.getByLabel("Answer").inputValue()).toBe("The old");
    const id = card.slice(card.lastIndexOf("/") + 1);
    const next = await connect(second, era);
    expect(await next.call("list_elicitations", {})).toContain(id);
    // Asked again by the agent that lost its call, it is the same question.
    expect(await next.call("elicit", { ...hotel, wait_seconds: 0.1 })).toContain(`under the id ${id}`);
    await page.getByLabel("Answer").fill("The old one");
    await page.getByRole("button", { name: "Send answer" }).click();
    expect(await next.call("get_answer", { id, wait_seconds: 20 })).toBe("The person answered: The old one");
    expect(await next.call("list_elicitations", {})).toContain("no open questions");
    const all = JSON.parse(await next.call("list_elicitations", { status: "all" })) as readonly unknown[];
    expect(all).toHaveLength(2);
    await next.close();
    await context.close();
  },
);

test("a secret that a person gives in the inbox reaches the agent as a handle (A3, C12)", async () => {
  const process = await start("0");
  const agent = await connect(process, "modern");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(process.signInUrl);
  const asked = agent.call("elicit", { type: "secret", prompt: "Enter your OpenAI key", name: "openai_key" });
  await openCard(page, "Enter your OpenAI key");
  await page.getByLabel("Answer").fill("sk-live-do-not-show");
  await page.getByRole("button", { name: "Send answer" }).click();
  expect(await asked).toContain("secret:openai_key");
  await page.goto(`${process.baseUrl}/inbox/history`);
  expect(await page.content()).not.toContain("sk-live-do-not-show");
  await agent.close();
  await context.close();
});

test("signing out closes the inbox to the browser that had it open (W8)", async () => {
  const process = await start("0");
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(process.signInUrl);
  await page.goto(`${process.baseUrl}/inbox/settings`);
  await page.getByRole("button", { name: "Sign out" }).click();
  expect(await page.locator("h1").textContent()).toBe("Signed out");
  await page.goto(`${process.baseUrl}/inbox`);
  expect(await page.locator("h1").textContent()).toBe("Sign in");
  await context.close();
});
