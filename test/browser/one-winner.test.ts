// Two tabs and a terminal answer one question at the same moment, on a real server.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findTmux } from "../../scripts/tmux.mjs";
import { createApiClient } from "../../src/web/index.js";
import { program } from "../cli/run-cli.js";
import { startServe } from "../e2e/serve-process.js";
import { Pane } from "../tty/pane.js";
import { launchBrowser } from "./launch.js";

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

const QUESTION = {
  message: "Who is first?",
  schema: { type: "object", properties: { name: { type: "string", title: "Name" } }, required: ["name"] },
  asker: { server: "races" },
} as const;

/** A card with what will be sent. */
async function openTab(page: Page, url: string, name: string): Promise<Page> {
  await page.goto(url);
  await page.getByLabel("Name").fill(name);
  return page;
}

/** Keeps what the tabs send until all of them have, and it is released. */
async function holdBack(tabs: readonly Page[], url: string): Promise<() => Promise<void>> {
  const arrivals: Promise<void>[] = [];
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const tab of tabs) {
    let arrive = (): void => {};
    arrivals.push(
      new Promise<void>((resolve) => {
        arrive = resolve;
      }),
    );
    await tab.route(url, async (route) => {
      const sent = route.request().postData() ?? "";
      if (!sent.includes("action=accept")) return route.continue();
      arrive();
      await released;
      return route.continue();
    });
  }
  return async () => {
    await Promise.all(arrivals);
    release();
  };
}

// Comes back wherever there is a tmux, as it is where everything has to run.
test.skipIf(findTmux() === undefined && !process.env.CI)(
  "of two tabs and a terminal that answer at once one wins, and the others are told who and when (C4, C5, W5, T9)",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "beckon-winner-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const serving = await startServe(join(folder, "state"), "--port", "0", "--person", "Ada");
    onTestFinished(() => serving.kill());
    const client = createApiClient({ baseUrl: serving.baseUrl, token: serving.token });
    const { elicitation } = await client.create(QUESTION);

    const where = `BECKON_URL='${serving.baseUrl}' BECKON_TOKEN='${serving.token}' CI= LANG=C.UTF-8`;
    const answer = `${where} '${process.execPath}' '${program}' answer ${elicitation.id}; echo "exit $?"; exec cat`;
    const pane = await Pane.open("", { shell: `cd '${folder}'; ${answer}` });
    onTestFinished(() => pane[Symbol.asyncDispose]());
    await pane.until("Who is first?");
    // Keys that come while a card appears are not taken: a person looks first.
    await new Promise((done) => setTimeout(done, 350));
    await pane.type("terminal");
    await pane.until("│ terminal");
    await pane.press("Enter");
    await pane.until("[ Send ]");

    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const card = `${serving.baseUrl}/inbox/e/${elicitation.id}`;
    const first = await context.newPage();
    await first.goto(serving.signInUrl);
    // What was typed in the terminal is a draft of the same person: whoever types in a tab writes over it.
    const tabs = [
      await openTab(first, card, "left tab"),
      await openTab(await context.newPage(), card, "right tab"),
    ];

    // A tab that is slow to click may be a receipt already, so the buttons are found before anything is pressed.
    const buttons = await Promise.all(
      tabs.map((tab) =>
        tab.getByRole("button", { name: "Send answer" }).evaluateHandle((button) => button as HTMLElement),
      ),
    );
    // None is sent before all are on their way: a tab that hears of another answer first has nothing to send.
    const release = await holdBack(tabs, card);
    await Promise.all(buttons.map((button) => button.evaluate((found) => found.click())));
    await Promise.all([release(), pane.press("Enter")]);

    const { answer: given } = await client.answerOf(elicitation.id, { waitSeconds: 20 });
    const winner = given?.action === "accept" ? given.content.name : undefined;
    expect(["left tab", "right tab", "terminal"]).toContain(winner);
    const ended = await pane.until(/exit \d/);
    expect(ended).toContain(winner === "terminal" ? "exit 0" : "exit 9");
    const { settled } = (await client.get(elicitation.id)).elicitation;
    const answeredAt = new Date(settled?.at ?? 0).toISOString();
    if (winner !== "terminal") {
      // The terminal breaks lines wherever they end; the server says `T` where the terminal has a blank.
      const told = ended.replaceAll(/\s/g, "");
      expect(told).toMatch(/(answered|accepted)byAda/);
      expect(told).toMatch(new RegExp(answeredAt.slice(0, 19).replace("T", "T?")));
    }
    for (const [index, tab] of tabs.entries()) {
      // Each tab ends as a receipt of the one answer, without a button that does nothing.
      const receipt = tab.locator(`[data-receipt="${elicitation.id}"]`);
      await receipt.waitFor();
      expect(await tab.getByRole("button", { name: "Send answer" }).count()).toBe(0);
      const isWinner = winner === ["left tab", "right tab"][index];
      expect(await receipt.getByRole("heading").textContent()).toBe(
        isWinner ? "Answer sent" : "Already answered",
      );
      expect(await receipt.getByText("Your answer came too late and was not sent.").count()).toBe(
        isWinner ? 0 : 1,
      );
      const who = winner === "terminal" ? (settled?.name ?? settled?.by) : "You";
      const told = receipt.locator(".lead").filter({ hasText: `${who} answered on ` });
      expect(await told.locator("time").getAttribute("datetime")).toBe(answeredAt);
      expect(await receipt.locator(".given").textContent()).toContain(winner);
    }
    const { entries } = await client.history({ asker: "races" });
    expect(entries.map(({ content }) => content)).toEqual([{ name: winner }]);
  },
);
