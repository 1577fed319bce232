// Two real processes on one SQLite file are two nodes of one service: what a client of either gets from both.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type EventStream, readEvents } from "../server/event-stream.js";
import { type Door, type Message, modern, openSession, type Session } from "../server/speak.js";
import { plainDoor } from "./plain-door.js";
import { createService, killNode, type NodeProcess, type Service, stopNode } from "./start-node.js";

const CAPABILITIES = { elicitation: { form: {} } };

let service: Service;
let one: NodeProcess;
let two: NodeProcess;
beforeAll(async () => {
  service = createService(1500);
  [one, two] = await Promise.all([service.start(), service.start()]);
}, 60_000);
afterAll(() => service[Symbol.dispose]());

const doorOf = ({ url }: NodeProcess): Door => plainDoor(url);

let calls = 0;
const callBody = (name: string, trip: string): object => {
  calls += 1;
  return { jsonrpc: "2.0", id: calls, method: "tools/call", params: { name, arguments: { trip } } };
};

async function open(): Promise<{ here: Session; there: Session }> {
  const here = await openSession(doorOf(one), { capabilities: CAPABILITIES });
  return { here, there: here.through(doorOf(two)) };
}

const answer = async (session: Session, { id }: Message, n: number): Promise<number> =>
  (await session.post({ jsonrpc: "2.0", id, result: { action: "accept", content: { n } } })).status;

const textOf = ({ result }: Message): string => {
  const [content] = (result?.content ?? []) as { text?: string }[];
  return content?.text ?? "";
};

/** Answers the two questions of a stream that belong together. */
async function answerBoth(stream: EventStream, by: Session): Promise<void> {
  const questions = [await stream.message(), await stream.message()];
  for (const question of questions) await answer(by, question, 3);
}

