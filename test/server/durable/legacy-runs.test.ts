// Legacy runs on an engine that outlives its nodes: they go on elsewhere, and nothing of them happens twice.

import { describe, expect, it } from "vitest";
import { allow, field, form, type Server } from "../../../src/index.js";
import { createSealedRecords } from "../../../src/replay/sealed-records.js";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { createTestPages } from "../../../src/testing/index.js";
import { accept, answerIn, callBody, callIn, openAbleSession, settle, textOf, YES } from "../asking/talk.js";
import { readEvents } from "../event-stream.js";
import { type Message, readReply } from "../speak.js";
import { gateOf, KEY, makeNodes, type Nodes, readLog } from "./nodes.js";

const guests = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const TWO = accept({ guests: 2 });

/** Tools that ask, do something once, and ask again. */
function define(server: Server, name: string, nodes: Nodes): void {
  const { effects } = nodes;
  server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
    const id = ctx.uuid();
    await ctx.step("begin", () => void effects.push(`begin ${id}`));
    const party = await ctx.elicit(guests, { key: "party" });
    const hold = await ctx.step("hold", async () => {
      effects.push(`hold ${id}`);
      await nodes.gates.get(`${name} hold`)?.opened;
      return `table of ${name}`;
    });
    const isSure = await ctx.confirm("Book it?", { key: "sure" });
    return JSON.stringify([party, hold, isSure, effects.filter((effect) => effect.endsWith(id)).length]);
  });
  server.tool("soon", {}, async (_input, ctx) => {
    const answer = await ctx.elicit(guests, { timeoutMs: 10_000 });
    return answer.action;
  });
  server.tool("says", {}, async (_input, ctx) => {
    const { content } = await ctx.sample({ messages: [], maxTokens: 1 });
    return String(JSON.stringify(content).length);
  });
  server.tool("page", {}, async (_input, ctx) => {
    const answer = await ctx.openUrl("Sign in", (id) => `https://example.com/?id=${id}`);
    return answer.action;
  });
  server.tool("waits", {}, async (_input, ctx) => {
    await ctx.confirm("Go?");
    await nodes.gates.get(`${name} waits`)?.opened;
    await ctx.step("go", () => void effects.push(`go ${name}`));
    return "gone";
  });
  server.tool("divides", { input: { type: "object" } }, async ({ by }, ctx) => {
    const isSure = await ctx.confirm("Divide?");
    return `${1 / Number(by)} ${isSure}`;
  });
  server.tool("works", {}, async (_input, ctx) => {
    ctx.progress(1);
    await gateOf(nodes, "works").opened;
    return "worked";
  });
}

const resultOf = (message: Message): unknown => JSON.parse(textOf(message.result));

/** Two nodes, and a session whose call of `book` on the first has asked its first question. */
async function begin(tool = "book") {
  const nodes = makeNodes(define);
  const [one, two] = [nodes.add("one"), nodes.add("two")];
  const session = await openAbleSession(one.server);
  const there = session.through(two.server);
  const stream = await callIn(session, tool);
  const question = await stream.message();
  return { nodes, one, two, session, there, stream, question, eventId: question.eventId ?? "" };
}

