// Pages whose asker is gone for good: nobody is left with a question of which no answer arrives anywhere.

import { describe, expect, it, onTestFinished } from "vitest";
import { createBroker } from "../../src/broker/index.js";
import { allow, createServer, field, form } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/index.js";
import { createPages } from "../../src/web/index.js";
import { answerIn, ask, callIn, openAbleSession, type Round, settle, textOf } from "../server/asking/talk.js";
import { createMortalEngine, createSharedEngine } from "../server/durable/mortal-engine.js";
import { createVisitor, identifyByCookie } from "./stage.js";

const KEYS = ["a key of several nodes, long enough to be one"];
const LINKS = { elicitation: { url: {} } };
const LEASE_MS = 1_000;
const TTL_MS = 60_000;
const HOLD_MS = 1_000;
const SWEEP_MS = 5_000;
/** When all that hung on a state or a run is gone: instants are rounded up, and looked at now and then. */
const LAPSED_MS = TTL_MS + 60_000 + 2 * SWEEP_MS;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function makeNodes() {
  const clock = createFakeClock({ now: 1_800_000_000_000 });
  const shared = createSharedEngine({ clock });

  function add(limits: { readonly maxOpen: number } | false = false) {
    const { engine, kill } = createMortalEngine(shared);
    const broker = createBroker({ engine, clock, keys: KEYS, limits, logger: quiet, sweepMs: SWEEP_MS });
    const pages = createPages({
      broker,
      baseUrl: "https://app.example.com",
      identify: identifyByCookie,
      keys: KEYS,
      clock,
      logger: quiet,
    });
    const server = createServer({
      name: "tables",
      version: "1.0.0",
      engine,
      pages,
      clock,
      keys: KEYS,
      logger: quiet,
      asking: { leaseMs: LEASE_MS, stateTtlMs: TTL_MS, holdMs: HOLD_MS },
      connect: () => allow({ principal: { id: "ada" } }),
    });
    server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
      const answer = await ctx.elicit(form("How many?", { guests: field.integer() }));
      return answer.action === "accept" ? String(answer.content.guests) : JSON.stringify(answer);
    });
    // Not waited for: one that is dead never comes to its end.
    onTestFinished(() => void server.close({ graceMs: 0 }).then(() => broker.close()));
    return { server, broker, kill, ada: createVisitor((request) => pages.fetch(request), "ada") };
  }

  return {
    clock,
    add,
    /** The elicitations that can still be answered. */
    open: async () =>
      (await shared.elicitations.list({ status: ["pending", "active"] }, undefined, 10)).length,
    askedRecords: async () => (await shared.records.list("asked:", undefined, 10)).length,
    leaseRecords: async () => (await shared.records.list("elicitation-lease:", undefined, 100)).length,
    async pass(ms: number) {
      for (let left = ms; left > 0; left -= SWEEP_MS) {
        await clock.advance(Math.min(left, SWEEP_MS));
        await settle(10);
      }
    },
  };
}

/** A call of the legacy era whose page is up, on a node that then dies. */
async function askAndDie() {
  const nodes = makeNodes();
  const [one, two] = [nodes.add(), nodes.add()];
  const session = await openAbleSession(one.server, { capabilities: LINKS });
  const stream = await callIn(session, "book");
  const url = String((await stream.message()).params?.url);
  await settle();
  one.kill();
  return { ...nodes, two, url, there: session.through(two.server) };
}

const come = ({ state, key }: Round) => ({
  capabilities: LINKS,
  state,
  answers: { [key]: { action: "accept" } },
});

const urlOf = ({ questions, key }: Round): string => String(questions[key]?.params.url);