describe("two processes on one SQLite file", () => {
  test("ask on the stream of the call; the answer may be posted to the other one (acceptance 14)", async () => {
    const { here, there } = await open();
    const stream = readEvents(await here.post(callBody("trip", "14")));
    expect(await answer(there, await stream.message(), 1)).toBe(202);
    expect(await answer(there, await stream.message(), 2)).toBe(202);
    await answerBoth(stream, there);
    expect(JSON.parse(textOf(await stream.message()))).toEqual({ trip: "14", one: 1, two: 2, three: 6 });
    await stream.ended();
  });

  test("ask on the original stream from work that goes on after the handler returned (acceptance 15)", async () => {
    const { here, there } = await open();
    const stream = readEvents(await here.post(callBody("later", "15")));
    expect(await answer(there, await stream.message(), 5)).toBe(202);
    expect(textOf(await stream.message())).toBe("15 5");
  });

  test("join the same call that is sent to both: one question, and both get the result (acceptance 16)", async () => {
    const { here, there } = await open();
    const body = callBody("trip", "16");
    const replies = [here, there].map((way) => way.post(body));
    const streams = (await Promise.all(replies)).map(readEvents);
    const messages: Message[][] = [[], []];
    await Promise.all(
      streams.map(async (stream, index) => {
        for (let event = await stream.next(); event !== undefined; event = await stream.next()) {
          if (event.message === undefined) continue;
          messages[index]?.push(event.message);
          if (event.message.method !== undefined) await answer(there, event.message, 1);
        }
      }),
    );
    const questions = messages.flat().filter(({ method }) => method !== undefined);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(4);
    expect(questions).toHaveLength(4);
    const results = messages.flat().filter(({ method }) => method === undefined);
    expect(results.map(textOf)).toEqual(
      Array(2).fill(JSON.stringify({ trip: "16", one: 1, two: 1, three: 2 })),
    );
    expect(service.effects().filter(({ did, trip }) => did === "effect" && trip === "16")).toHaveLength(3);
  }, 30_000);

  test("carry resource updates and logs to the one that has the session's stream (acceptance 17)", async () => {
    const { here, there } = await open();
    await there.request("resources/subscribe", { uri: "note:///1" });
    const stream = await here.listen();
    // The stream is heard once its first event is there.
    await stream.next();
    await there.callTool("touch");
    expect(await stream.message()).toMatchObject({ method: "notifications/resources/updated" });
    await there.callTool("log");
    expect(await stream.message()).toMatchObject({ params: { level: "warning", data: `from ${two.pid}` } });
    await stream.close();
  });

  test("take answers from the session and principal that were asked, errors included, and pings at once (acceptance 18)", async () => {
    const { here, there } = await open();
    const stream = readEvents(await here.post(callBody("twoAtOnce", "18")));
    const [left, right] = [await stream.message(), await stream.message()];
    const stranger = await openSession(doorOf(two), { capabilities: CAPABILITIES });
    expect(await answer(stranger, left, 9)).toBe(202);
    const forged = { jsonrpc: "2.0", id: left.id, result: { action: "accept", content: { n: 9 } } };
    expect((await there.post(forged, { "x-user": "eve" })).status).toBe(404);
    expect((await there.request("ping")).result).toEqual({});
    await there.post({ jsonrpc: "2.0", id: right.id, error: { code: -1, message: "no window" } });
    await answer(there, left, 4);
    expect(textOf(await stream.message())).toBe("18 4 cancel");
  });

  test("resume each other's streams, for their owner only", async () => {
    const { here, there } = await open();
    const stream = readEvents(await here.post(callBody("later", "resumed")));
    const question = await stream.message();
    await stream.close();
    await expect(there.listen(question.eventId, { "x-user": "eve" })).rejects.toThrow("404");
    const resumed = await there.listen(question.eventId);
    await answer(here, question, 6);
    expect(textOf(await resumed.message())).toBe("resumed 6");
    await resumed.ended();
  });

  test("end each other's sessions", async () => {
    const { here, there } = await open();
    const stream = readEvents(await here.post(callBody("later", "ended")));
    await stream.message();
    expect((await there.end()).status).toBe(204);
    expect(await stream.message()).toMatchObject({ method: "notifications/cancelled" });
    await stream.ended();
    expect((await here.request("ping")).status).toBe(404);
  });

  test("give one reply to the same modern round, sent to both at once", async () => {
    const params = { name: "trip", arguments: { trip: "modern" } };
    const options = { capabilities: CAPABILITIES };
    const first = await modern(doorOf(one), "tools/call", params, options);
    const inputResponses = { first: { action: "accept", content: { n: 1 } } };
    const retry = { ...params, requestState: first.result.requestState, inputResponses };
    const replies = await Promise.all(
      [one, two, one, two].map((node) => modern(doorOf(node), "tools/call", retry, options)),
    );
    expect(new Set(replies.map(({ message }) => JSON.stringify(message))).size).toBe(1);
    expect(service.effects().filter(({ did, trip }) => did === "effect" && trip === "modern")).toHaveLength(
      1,
    );
  });

  test("go on with a legacy run and a modern one after both were replaced", async () => {
    const { here } = await open();
    const stream = readEvents(await here.post(callBody("trip", "restart")));
    const question = await stream.message();
    const params = { name: "trip", arguments: { trip: "modern restart" } };
    const options = { capabilities: CAPABILITIES };
    const first = await modern(doorOf(two), "tools/call", params, options);
    await Promise.all([stopNode(one), killNode(two)]);
    await stream.next().catch(() => {});
    [one, two] = await Promise.all([service.start(), service.start()]);
    const after = here.through(doorOf(one));
    await answer(after, question, 1);
    const resumed = await after.listen(question.eventId);
    await answer(after, await resumed.message(), 2);
    await answerBoth(resumed, after);
    expect(JSON.parse(textOf(await resumed.message()))).toEqual({
      trip: "restart",
      one: 1,
      two: 2,
      three: 6,
    });
    const inputResponses = { first: { action: "accept", content: { n: 1 } } };
    const retry = { ...params, requestState: first.result.requestState, inputResponses };
    const second = await modern(doorOf(two), "tools/call", retry, options);
    expect(second.result).toMatchObject({ resultType: "input_required" });
    expect(Object.keys(second.result.inputRequests as object)).toEqual(["second"]);
  }, 60_000);
});
