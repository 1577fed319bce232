// Every state of the inbox: nothing for axe to find, in light and dark, and nothing to scroll sideways on a small phone.

import type { Page } from "playwright-core";
import { describe, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { guests } from "../web/stage.js";
import { everything, expectGoodLooks, LOOKS, long } from "./good-looks.js";
import { startInbox } from "./launch.js";
import { usePage } from "./use-page.js";

type Stage = Awaited<ReturnType<typeof startInbox>>;

const pageFor = usePage();

interface State {
  readonly name: string;
  /** Asks, and gives the address to open. */
  readonly open: (stage: Stage) => Promise<string>;
  readonly act?: (page: Page, stage: Stage) => Promise<void>;
}

const asker = (server: string, runId: string) => ({
  server,
  method: "tools/call",
  target: long,
  client: long,
  runId,
});

/** Some of everything that can wait: five entries, one of them a round of two questions. */
async function fill(stage: Stage, group = "g"): Promise<void> {
  await stage.ask({ message: `${long}?`, schema: everything, asker: asker(long, "a"), timeoutMs: 200_000 });
  await stage.ask({ message: "שלום? מה שלומך היום", asker: asker("שרת", "b") });
  await stage.ask({ mode: "terminal", message: "Pair with me." });
  await stage.ask({
    mode: "url",
    message: "Sign in.",
    url: `https://a.b.evil.co.uk:8443/${"x".repeat(400)}`,
  });
  await stage.ask({ group, schema: guests });
  await stage.ask({ group, message: "Sure?" });
}

const card =
  (number: number, query = "") =>
  async (stage: Stage): Promise<string> => {
    await fill(stage);
    return `${stage.home}/e/elicitation-${number}${query}`;
  };

const longMessage = async (stage: Stage): Promise<string> =>
  (await stage.ask({ group: "h", message: `${"שלום hello ".repeat(400)}${long}`, schema: guests })).href;

const states: readonly State[] = [
  { name: "empty", open: async (stage) => stage.home },
  {
    name: "fifty that wait",
    open: async (stage) => {
      for (let index = 0; index < 10; index += 1) await fill(stage, `g${index}`);
      return stage.home;
    },
    act: (page) => page.getByRole("heading", { name: "Waiting 50" }).waitFor(),
  },
  {
    name: "selecting",
    open: async (stage) => {
      await fill(stage);
      return `${stage.home}?select=yes`;
    },
  },
  { name: "one question", open: async (stage) => (await stage.ask({ schema: guests })).href },
  {
    name: "a list of one question",
    open: async (stage) => {
      await stage.ask({ schema: guests });
      return stage.home;
    },
  },
  { name: "a long message", open: longMessage },
  {
    name: "a long message, all of it",
    open: longMessage,
    act: (page) => page.getByText(/^Show all/).click(),
  },
  { name: "every field", open: card(1) },
  {
    name: "every field, wrong",
    open: card(1),
    act: async (page) => {
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.locator(".summary").waitFor();
    },
  },
  { name: "right-to-left text", open: card(2) },
  {
    name: "a reason to decline",
    open: card(2),
    act: (page) => page.getByText("Say why you decline").click(),
  },
  { name: "a terminal", open: card(3) },
  { name: "a page to go to", open: card(4) },
  { name: "a page that is waited for", open: card(4, "?opened=yes") },
  { name: "a round", open: card(5) },
  {
    name: "a round of which a part is over, and somebody else is at the rest",
    open: card(5),
    act: async (page, stage) => {
      await stage.broker.claim("elicitation-6", { by: long });
      await stage.broker.settle("elicitation-5", { action: "decline", reason: long }, { by: long });
      await page.locator(".over").waitFor();
      await page.getByText("has this open too").waitFor();
    },
  },
  {
    name: "a question that came while the card was open",
    open: longMessage,
    act: async (page, stage) => {
      await stage.ask({ group: "h", message: long });
      await page.getByText("One more question came.", { exact: true }).waitFor();
    },
  },
  {
    name: "a question that came and was shown",
    open: longMessage,
    act: async (page, stage) => {
      await stage.ask({ group: "h", message: long });
      await page.getByRole("button", { name: "Show it" }).click();
    },
  },
  {
    name: "a yes or no",
    open: async (stage) => {
      const schema: FormSchema = {
        type: "object",
        properties: { confirmed: { type: "boolean", title: "Yes" } },
        required: ["confirmed"],
      };
      return (await stage.ask({ message: "Push to main?", schema })).href;
    },
    act: async (page) => {
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.locator(".summary").waitFor();
    },
  },
  {
    name: "put aside and muted",
    open: async (stage) => {
      await fill(stage);
      await stage.broker.asides.add("ada", "elicitation-1");
      await stage.broker.mutes.add(long, { by: long });
      return `${stage.home}/e/elicitation-1`;
    },
  },
  {
    name: "just put aside",
    open: card(2),
    act: async (page) => {
      await page.getByRole("heading", { name: /asks you/ }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  },
  {
    name: "the keys",
    open: card(2),
    act: async (page) => {
      await page.keyboard.press("?");
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "a receipt",
    open: async (stage) => {
      await fill(stage);
      await stage.broker.settle("elicitation-5", { action: "accept", content: { guests: 3 } }, { by: long });
      return `${stage.home}/e/elicitation-5`;
    },
  },
  {
    name: "expired",
    open: async (stage) => {
      await fill(stage);
      await stage.clock.advance(300_000);
      return `${stage.home}/e/elicitation-1`;
    },
  },
  {
    name: "what was answered before",
    open: async (stage) => {
      await fill(stage);
      await stage.broker.settle("elicitation-5", { action: "accept", content: { guests: 3 } }, { by: "ada" });
      await stage.broker.settle("elicitation-6", { action: "decline", reason: long }, { by: "ada" });
      return (await stage.ask({ schema: guests })).href;
    },
    act: (page) => page.getByText(/asked before/).click(),
  },
  {
    name: "out of reach",
    open: card(1),
    act: async (page, stage) => {
      await stage.stop();
      await page.getByRole("button", { name: "Send answer" }).click();
      await page.getByText("It could not be sent").waitFor();
      await page.context().setOffline(true);
      await page.getByText("cannot be reached just now").waitFor();
    },
  },
  {
    name: "a failure of the server",
    open: async (stage) => {
      const list = () => Promise.reject(new Error("The disk is full."));
      Object.assign(stage.engine.elicitations, { list });
      return stage.home;
    },
    act: (page) => page.getByText("It is not your doing").waitFor(),
  },
  { name: "unknown", open: async (stage) => `${stage.home}/e/none` },
  { name: "an empty history", open: async (stage) => `${stage.home}/history` },
  { name: "a history with nothing like that", open: async (stage) => `${stage.home}/history?text=none` },
  {
    name: "history",
    open: async (stage) => {
      await fill(stage);
      await stage.broker.settle(
        "elicitation-2",
        { action: "decline", reason: long },
        { by: long, from: "cli" },
      );
      await stage.broker.settle("elicitation-5", { action: "accept", content: { guests: 3 } }, { by: "ada" });
      await stage.broker.withdraw("elicitation-4", long);
      await stage.clock.advance(300_000);
      return `${stage.home}/history?status=`;
    },
  },
  {
    name: "runs",
    open: async (stage) => {
      await fill(stage);
      return `${stage.home}/runs`;
    },
  },
  {
    name: "a run",
    open: async (stage) => {
      await fill(stage);
      return `${stage.home}/runs/run-1`;
    },
  },
  {
    name: "settings",
    open: async (stage) => {
      await stage.broker.mutes.add("tables", { by: "ada" });
      return `${stage.home}/settings`;
    },
  },
];

describe.each(states)("the inbox: $name", ({ open, act }) => {
  it(LOOKS, async () => {
    const stage = await startInbox();
    try {
      const page = await pageFor({ origin: stage.origin, person: "ada" });
      await page.goto(await open(stage));
      await act?.(page, stage);
      await expectGoodLooks(page);
    } finally {
      await stage.close();
    }
  });
});
