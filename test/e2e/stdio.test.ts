// Stdio, line by line: what clients do not show.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { initializeMessage } from "./wire/legacy-session.js";
import { type LineProcess, startLine } from "./wire/line-process.js";
import { modernMeta } from "./wire/modern-request.js";

async function startSession(revision = "2025-11-25", server = "line"): Promise<LineProcess> {
  const line = startLine(server);
  line.send(initializeMessage(revision));
  await line.next();
  line.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  return line;
}

const call = (name: string, args?: object): object => ({ name, arguments: args });

describe("[acceptance 27] a line", () => {
  test("opens a legacy session by initialize", async () => {
    await using line = startLine("line");
    line.send(initializeMessage("2025-06-18"));

    expect(await line.next()).toMatchObject({
      id: 0,
      result: { protocolVersion: "2025-06-18", serverInfo: { name: "line", version: "1.0.0" } },
    });
  });

  test("answers ping before and after initialize", async () => {
    await using line = startLine("line");
    expect(await line.ask(1, "ping")).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
    line.send(initializeMessage("2025-11-25"));
    await line.next();

    expect(await line.ask(2, "ping")).toEqual({ jsonrpc: "2.0", id: 2, result: {} });
  });

  test("answers what is neither modern nor in a session with -32600", async () => {
    await using line = startLine("line");

    expect(await line.ask(1, "tools/list")).toMatchObject({ id: 1, error: { code: -32600 } });
  });

  test("carries nothing but the protocol: what handlers print goes to standard error", async () => {
    await using line = await startSession();
    expect(await line.ask(1, "tools/call", call("noise"))).toMatchObject({
      result: { content: [{ text: "Made noise." }] },
    });
    line.end();

    expect(await line.rest()).toEqual([]);
    await line.exit;
    expect(line.log.text).toContain("noise from console.log");
    expect(line.log.text).toContain("noise from process.stdout");
  });
});

describe("[acceptance 27] a session on a line", () => {
  let line: LineProcess;
  beforeAll(async () => {
    line = await startSession();
  });
  afterAll(() => line[Symbol.asyncDispose]());

  test("answers broken JSON with -32700 and goes on", async () => {
    line.write("{ no json\n");

    expect(await line.next()).toMatchObject({ error: { code: -32700 } });
    expect(await line.ask(1, "ping")).toMatchObject({ id: 1, result: {} });
  });

  test.each([
    ["no object", "7"],
    ["another jsonrpc", '{"jsonrpc":"1.0","id":1,"method":"ping"}'],
    ["params that are a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}'],
    ["neither method nor result", '{"jsonrpc":"2.0","id":1}'],
    ["an empty batch", "[]"],
  ])("answers %s with -32600 and goes on", async (_, text) => {
    line.write(`${text}\n`);

    expect(await line.next()).toMatchObject({ error: { code: -32600 } });
    expect(await line.ask(2, "ping")).toMatchObject({ id: 2, result: {} });
  });

  test("is silent on notifications, known and unknown, and on responses", async () => {
    line.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    line.send({ jsonrpc: "2.0", method: "notifications/nowhere", params: { any: "thing" } });
    line.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 77 } });
    line.send({ jsonrpc: "2.0", id: 5, result: {} });

    expect(await line.ask(1, "ping")).toMatchObject({ id: 1, result: {} });
  });

  test("survives an exception", async () => {
    expect(await line.ask(1, "tools/call", call("crash"))).toMatchObject({
      id: 1,
      result: { isError: true },
    });
    expect(await line.ask(2, "ping")).toMatchObject({ id: 2, result: {} });
  });

  test("refuses a second initialize", async () => {
    line.send(initializeMessage("2025-11-25"));

    expect(await line.next()).toMatchObject({ id: 0, error: { code: -32600 } });
  });

  test("has several requests in flight", async () => {
    line.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("gate") });
    expect(await line.ask(2, "ping")).toMatchObject({ id: 2 });
    line.send({ jsonrpc: "2.0", id: 3, method: "tools/call", params: call("open_gate") });
    const answers = [await line.next(), await line.next()];

    expect(answers.map((answer) => answer?.id).sort()).toEqual([1, 3]);
    expect(answers.find((answer) => answer?.id === 1)).toMatchObject({
      result: { content: [{ text: "Through the gate." }] },
    });
  });

  test("takes messages that come in pieces, or several at once", async () => {
    const bytes = Buffer.from(
      '{"jsonrpc":"2.0","id":"ü","method":"ping"}\r\n\n{"jsonrpc":"2.0","id":2,"method":"ping"}\n',
    );
    const middle = bytes.indexOf(0xbc);
    line.write(bytes.subarray(0, middle));
    line.write(bytes.subarray(middle));

    expect(await line.next()).toMatchObject({ id: "ü", result: {} });
    expect(await line.next()).toMatchObject({ id: 2, result: {} });
  });
});

