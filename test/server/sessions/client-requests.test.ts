// Requests to clients, and who hears the replies to them.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { createServer } from "../../../src/index.js";
import { transportParts } from "../../../src/server/server.js";
import type { ClientReply } from "../../../src/server/sessions/client-reply.js";
import { readWord, sessionTopic } from "../../../src/server/sessions/session-words.js";

describe("a request to a client", () => {
  function make() {
    const engine = createMemoryEngine();
    const server = createServer({ name: "test", version: "1.0.0", engine });
    const { clientRequests } = server[transportParts].server;
    const sent: unknown[] = [];
    const replies: (readonly [string, ClientReply])[] = [];
    const outlet = {
      notify: () => false,
      request: (message: string) => {
        sent.push(JSON.parse(message));
        return true;
      },
    };
    const ask = (sessionId: string, id: string, who = id, way: typeof outlet | undefined = outlet) =>
      clientRequests.send(
        { sessionId, outlet: way },
        { id, method: "elicitation/create", paramsJson: '{"message":"Yes?"}' },
        { replied: (reply) => replies.push([who, reply]) },
      );
    const reply = (sessionId: string, id: string | number, result: object = { action: "decline" }) =>
      clientRequests.receive(sessionId, { kind: "response", id, result, error: undefined });
    return { engine, clientRequests, outlet, sent, replies, ask, reply };
  }

  it("goes out the way of its call", () => {
    const { ask, sent } = make();
    ask("s", "q");
    expect(sent).toEqual([
      { jsonrpc: "2.0", id: "q", method: "elicitation/create", params: { message: "Yes?" } },
    ]);
  });

  it("goes to the session's own stream when there is no call, or no way on its reply", async () => {
    const { engine, clientRequests, outlet } = make();
    const words: unknown[] = [];
    await engine.bus.subscribe(sessionTopic("s"), (text) => words.push(readWord(text)));
    const request = { id: "q", method: "roots/list", paramsJson: "{}" };
    for (const way of [undefined, { notify: () => true }, { ...outlet, request: () => false }])
      clientRequests.send({ sessionId: "s", outlet: way }, request, { replied() {} });
    const message = JSON.stringify({ jsonrpc: "2.0", id: "q", method: "roots/list", params: {} });
    await new Promise((resolve) => setImmediate(resolve));
    expect(words).toEqual([{ message }, { message }, { message }]);
  });

  it("is settled by the first reply, and only by that", () => {
    const { ask, reply, replies, clientRequests } = make();
    ask("s", "q");
    reply("s", "q", { action: "accept" });
    reply("s", "q", { action: "decline" });
    expect(replies).toEqual([["q", { result: { action: "accept" } }]]);
    expect(clientRequests.size).toBe(0);
  });

  it("is settled by an error", () => {
    const { ask, replies, clientRequests } = make();
    ask("s", "q");
    const error = { code: -32601, message: "no" };
    clientRequests.receive("s", { kind: "response", id: "q", result: undefined, error });
    expect(replies).toEqual([["q", { error }]]);
  });

  it("hears nothing of another session, another id, or a number that looks like its id", () => {
    const { ask, reply, replies, clientRequests } = make();
    ask("s", "1");
    reply("other", "1");
    reply("s", "2");
    reply("s", 1);
    expect(replies).toEqual([]);
    expect(clientRequests.size).toBe(1);
  });

  it("that was sent twice is settled by one reply", () => {
    const { ask, reply, replies, sent, clientRequests } = make();
    ask("s", "q", "first");
    ask("s", "another");
    ask("s", "q", "second");
    expect(sent).toHaveLength(3);
    reply("s", "q");
    expect(replies.map(([who]) => who).sort()).toEqual(["first", "second"]);
    expect(clientRequests.size).toBe(1);
  });

  it("that is withdrawn hears nothing; the client is told when a reason is given", () => {
    const { ask, reply, replies, sent, clientRequests } = make();
    ask("s", "silent").withdraw();
    const told = ask("s", "told");
    told.withdraw("no longer needed");
    told.withdraw("again");
    reply("s", "silent");
    reply("s", "told");
    expect(sent.slice(2)).toEqual([
      {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: "told", reason: "no longer needed" },
      },
    ]);
    expect(replies).toEqual([]);
    expect(clientRequests.size).toBe(0);
  });

  it("is not cancelled while somebody else waits for it", () => {
    const { ask, reply, replies, sent } = make();
    const first = ask("s", "q", "first");
    const second = ask("s", "q", "second");
    first.withdraw("over");
    expect(sent).toHaveLength(2);
    reply("s", "q");
    second.withdraw("over");
    expect(sent).toHaveLength(2);
    expect(replies.map(([who]) => who)).toEqual(["second"]);
  });

  it.each([
    ["newest", [2, 1, 0]],
    ["oldest", [0, 1, 2]],
    ["middle", [1, 0, 2]],
  ])("leaves the others of its session alone, the %s first", (_which, order) => {
    const { ask, reply, replies, clientRequests } = make();
    const open = ["a", "b", "c"].map((id) => ask("s", id));
    for (const [done, index] of order.entries()) {
      open[index]?.withdraw();
      expect(clientRequests.size).toBe(2 - done);
    }
    for (const id of ["a", "b", "c"]) reply("s", id);
    expect(replies).toEqual([]);
  });

  it("is let go with its session, without a word", () => {
    const { ask, reply, replies, sent, clientRequests } = make();
    const open = [ask("s", "a"), ask("s", "b")];
    ask("other", "a");
    clientRequests.end("s");
    expect(clientRequests.size).toBe(1);
    for (const request of open) request.withdraw("over");
    reply("s", "a");
    expect(sent).toHaveLength(3);
    expect(replies).toEqual([]);
  });
});