describe("a run whose node died", () => {
  it("goes on where its answer is posted, and its result is on its stream", async () => {
    const { nodes, one, there, question, eventId } = await begin();
    one.kill();
    await nodes.lapse();
    expect((await answerIn(there, question, TWO)).status).toBe(202);
    const resumed = await there.listen(eventId);
    const second = await resumed.message();
    expect(second).toMatchObject({ method: "elicitation/create", params: { message: "Book it?" } });
    await answerIn(there, second, YES);
    const done = await resumed.message();
    expect(resultOf(done)).toEqual([TWO, "table of two", true, 2]);
    await resumed.ended();
    expect(nodes.effects).toHaveLength(2);
  });

  it("goes on where its client comes back to its stream, and asks nothing that is in the log", async () => {
    const { nodes, one, two, there, question, eventId } = await begin();
    one.kill();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    await settle();
    const log = await readLog(nodes, there.id, eventId);
    expect(log.map(({ id }) => id)).toEqual([question.id]);
    await answerIn(there, question, TWO);
    const second = await resumed.message();
    expect(second).toMatchObject({ params: { message: "Book it?" } });
    two.kill();
  });

  it("goes on with an answer that was taken before anybody knew that the node is dead", async () => {
    const { nodes, one, there, question, eventId } = await begin();
    one.kill();
    expect((await answerIn(there, question, TWO)).status).toBe(202);
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    expect(await resumed.message()).toMatchObject({ params: { message: "Book it?" } });
    await resumed.close();
  });

  it("goes on with an answer that the dead node itself had taken", async () => {
    const { nodes, one, there, session, question, eventId } = await begin();
    // The step never ends on the first node.
    gateOf(nodes, "one hold");
    expect((await answerIn(session, question, TWO)).status).toBe(202);
    await settle();
    expect(nodes.effects).toHaveLength(2);
    one.kill();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    const second = await resumed.message();
    expect(second).toMatchObject({ params: { message: "Book it?" } });
    // It died between effect and record, so the effect is repeated, with what it was given before.
    expect(new Set(nodes.effects.map((effect) => effect.split(" ")[1])).size).toBe(1);
    expect(nodes.effects.map((effect) => effect.split(" ")[0])).toEqual(["begin", "hold", "hold"]);
    await resumed.close();
  });

  it("goes on among any number of other runs of its session", async () => {
    const { nodes, one, there, question, eventId } = await begin();
    const sealed = createSealedRecords(nodes.engine.records, () => createKeyRing([KEY]), true);
    const [run] = await sealed.list(`run:${there.id}:`, undefined, 1);
    const over = JSON.stringify({
      ...JSON.parse(run?.text ?? ""),
      streamId: "over",
      callId: "over",
      asks: [],
    });
    // Their keys come before that of the run.
    for (let count = 0; count < 1500; count += 1) await sealed.put(`run:${there.id}:!${count}`, over);
    one.kill();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    await settle();
    await nodes.lapse();
    await answerIn(there, question, TWO);
    expect(await resumed.message()).toMatchObject({ params: { message: "Book it?" } });
    await resumed.close();
  });

  it("goes on with -0 in its arguments, which JSON.stringify would make 0", async () => {
    const nodes = makeNodes(define);
    const [one, two] = [nodes.add("one"), nodes.add("two")];
    const session = await openAbleSession(one.server);
    const there = session.through(two.server);
    const body = JSON.stringify(callBody("divides", { by: "N" })).replace('"N"', "-0");
    const question = await readEvents(await session.post(body)).message();
    one.kill();
    await nodes.lapse();
    await answerIn(there, question, YES);
    const resumed = await there.listen(question.eventId ?? "");
    expect(textOf((await resumed.message()).result)).toBe("-Infinity true");
  });

  it("repeats no step that was written down", async () => {
    const { nodes, one, there, session, stream, question } = await begin();
    await answerIn(session, question, TWO);
    const second = await stream.message();
    one.kill();
    await nodes.lapse();
    await answerIn(there, second, YES);
    const resumed = await there.listen(second.eventId);
    expect(resultOf(await resumed.message())).toEqual([TWO, "table of one", true, 2]);
    expect(nodes.effects).toHaveLength(2);
  });

  it("goes on for the same call, sent again", async () => {
    const { nodes, one, there, question } = await begin();
    one.kill();
    await nodes.lapse();
    const again = there.post(callBody("book"));
    await settle();
    await answerIn(there, question, TWO);
    const resumed = await there.listen(question.eventId);
    await answerIn(there, await resumed.message(), YES);
    expect(resultOf((await readReply(await again)).message)).toEqual([TWO, "table of two", true, 2]);
    await resumed.close();
  });

  it("goes on for its own principal only", async () => {
    const { nodes, one, there, question } = await begin();
    one.kill();
    await nodes.lapse();
    const forged = { jsonrpc: "2.0", id: question.id, result: TWO };
    expect((await there.post(forged, { "x-user": "eve" })).status).toBe(404);
    await expect(there.listen(question.eventId, { "x-user": "eve" })).rejects.toThrow("404");
    await settle();
    expect(nodes.effects).toHaveLength(1);
  });

  it("asks connect again: who may no longer use the tool gets nothing more of it", async () => {
    const nodes = makeNodes(define);
    const one = nodes.add("one");
    const two = nodes.add("two", {
      connect: () => allow({ principal: { id: "ada" }, tools: ["soon"] }),
    });
    const session = await openAbleSession(one.server);
    const stream = await callIn(session, "book");
    const question = await stream.message();
    one.kill();
    await nodes.lapse();
    const there = session.through(two.server);
    await answerIn(there, question, TWO);
    const resumed = await there.listen(question.eventId);
    expect((await resumed.message()).error?.message).toContain("Unknown tool");
    expect(nodes.effects).toHaveLength(1);
  });

  it("keeps the deadlines of its questions", async () => {
    const { nodes, one, there, eventId } = await begin("soon");
    one.kill();
    await nodes.clock.advance(20_000);
    const resumed = await there.listen(eventId);
    await settle();
    expect(textOf((await resumed.message()).result)).toBe("timeout");
  });

  it("finds the answers that came another way", async () => {
    const { nodes, one, two, there, question, eventId } = await begin("page");
    one.kill();
    await nodes.lapse();
    const { elicitationId } = question.params as { elicitationId: string };
    expect(await two.server.elicitations.complete(elicitationId)).toBe(true);
    const resumed = await there.listen(eventId);
    let message = await resumed.message();
    if (message.method !== undefined) message = await resumed.message();
    expect(textOf(message.result)).toBe("accept");
  });

  it("asks again what a new version words otherwise, and takes no answer to the old words", async () => {
    const nodes = makeNodes((server, name) =>
      server.tool("delete", {}, async (_input, ctx) => {
        const what = name === "one" ? "one file" : "all files";
        return `${what}: ${await ctx.confirm(`Delete ${what}?`, { key: "sure" })}`;
      }),
    );
    const [one, two] = [nodes.add("one"), nodes.add("two")];
    const session = await openAbleSession(one.server);
    const there = session.through(two.server);
    const old = await (await callIn(session, "delete")).message();
    one.kill();
    await nodes.lapse();
    const resumed = await there.listen(old.eventId ?? "");
    const reworded = await resumed.message();
    expect(reworded.params).toMatchObject({ message: "Delete all files?" });
    expect(reworded.id).not.toBe(old.id);
    expect((await answerIn(there, old, YES)).status).toBe(202);
    await answerIn(there, reworded, accept({ confirmed: false }));
    expect(textOf((await resumed.message()).result)).toBe("all files: false");
  });

  it("has its pages taken down where a new version asks no more (C5)", async () => {
    const pages = createTestPages();
    const nodes = makeNodes((server, name) =>
      server.tool("maybe", {}, async (_input, ctx) =>
        name === "one" ? (await ctx.elicit(guests, { key: "party" })).action : "not needed",
      ),
    );
    const [one, two] = [nodes.add("one", { pages }), nodes.add("two", { pages })];
    const session = await openAbleSession(one.server, { capabilities: { elicitation: { url: {} } } });
    const { eventId } = await (await callIn(session, "maybe")).message();
    expect(pages.open).toHaveLength(1);
    one.kill();
    await nodes.lapse();
    const resumed = await session.through(two.server).listen(eventId);
    expect(textOf((await resumed.message()).result)).toBe("not needed");
    await settle();
    expect(pages.open).toEqual([]);
  });

  it("that nothing is known of is lost, and its client hears that", async () => {
    const { nodes, one, there } = await begin();
    const session = await openAbleSession(nodes.add("three").server);
    await session.end();
    const lost = readEvents(await one.server.fetch(request(there.id, progressBody("works", 7))));
    const { eventId } = await lost.message();
    one.kill();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    expect(await resumed.message()).toMatchObject({ id: 7, error: { code: -32603 } });
    await resumed.ended();
  });
});

