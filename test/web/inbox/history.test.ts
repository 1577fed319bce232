// What is over: the history, its export, and runs with their rounds.

import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { createInboxStage } from "./stage.js";

const booking: FormSchema = {
  type: "object",
  properties: {
    seat: { type: "string", title: "Seat", oneOf: [{ const: "w", title: "Window" }] },
    key: { type: "secret", title: "Key" },
  },
};

const setUp = async () => {
  const stage = createInboxStage();
  const first = await stage.ask({ message: "Which seat?", schema: booking });
  const second = await stage.ask({
    message: "Push to main?",
    asker: { server: "git", method: "tools/call", target: "push", runId: "run-2" },
  });
  await stage.clock.advance(42_000);
  await stage.broker.settle(
    first.id,
    { action: "accept", content: { seat: "w", key: "hunter2" } },
    { by: "grace", from: "terminal" },
  );
  await stage.broker.settle(
    second.id,
    { action: "decline", reason: "Not on a Friday." },
    { by: "ada", from: "inbox" },
  );
  return { stage, visitor: stage.visitor("ada"), history: `${stage.home}/history` };
};

describe("the history", () => {
  it("shows outcome, actor, how long it took and the answer without its secrets (W10, C15)", async () => {
    const { visitor, history } = await setUp();
    const { text } = await visitor.open(history);
    for (const part of [
      'class="outcome outcome-accepted">Answered<',
      'class="outcome outcome-declined">Declined<',
      "by <bdi>grace</bdi> in a terminal",
      "by you in the inbox",
      "after 42 s",
      "Window",
      "[secret]",
      "Not on a Friday.",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("hunter2");
  });

  it("is filtered by words, asker, outcome and day (W10)", async () => {
    const { visitor, history } = await setUp();
    const found = async (query: string) => {
      const { text } = await visitor.open(`${history}?${query}`);
      return ["Which seat?", "Push to main?"].filter((message) => text.includes(message));
    };
    expect(await found("text=main")).toEqual(["Push to main?"]);
    expect(await found("asker=tables")).toEqual(["Which seat?"]);
    expect(await found("status=declined")).toEqual(["Push to main?"]);
    expect(await found("status=nonsense&from=nonsense")).toHaveLength(2);
    expect(await found("from=2027-01-15&to=2027-01-15")).toHaveLength(2);
    expect(await found("to=2027-01-14")).toEqual([]);
    expect(await found("from=2027-01-16")).toEqual([]);
  });

  it.each(["csv", "json"])(
    "is exported as %s, filtered alike: outcome, actor, time and answer, without secrets (W10, C12)",
    async (format) => {
      const { visitor, history } = await setUp();
      const { text, headers, status } = await visitor.open(`${history}.${format}?asker=tables`);
      expect(status).toBe(200);
      expect(headers.get("content-disposition")).toMatch(
        new RegExp(`^attachment; filename="beckon-history-.*\\.${format}"$`),
      );
      for (const part of ["Which seat?", "accepted", "grace", "terminal", "42000", "seat", "[secret]"])
        expect(text).toContain(part);
      expect(text).not.toContain("Push to main?");
      expect(text).not.toContain("hunter2");
    },
  );

  it("names who answered, in the page, a run and the export, which has the id too (W10)", async () => {
    const nameOf = (id: string) => (id === "u-1" ? "Grace, Hopper" : undefined);
    const stage = createInboxStage({ nameOf });
    const first = await stage.ask({ message: "Which seat?" });
    const second = await stage.ask({ message: "Push to main?" });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "u-1", from: "terminal" });
    await stage.broker.settle(second.id, { action: "accept" }, { by: "u-2", from: "cli" });
    const visitor = stage.visitor("ada");
    for (const page of ["history", "runs/run-1"]) {
      const { text } = await visitor.open(`${stage.home}/${page}`);
      expect(text).toContain("by <bdi>Grace, Hopper</bdi> in a terminal");
      expect(text).toContain("by <bdi>u-2</bdi> on the command line");
      expect(text).not.toContain("u-1");
    }
    const { text } = await visitor.open(`${stage.home}/history.csv`);
    const [head = "", ...lines] = text.trimEnd().split("\r\n");
    expect(head).toContain(",by,name,from,");
    expect(lines.find((line) => line.includes("Which seat?"))).toContain(',u-1,"Grace, Hopper",terminal,');
    expect(lines.find((line) => line.includes("Push to main?"))).toContain(",u-2,,cli,");
  });

  it("ends after the time that the server is set up to keep it: page, export, receipt (W10)", async () => {
    const stage = createInboxStage({ broker: { retentionMs: 60_000, sweepMs: 1_000 } });
    const visitor = stage.visitor("ada");
    const old = await stage.ask({ message: "Which seat?" });
    await stage.broker.settle(old.id, { action: "accept" }, { by: "ada" });
    await stage.clock.advance(30_000);
    const recent = await stage.ask({ message: "Push to main?" });
    await stage.broker.settle(recent.id, { action: "accept" }, { by: "ada" });
    const history = `${stage.home}/history`;
    const kept = async (url: string) => {
      const { text } = await visitor.open(url);
      return ["Which seat?", "Push to main?"].filter((message) => text.includes(message));
    };
    await stage.clock.advance(29_000);
    expect(await kept(history)).toHaveLength(2);
    await stage.clock.advance(3_000);
    for (const url of [history, `${history}.csv`, `${history}.json`])
      expect(await kept(url)).toEqual(["Push to main?"]);
    expect((await visitor.open(old.href)).status).toBe(404);
    await stage.clock.advance(30_000);
    expect((await visitor.open(history)).text).toContain("Nothing is over yet.");
  });

  it("is turned page by page", async () => {
    const stage = createInboxStage();
    for (let index = 0; index < 60; index += 1) {
      const { id } = await stage.ask({ message: `Question ${index}.` });
      await stage.broker.settle(id, { action: "accept" }, { by: "ada" });
      await stage.clock.advance(1);
    }
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(`${stage.home}/history`);
    const next = /href="([^"]+cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const rest = await visitor.open(new URL(next, stage.home).href);
    const all = [text, rest.text].flatMap((page) =>
      [...page.matchAll(/Question (\d+)\./g)].map(([, n]) => n),
    );
    expect(new Set(all).size).toBe(60);
  });
});