describe("[acceptance 27] the end of input", () => {
  test("lets calls finish, ends the session, tells the application, and ends the process", async () => {
    await using line = await startSession();
    line.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call("slow") });
    expect(await line.ask(2, "ping")).toMatchObject({ id: 2 });
    line.end();

    expect(await line.rest()).toMatchObject([{ id: 1, result: { content: [{ text: "Slow." }] } }]);
    expect(await line.exit).toBe(0);
    expect(line.log.text).toBe("terminate closed\ndisconnect stdio\nclosed in order\n");
  });

  test("takes a last message without a line break", async () => {
    await using line = await startSession();
    line.write('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    line.end();

    expect(await line.rest()).toMatchObject([{ id: 1, result: {} }]);
    expect(await line.exit).toBe(0);
  });

  test("ends a modern subscription with its result", async () => {
    await using line = startLine("features");
    const params = { _meta: modernMeta(), notifications: { toolsListChanged: true } };
    await line.ask(1, "subscriptions/listen", params);
    line.end();

    expect(await line.rest()).toMatchObject([{ id: 1, result: { resultType: "complete" } }]);
    expect(await line.exit).toBe(0);
  });
});

describe("both eras in one process", () => {
  test("are told apart message by message", async () => {
    await using line = await startSession();
    const modern = await line.ask(1, "tools/call", { ...call("noise"), _meta: modernMeta() });
    const legacy = await line.ask(2, "tools/call", call("noise"));

    expect(modern).toMatchObject({ id: 1, result: { resultType: "complete" } });
    expect(legacy?.result).not.toHaveProperty("resultType");
  });

  test("modern requests need no handshake", async () => {
    await using line = startLine("line");

    expect(await line.ask(1, "server/discover", { _meta: modernMeta() })).toMatchObject({
      id: 1,
      result: { supportedVersions: ["2026-07-28"], capabilities: { tools: {} } },
    });
  });

  test("an unknown modern revision is refused with those that are served", async () => {
    await using line = startLine("line");
    const _meta = modernMeta({ "io.modelcontextprotocol/protocolVersion": "2099-01-01" });

    expect(await line.ask(1, "tools/list", { _meta })).toMatchObject({
      id: 1,
      error: { code: -32022, data: { supported: ["2026-07-28"], requested: "2099-01-01" } },
    });
  });

  test("each says in its own way that a resource is not found", async () => {
    await using line = await startSession("2025-11-25", "features");
    const uri = "app:///nowhere";

    expect(await line.ask(1, "resources/read", { uri })).toMatchObject({
      error: { code: -32002, data: { uri } },
    });
    expect(await line.ask(2, "resources/read", { uri, _meta: modernMeta() })).toMatchObject({
      error: { code: -32602, data: { uri } },
    });
  });

  test("a cancelled call gets no response in either", async () => {
    await using line = await startSession("2025-11-25", "features");
    for (const [id, _meta] of [
      [1, { progressToken: 1 }],
      [2, modernMeta({ progressToken: 2 })],
    ] as const) {
      const started = await line.ask(id, "tools/call", { ...call("wait", { key: `line ${id}` }), _meta });
      expect(started).toMatchObject({ method: "notifications/progress" });
      line.send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: "enough" },
      });
      const answer = await line.ask(id + 10, "tools/call", call("cancelled", { key: `line ${id}` }));

      expect(answer).toMatchObject({ id: id + 10 });
      expect(JSON.stringify(answer)).toContain("enough");
    }
  });
});

describe("[acceptance 26] a batch", () => {
  const batch = [
    { jsonrpc: "2.0", id: 1, method: "ping" },
    { jsonrpc: "2.0", id: 2, method: "nowhere" },
  ];

  test("is answered as a batch in 2025-03-26", async () => {
    await using line = await startSession("2025-03-26");
    line.send(batch);

    expect(await line.next()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, error: { code: -32601 } },
    ]);
  });

  test("is refused elsewhere", async () => {
    await using line = await startSession("2025-06-18");
    line.send(batch);

    expect(await line.next()).toMatchObject({ error: { code: -32600 } });
  });
});

test("a client that connect refuses is not served", async () => {
  await using line = startLine("access", "weak");
  line.send(initializeMessage("2025-11-25"));

  expect(await line.rest()).toEqual([]);
  expect(await line.exit).not.toBe(0);
  expect(line.log.text).toContain("connect refused");
});