describe("a stream that nobody can go on with", () => {
  it("is ended once, however many read it", async () => {
    const { nodes, one, two, there } = await begin();
    const three = nodes.add("three");
    const lost = readEvents(await one.server.fetch(request(there.id, progressBody("works", 7))));
    const { eventId } = await lost.message();
    one.kill();
    await nodes.lapse();
    const written = gateOf(nodes, "written");
    for (const { engine } of [two, three]) {
      const { append } = engine.events;
      engine.events.append = async (...given) => {
        await written.opened;
        return append(...given);
      };
    }
    const ways = [there, there.through(three.server)];
    const streams = await Promise.all(ways.map((way) => way.listen(eventId)));
    // Both have read the log before either has written to it.
    await settle();
    written.open();
    await nodes.lapse();
    for (const stream of streams) {
      expect(await stream.message()).toMatchObject({ id: 7, error: { code: -32603 } });
      await stream.ended();
    }
    const log = await readLog(nodes, there.id, eventId);
    expect(log.filter(({ error }) => error !== undefined)).toHaveLength(1);
  });
});

const progressBody = (name: string, id: number): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: {}, _meta: { progressToken: 1 } },
});

const request = (sessionId: string, body: object): Request =>
  new Request("http://localhost/mcp", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-11-25",
      "mcp-session-id": sessionId,
    },
    body: JSON.stringify(body),
  });

