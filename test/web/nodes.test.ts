// Pages of two nodes on one SQLite file: asked on one, answered on the other, and after a restart.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { allow, createServer, field, form } from "../../src/index.js";
import { createPages } from "../../src/web/index.js";
import { temporaryFile } from "../engines/sqlite/temporary-file.js";
import { ask, callIn, openAbleSession, textOf } from "../server/asking/talk.js";
import { createVisitor, identifyByCookie } from "./stage.js";

const KEYS = ["a key of several nodes, long enough to be one"];
const LINKS = { elicitation: { url: {} } };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function startNode(path: string) {
  const engine = createSqliteEngine({ path, onError: () => {} });
  const broker = createBroker({ engine, keys: KEYS, limits: false, logger: quiet });
  const pages = createPages({
    broker,
    baseUrl: "https://app.example.com",
    identify: identifyByCookie,
    keys: KEYS,
    logger: quiet,
  });
  const server = createServer({
    name: "tables",
    version: "1.0.0",
    engine,
    pages,
    keys: KEYS,
    logger: quiet,
    connect: () => allow({ principal: { id: "ada" } }),
  });
  server.tool("book", {}, async (_input, ctx) => {
    const secret = await ctx.secret("a token", { key: "token" });
    const table = await ctx.elicit(form("How many?", { guests: field.integer() }), { key: "table" });
    if (secret.action !== "accept" || table.action !== "accept") return `${secret.action} ${table.action}`;
    return `${secret.content.reveal()} ${table.content.guests}`;
  });
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= server.close({ graceMs: 0 }).then(async () => {
      await broker.close();
      await engine.close();
    });
    return stopped;
  };
  onTestFinished(stop);
  return { server, engine, stop, ada: createVisitor((request) => pages.fetch(request), "ada") };
}

type Node = ReturnType<typeof startNode>;
const GIVEN: Readonly<Record<string, string>> = { "Please enter a token.": "sesame", "How many?": "4" };

async function fillIn({ ada }: Node, params: Readonly<Record<string, unknown>> | undefined): Promise<void> {
  const seen = await ada.answer(String(params?.url), { f0: GIVEN[String(params?.message)] ?? "" });
  expect(seen.text).toContain("Answer sent");
}

describe("a question on a page", () => {
  it("is asked on one node, answered on another and taken by a third, in the modern era", async () => {
    const path = temporaryFile();
    const [one, two] = [startNode(path), startNode(path)];
    let round = await ask(one.server, "book", { capabilities: LINKS });
    for (let left = 4; round.isAsking && left > 0; left -= 1) {
      for (const key of round.keys) await fillIn(two, round.questions[key]?.params);
      const answers = Object.fromEntries(round.keys.map((key) => [key, { action: "accept" }]));
      const three = startNode(path);
      round = await ask(three.server, "book", { capabilities: LINKS, state: round.state, answers });
    }
    expect(round.text).toBe("sesame 4");
  });

  it("ends the wait of the node that asks, when it is answered on another, in the modern era", async () => {
    const path = temporaryFile();
    const [one, two] = [startNode(path), startNode(path)];
    let round = await ask(one.server, "book", { capabilities: LINKS });
    for (let left = 4; round.isAsking && left > 0; left -= 1) {
      const { key, state, questions } = round;
      const waiting = ask(one.server, "book", {
        capabilities: LINKS,
        state,
        answers: { [key]: { action: "accept" } },
      });
      await fillIn(two, questions[key]?.params);
      round = await waiting;
    }
    expect(round.text).toBe("sesame 4");
  });

  it("outlives both nodes, in the modern era", async () => {
    const path = temporaryFile();
    const [one, two] = [startNode(path), startNode(path)];
    const asked = await ask(one.server, "book", { capabilities: LINKS });
    await one.stop();
    await two.stop();
    const three = startNode(path);
    await fillIn(three, asked.questions[asked.key]?.params);
    const answers = { [asked.key]: { action: "accept" } };
    const next = await ask(three.server, "book", { capabilities: LINKS, state: asked.state, answers });
    expect(next.message1).toBe("How many?");
  });

  it("is asked on one node and answered on another, in the legacy era", async () => {
    const path = temporaryFile();
    const [one, two] = [startNode(path), startNode(path)];
    const session = await openAbleSession(one.server, { capabilities: LINKS });
    const stream = await callIn(session, "book");
    for (let left = 8; left > 0; left -= 1) {
      const message = await stream.message();
      if (message.method === "elicitation/create") {
        await session.post({ jsonrpc: "2.0", id: message.id, result: { action: "accept" } });
        await fillIn(two, message.params);
      } else if (message.id === 1) {
        expect(textOf(message.result)).toBe("sesame 4");
        return;
      }
    }
    throw new Error("No result came.");
  });

  it("goes on where its client goes on after the node that asked has stopped, in the legacy era", async () => {
    const path = temporaryFile();
    const [one, two] = [startNode(path), startNode(path)];
    const session = await openAbleSession(one.server, { capabilities: LINKS });
    const stream = await callIn(session, "book");
    const first = await stream.message();
    await one.stop();
    const there = session.through(two.server);
    await fillIn(two, first.params);
    const resumed = await there.listen(first.eventId ?? "");
    for (let left = 8; left > 0; left -= 1) {
      const message = await resumed.message();
      if (message.method === "elicitation/create") {
        await there.post({ jsonrpc: "2.0", id: message.id, result: { action: "accept" } });
        await fillIn(two, message.params);
      } else if (message.id === 1) {
        expect(textOf(message.result)).toBe("sesame 4");
        return;
      }
    }
    throw new Error("No result came.");
  });
});
