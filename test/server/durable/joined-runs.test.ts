// Calls that are sent again: they wait for the run that the first dispatch began, and go on when nodes die.

import { describe, expect, it } from "vitest";
import { field, form, type Server } from "../../../src/index.js";
import { accept, answerIn, callBody, callIn, openAbleSession, settle, textOf, YES } from "../asking/talk.js";
import { type EventStream, readEvents } from "../event-stream.js";
import { type Message, readReply, type Session } from "../speak.js";
import { makeNodes, type Nodes } from "./nodes.js";

const guests = form("A table for how many?", { guests: field.integer({ minimum: 1 }) });
const TWO = accept({ guests: 2 });
const RESULT = JSON.stringify([TWO, true]);

function define(server: Server, name: string, { effects }: Nodes): void {
  server.tool("book", { input: { type: "object" } }, async (_input, ctx) => {
    const party = await ctx.elicit(guests, { key: "party" });
    await ctx.step("hold", () => void effects.push(name));
    return JSON.stringify([party, await ctx.confirm("Book it?", { key: "sure" })]);
  });
  server.tool("soon", {}, async (_input, ctx) => {
    const { action } = await ctx.elicit(guests, { timeoutMs: 10_000 });
    return action;
  });
}

/** Three nodes, and a call on the first that has asked. */
async function begin(tool = "book") {
  const nodes = makeNodes(define);
  const [one, two, three] = [nodes.add("one"), nodes.add("two"), nodes.add("three")];
  const session = await openAbleSession(one.server);
  const stream = await callIn(session, tool);
  const question = await stream.message();
  const [there, elsewhere] = [session.through(two.server), session.through(three.server)];
  return { nodes, one, two, three, session, there, elsewhere, stream, question };
}

/** Sends the call again, and waits until its first event is there. */
async function again(session: Session, tool = "book"): Promise<EventStream> {
  return readEvents(await session.post(callBody(tool)));
}

const runs = async ({ engine }: Nodes): Promise<number> =>
  (await engine.records.list("run:", undefined, 10)).length;

async function finish(session: Session, stream: EventStream, question: Message): Promise<void> {
  await answerIn(session, question, TWO);
  const sure = await stream.message();
  expect(sure).toMatchObject({ method: "elicitation/create", params: { message: "Book it?" } });
  await answerIn(session, sure, YES);
  expect(textOf((await stream.message()).result)).toBe(RESULT);
  await stream.ended();
}

describe("a call that is sent again after its connection was lost", () => {
  it("gets the questions that nobody reads, from the node that still has the run", async () => {
    const { nodes, there, stream, question } = await begin();
    await stream.close();
    const second = await again(there);
    const asked = await second.message();
    expect(asked).toMatchObject({ id: question.id, params: question.params });
    await finish(there, second, asked);
    expect(nodes.effects).toEqual(["one"]);
  });

  it("gets them on the same node, too", async () => {
    const { nodes, session, stream, question } = await begin();
    await stream.close();
    const second = await again(session);
    const asked = await second.message();
    expect(asked.id).toBe(question.id);
    await finish(session, second, asked);
    expect(nodes.effects).toEqual(["one"]);
  });

  it("gets them when the connection breaks after it was sent", async () => {
    const { there, stream, question } = await begin();
    const second = again(there);
    await settle();
    await stream.close();
    const asked = await (await second).message();
    expect(asked.id).toBe(question.id);
    await finish(there, await second, asked);
  });

  it("gets them when the node that had the run is dead", async () => {
    const { nodes, one, there, question } = await begin();
    one.kill();
    const second = again(there);
    await nodes.lapse();
    const asked = await (await second).message();
    expect(asked.id).toBe(question.id);
    await finish(there, await second, asked);
    expect(nodes.effects).toEqual(["two"]);
  });

  it("goes on for who comes back to its own stream when its node dies too", async () => {
    const { nodes, one, two, there, elsewhere, question } = await begin();
    one.kill();
    const second = again(there);
    await nodes.lapse();
    const { eventId } = await (await second).message();
    two.kill();
    await nodes.lapse();
    const resumed = await elsewhere.listen(eventId);
    await finish(elsewhere, resumed, question);
    expect(nodes.effects).toEqual(["three"]);
    await settle();
    expect(await runs(nodes)).toBe(1);
  });

  it("goes on for who comes back to its own stream when its node is stopped", async () => {
    const { nodes, two, there, elsewhere, stream, question } = await begin();
    await stream.close();
    const second = await again(there);
    const { eventId } = await second.message();
    void two.server.close({ graceMs: 0 });
    await second.ended();
    const resumed = await elsewhere.listen(eventId);
    await settle();
    await finish(elsewhere, resumed, question);
    expect(nodes.effects).toEqual(["one"]);
  });

  it("hears when a question is not needed any more", async () => {
    const { nodes, there, stream, question } = await begin("soon");
    await stream.close();
    const second = await again(there, "soon");
    await second.message();
    await nodes.clock.advance(10_000);
    expect(await second.message()).toMatchObject({
      method: "notifications/cancelled",
      params: { requestId: question.id },
    });
    expect(textOf((await second.message()).result)).toBe("timeout");
  });
});

describe("a call that is sent again while its stream is read", () => {
  it("is asked nothing, and gets the result", async () => {
    const { nodes, session, there, stream, question } = await begin();
    const second = there.post(callBody("book"));
    await settle();
    await finish(session, stream, question);
    const reply = await readReply(await second);
    expect(textOf(reply.message.result)).toBe(RESULT);
    expect(reply.notifications).toEqual([]);
    expect(nodes.effects).toEqual(["one"]);
  });
});

describe("a call that was sent again and is cancelled", () => {
  it("is cancelled on every node, whichever hears of it", async () => {
    const { nodes, there, stream } = await begin();
    const second = there.post(callBody("book"));
    await settle();
    expect(await runs(nodes)).toBe(2);
    await there.notify("notifications/cancelled", { requestId: 1 });
    expect((await second).status).toBe(202);
    await stream.message();
    await stream.ended();
    await settle();
    expect(await runs(nodes)).toBe(0);
  });
});