describe("a page of a legacy call whose node died", () => {
  it("goes when the client ends the session on another node", async () => {
    const { two, there, url, open, askedRecords } = await askAndDie();
    expect((await there.end()).status).toBe(204);
    await settle();
    expect([await open(), await askedRecords()]).toEqual([0, 0]);
    const page = await two.ada.open(url);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining("No longer asked")]);
  });

  it.each([
    ["when the node is known to be dead", 2 * LEASE_MS, 0],
    ["when the node still seems to live", 0, 3 * LEASE_MS],
  ])("goes when the client cancels the call on another node, %s", async (_when, before, after) => {
    const { two, there, url, open, askedRecords, clock } = await askAndDie();
    await clock.advance(before);
    await there.notify("notifications/cancelled", { requestId: 1 });
    await settle();
    await clock.advance(after);
    await settle();
    expect([await open(), await askedRecords()]).toEqual([0, 0]);
    expect((await two.ada.open(url)).status).toBe(410);
  });

  it("stays when another call is cancelled", async () => {
    const { two, there, url, open, clock } = await askAndDie();
    await clock.advance(2 * LEASE_MS);
    await there.notify("notifications/cancelled", { requestId: 2 });
    await settle();
    expect([await open(), (await two.ada.open(url)).status]).toEqual([1, 200]);
  });

  it("goes when nobody comes for as long as a run is kept", async () => {
    const { two, url, open, askedRecords, pass } = await askAndDie();
    await pass(TTL_MS - LEASE_MS);
    expect(await open()).toBe(1);
    await pass(LAPSED_MS - TTL_MS);
    expect([await open(), await askedRecords()]).toEqual([0, 0]);
    expect((await two.ada.open(url)).status).toBe(410);
  });
});

describe("a page of a modern call whose server was stopped", () => {
  it("is withdrawn when its client does not come back with its state in time", async () => {
    const nodes = makeNodes();
    const one = nodes.add({ maxOpen: 1 });
    const url = urlOf(await ask(one.server, "book", { capabilities: LINKS }));
    await settle();
    one.kill();
    const two = nodes.add({ maxOpen: 1 });
    await nodes.pass(TTL_MS - SWEEP_MS);
    expect((await two.ada.open(url)).status).toBe(200);
    await nodes.pass(LAPSED_MS - TTL_MS + SWEEP_MS);
    expect(await nodes.open()).toBe(0);
    const page = await two.ada.open(url);
    expect([page.status, page.text]).toEqual([410, expect.stringContaining("No longer asked")]);
    // Nor does it count against the person for ever.
    const next = await ask(two.server, "book", { capabilities: LINKS });
    expect((await two.ada.answer(urlOf(next), { f0: "4" })).text).toContain("Answer sent");
  });

  it("stays for as long as its client comes back, on whichever node", async () => {
    const nodes = makeNodes();
    const [one, two] = [nodes.add(), nodes.add()];
    let round = await ask(one.server, "book", { capabilities: LINKS });
    const url = urlOf(round);
    for (const { server } of [two, two, one]) {
      await nodes.pass(TTL_MS - SWEEP_MS);
      const coming = ask(server, "book", come(round));
      await settle();
      await nodes.clock.advance(HOLD_MS);
      round = await coming;
      expect([round.isAsking, urlOf(round), await nodes.open()]).toEqual([true, url, 1]);
    }
    one.kill();
    two.kill();
    const three = nodes.add();
    await nodes.pass(TTL_MS - SWEEP_MS);
    expect((await three.ada.open(url)).status).toBe(200);
    await nodes.pass(LAPSED_MS - TTL_MS + SWEEP_MS);
    expect((await three.ada.open(url)).status).toBe(410);
  });
});

describe("a page of a legacy call that waits", () => {
  it("stays for as long as the call does, and its answer for a while", async () => {
    const { add, open, askedRecords, leaseRecords, pass } = makeNodes();
    const one = add();
    const session = await openAbleSession(one.server, { capabilities: LINKS });
    const stream = await callIn(session, "book");
    const question = await stream.message();
    await answerIn(session, question, { action: "accept" });
    await pass(3 * TTL_MS);
    expect(await open()).toBe(1);
    const sent = await one.ada.answer(String(question.params?.url), { f0: "4" });
    expect(sent.text).toContain("Answer sent");
    await settle();
    let message = await stream.message();
    while (message.id !== 1) message = await stream.message();
    expect(textOf(message.result)).toBe("4");
    expect(await askedRecords()).toBe(1);
    await pass(LAPSED_MS);
    // What is left is the lease of a process.
    expect([await askedRecords(), await leaseRecords()]).toEqual([0, 0]);
  });
});