describe("a node that only seemed to be dead", () => {
  it("writes, sends and settles nothing of a run that another one has", async () => {
    const { nodes, one, there, session, stream, question, eventId } = await begin();
    const held = gateOf(nodes, "one hold");
    await answerIn(session, question, TWO);
    await settle();
    one.pause();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    const second = await resumed.message();
    held.open();
    one.wake();
    await settle();
    await answerIn(there, second, YES);
    const done = await resumed.message();
    // The step was under way when its node fell silent.
    expect(resultOf(done)).toEqual([TWO, "table of two", true, 3]);
    await resumed.ended();
    // Its own connection gets what the other node wrote, once.
    expect(await stream.message()).toMatchObject({ id: second.id });
    expect(await stream.message()).toMatchObject({ id: 1 });
    await stream.ended();
  });

  it("begins no step before it knows that the run is still its own", async () => {
    const { nodes, one, there, session, question, eventId } = await begin();
    one.pause();
    const taken = answerIn(session, question, TWO);
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    await answerIn(there, question, TWO);
    await resumed.message();
    one.wake();
    await taken;
    await settle();
    expect(nodes.effects).toHaveLength(2);
    await resumed.close();
  });
});

describe("a node that wakes up between two steps", () => {
  it("begins no step of a run that another one has", async () => {
    const { nodes, one, there, session, question, eventId } = await begin("waits");
    const held = gateOf(nodes, "one waits");
    await answerIn(session, question, YES);
    await settle();
    one.pause();
    await nodes.lapse();
    const resumed = await there.listen(eventId);
    expect(textOf((await resumed.message()).result)).toBe("gone");
    one.wake();
    held.open();
    await settle();
    expect(nodes.effects).toEqual(["go two"]);
  });
});

describe("a run whose keys were rotated", () => {
  it("goes on where the old key is still in the ring, and nowhere else", async () => {
    const nodes = makeNodes(define);
    const one = nodes.add("one");
    const session = await openAbleSession(one.server);
    const question = await (await callIn(session, "soon")).message();
    one.kill();
    const newer = "a newer key of the same service, long enough";
    const stranger = nodes.add("stranger", { keys: [newer] });
    await nodes.lapse();
    await (await session.through(stranger.server).listen(question.eventId)).close();
    await settle();
    const there = session.through(nodes.add("two", { keys: [newer, KEY] }).server);
    await answerIn(there, question, TWO);
    const resumed = await there.listen(question.eventId);
    expect(textOf((await resumed.message()).result)).toBe("accept");
  });
});