describe("a run", () => {
  it("has a page with its rounds and how each question stands", async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ group: "r1", message: "First?" });
    await stage.ask({ group: "r1", message: "Second?" });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "ada" });
    await stage.clock.advance(1_000);
    await stage.ask({ group: "r2", message: "Third?" });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(`${stage.home}/runs/run-1`);
    expect(text.indexOf("Round 1")).toBeLessThan(text.indexOf("First?"));
    expect(text.indexOf("Second?")).toBeLessThan(text.indexOf("Round 2"));
    expect(text).toContain("waits for 2 answers");
    expect((await visitor.open(`${stage.home}/runs`)).text).toContain("/inbox/runs/run-1");
  });

  it("is as old as the last question that it asked, whenever that was answered", async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ group: "r1" });
    await stage.clock.advance(60_000);
    const second = await stage.ask({ group: "r2" });
    await stage.clock.advance(180_000);
    for (const { id } of [first, second]) await stage.broker.settle(id, { action: "accept" }, { by: "ada" });
    const { text } = await stage.visitor("ada").open(`${stage.home}/runs`);
    expect(text).toMatch(/the last asked <time[^>]*>3 min ago</);
  });

  it("says who declined, and why", async () => {
    const stage = createInboxStage();
    const { id } = await stage.ask({ message: "First?" });
    await stage.broker.settle(id, { action: "decline", reason: "Not on <Friday>." }, { by: "grace" });
    const { text } = await stage.visitor("ada").open(`${stage.home}/runs/run-1`);
    expect(text).toContain(", by <bdi>grace</bdi>");
    expect(text).toContain("Reason: <bdi>Not on &lt;Friday&gt;.</bdi>");
    expect((await stage.visitor("grace").open(`${stage.home}/runs/run-1`)).text).toContain(", by you");
  });

  it("that nobody knows is not found", async () => {
    const stage = createInboxStage();
    expect((await stage.visitor("ada").open(`${stage.home}/runs/none`)).status).toBe(404);
  });
});