describe("the log of a stream", () => {
  it("is sealed beyond memory: questions and results cannot be read in it", async () => {
    const { nodes, session, stream, question, eventId } = await begin();
    await answerIn(session, question, TWO);
    await answerIn(session, await stream.message(), YES);
    expect(resultOf(await stream.message())).toHaveLength(4);
    const name = `${session.id}/${eventId.replace(/\.\d+$/, "")}`;
    const page = await nodes.engine.events.read(name, 0);
    expect(page?.events).toHaveLength(3);
    expect(JSON.stringify(page)).not.toMatch(/elicitation|table|jsonrpc|Book/);
    expect((await readLog(nodes, session.id, eventId)).map(({ id }) => id)).toContain(question.id);
  });

  it("is good for its own stream, and for who has the key: the rest is lost, and its client hears that", async () => {
    const { nodes, one, session, stream, question, eventId } = await begin("soon");
    await answerIn(session, question, TWO);
    await stream.message();
    await settle();
    one.kill();
    const stranger = nodes.add("stranger", { keys: ["another key of the service, long enough to be one"] });
    const resumed = await session.through(stranger.server).listen(eventId);
    expect(await resumed.message()).toMatchObject({ id: 1, error: { code: -32603 } });
    await resumed.ended();
  });
});

describe("a call that is dispatched on two nodes at once", () => {
  it("is one run: one question, and both get the result", async () => {
    const nodes = makeNodes(define);
    const [one, two] = [nodes.add("one"), nodes.add("two")];
    const session = await openAbleSession(one.server);
    const there = session.through(two.server);
    const replies = [session, there].map((way) => way.post(callBody("book")));
    const first = await Promise.race(replies);
    const asker = readEvents(first);
    const question = await asker.message();
    await answerIn(there, question, TWO);
    await answerIn(session, await asker.message(), YES);
    const other = (await Promise.all(replies)).find((reply) => reply !== first);
    const results = [await asker.message(), (await readReply(other ?? first)).message].map(resultOf);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]).toMatchObject([TWO, expect.stringMatching(/^table of/), true, 2]);
    expect(nodes.effects).toHaveLength(2);
  });

  it("goes on for the second when the first one's node dies", async () => {
    const { nodes, one, there, question } = await begin();
    const second = there.post(callBody("book"));
    await settle();
    one.kill();
    await nodes.lapse();
    await answerIn(there, question, TWO);
    const resumed = await there.listen(question.eventId);
    await answerIn(there, await resumed.message(), YES);
    expect(resultOf((await readReply(await second)).message)).toEqual([TWO, "table of two", true, 2]);
    expect(resultOf(await resumed.message())).toEqual([TWO, "table of two", true, 2]);
    expect(nodes.effects).toHaveLength(2);
  });
});

describe("an outcome that cannot be written down", () => {
  it("is not told as another one, and is there for the same call, sent again", async () => {
    const { one, session, stream, question } = await begin("soon");
    const { put } = one.engine.records;
    let writes = 0;
    one.engine.records.put = async (key, value, options) => {
      if (key.startsWith("run:")) writes += 1;
      // The first is the answer; then comes the outcome, and that the client has it.
      if (key.startsWith("run:") && (writes === 2 || writes === 3)) throw new Error("no engine");
      return put(key, value, options);
    };
    await answerIn(session, question, TWO);
    expect(await stream.message()).toMatchObject({ error: { code: -32603 } });
    await settle();
    expect(writes).toBe(3);
    const again = await session.post(callBody("soon"));
    expect(textOf((await readReply(again)).message.result)).toBe("accept");
  });
});

describe("an answer that is too large to be kept", () => {
  const words = (length: number): object => ({
    role: "assistant",
    model: "m",
    content: { type: "text", text: "x".repeat(length) },
  });
  const HUGE = words(2_500_000);

  it("is taken by the node that asked", async () => {
    const { session, stream, question } = await begin("says");
    expect((await answerIn(session, question, HUGE)).status).toBe(202);
    expect(textOf((await stream.message()).result)).toBe("2500025");
  });

  it("is refused by any other node, and the question stays open", async () => {
    const { session, there, stream, question } = await begin("says");
    expect((await answerIn(there, question, HUGE)).status).toBe(500);
    expect((await answerIn(session, question, words(5))).status).toBe(202);
    expect(textOf((await stream.message()).result)).toBe("30");
  });
});

describe("the record of a run", () => {
  const runs = async ({ engine }: Nodes) => engine.records.list("run:", undefined, 10);

  it("is sealed", async () => {
    const { nodes, session, question } = await begin();
    await answerIn(session, question, TWO);
    await settle();
    const records = await runs(nodes);
    expect(records).toHaveLength(1);
    expect(records.map(({ value }) => value).join()).not.toMatch(/guests|party|table/);
  });

  it("is there before its question goes out", async () => {
    const nodes = makeNodes(define);
    const one = nodes.add("one");
    const { records } = one.engine;
    const order: string[] = [];
    const held = gateOf(nodes, "written");
    const { put } = records;
    records.put = async (key, ...given) => {
      if (key.startsWith("run:")) await held.opened;
      return put(key, ...given);
    };
    const { append } = one.engine.events;
    one.engine.events.append = async (...given) => {
      order.push("sent");
      return append(...given);
    };
    const session = await openAbleSession(one.server);
    const stream = callIn(session, "soon");
    await settle();
    expect(order).toEqual([]);
    held.open();
    await (await stream).message();
    expect(order).toEqual(["sent"]);
  });

  it("goes when its call is cancelled, also when its node is dead", async () => {
    const { nodes, one, session, there, stream } = await begin();
    await session.notify("notifications/cancelled", { requestId: 1 });
    await stream.ended().catch(() => {});
    await settle();
    expect(await runs(nodes)).toHaveLength(0);
    await (await callIn(session, "book", {}, 2)).message();
    one.kill();
    await nodes.lapse();
    await there.notify("notifications/cancelled", { requestId: 2 });
    await settle();
    expect(await runs(nodes)).toHaveLength(0);
  });

  it("stays while its handler waits, and goes some time after nobody has it in hand", async () => {
    const nodes = makeNodes(define);
    const one = nodes.add("one", { asking: { leaseMs: 1000, stateTtlMs: 20_000 } });
    const session = await openAbleSession(one.server);
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms / 250; left > 0; left -= 1) {
        await nodes.clock.advance(250);
        await settle(3);
      }
    };
    const stream = await callIn(session, "book");
    const question = await stream.message();
    await pass(60_000);
    expect(await runs(nodes)).toHaveLength(1);
    await answerIn(session, question, TWO);
    expect(await stream.message()).toMatchObject({ params: { message: "Book it?" } });
    one.kill();
    await pass(15_000);
    expect(await runs(nodes)).toHaveLength(1);
    await pass(10_000);
    expect(await runs(nodes)).toHaveLength(0);
  });

  it("goes with its session, however many there are", async () => {
    const { nodes, two, there } = await begin();
    for (let count = 0; count < 2500; count += 1)
      await nodes.engine.records.put(`run:${there.id}:other ${count}`, "sealed with other keys");
    expect((await there.end()).status).toBe(204);
    await settle(300);
    expect(await runs(nodes)).toHaveLength(0);
    two.kill();
  });

  it("goes with its session", async () => {
    const { nodes, one, there } = await begin();
    one.kill();
    expect((await there.end()).status).toBe(204);
    await settle();
    expect(await runs(nodes)).toHaveLength(0);
  });

  it("is another node's at once when its own is stopped in good order", async () => {
    const { one, there, stream, question, eventId } = await begin();
    void one.server.close({ graceMs: 0 });
    await settle();
    await stream.ended();
    await answerIn(there, question, TWO);
    const resumed = await there.listen(eventId);
    expect(await resumed.message()).toMatchObject({ params: { message: "Book it?" } });
    await resumed.close();
  });
});
