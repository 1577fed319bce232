// Clients that can show questions themselves, in both eras: asked only where the operator allows it.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { parseSpec } from "../../src/agent/parse-spec.js";
import { specToForm } from "../../src/agent/spec-to-form.js";
import { readFirstToken } from "../../src/app/access/tokens.js";
import { serve } from "../../src/app/serve.js";
import { connectClient } from "../../src/client/index.js";
import type { FormContent } from "../../src/core/elicitation/answer.js";
import type { Logger } from "../../src/core/logger.js";
import { type Answer, defineResponder, type Elicitation, type Responder } from "../../src/index.js";
import { createApiClient } from "../../src/web/index.js";
import { readLines } from "./read-lines.js";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
type Respond = (...asked: Parameters<Responder>) => Promise<Answer>;
const LISBON: Answer = { action: "accept", content: { answer: "Lisbon" } };

/** A promise, and how to keep it. */
function promised<T>(): { readonly promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** A server that asks clients, and one of them. */
async function startAs(era: "legacy" | "modern", flags: object, answer: Respond = async () => LISBON) {
  const folder = mkdtempSync(join(tmpdir(), "beckon-ask-client-"));
  const running = await serve({
    flags: { port: 0, state: join(folder, "state"), ...flags },
    env: {},
    cwd: folder,
    logger: silent,
  });
  const token = (await readFirstToken(running.folder)) ?? "";
  const shown: Elicitation[] = [];
  const responder = defineResponder(["form"], async (elicitation, told) => {
    shown.push(elicitation);
    return answer(elicitation, told);
  });
  const headers = { authorization: `Bearer ${token}` };
  const connected = await connectClient(running.mcpUrl, responder, { era, headers, name: "host" });
  return {
    shown,
    audit: join(folder, "state", "audit.jsonl"),
    client: connected.client,
    close: () => running.close(),
    api: createApiClient({ baseUrl: running.baseUrl, token }),
    call: async (args: Record<string, unknown>, name = "elicit"): Promise<string> => {
      const { content } = await connected.client.callTool({ name, arguments: args });
      return String((content as readonly { readonly text?: string }[])[0]?.text);
    },
    async [Symbol.asyncDispose]() {
      await connected.close();
      await running.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describe.each(["legacy", "modern"] as const)("a client of the %s era that shows forms", (era) => {
  const start = (flags: object, answer?: Respond) => startAs(era, flags, answer);

  test("shows what is asked when the operator allows it, and the inbox does not", async () => {
    await using stage = await start({ askClient: true });
    expect(await stage.call({ type: "text", prompt: "Which city?" })).toBe("The person answered: Lisbon");
    expect(stage.shown).toMatchObject([{ mode: "form", message: "Which city?" }]);
    expect((await stage.api.list()).elicitations).toEqual([]);
  });

  test("is left alone unless the operator allows it", async () => {
    await using stage = await start({});
    expect(await stage.call({ type: "text", prompt: "Which city?", wait_seconds: 0.05 })).toContain(
      "Nobody has answered yet",
    );
    expect(stage.shown).toEqual([]);
    expect((await stage.api.list()).elicitations).toMatchObject([
      { message: "Which city?", asker: { server: "host" } },
    ]);
  });

  test("is never shown what is sensitive (C12)", async () => {
    await using stage = await start({ askClient: true });
    const secret = { type: "secret", prompt: "Key?", wait_seconds: 0.05 };
    const choice = {
      type: "choice",
      prompt: "Bank?",
      options: ["a", "b"],
      sensitive: true,
      wait_seconds: 0.05,
    };
    for (const spec of [secret, choice]) expect(await stage.call(spec)).toContain("Nobody has answered yet");
    expect(stage.shown).toEqual([]);
  });

  test("has what it shows in the audit, once: what, for whom, when, how it ended, and from where (C15)", async () => {
    await using stage = await start({ askClient: true });
    await stage.call({ type: "text", prompt: "Which city?" });
    const { elicitation } = await stage.api.create({ message: "Sure?" });
    await stage.api.decline(elicitation.id);
    await stage.call({ type: "text", prompt: "And then?" });
    await stage.close();

    const lines = readLines(stage.audit);
    expect(lines.map(({ event, message }) => `${event} ${message}`).toSorted()).toEqual([
      "asked And then?",
      "asked Sure?",
      "asked Which city?",
      "settled And then?",
      "settled Sure?",
      "settled Which city?",
    ]);
    const [asked, settled] = lines.filter(({ message }) => message === "Which city?");
    expect(asked).toEqual({
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      event: "asked",
      id: expect.any(String),
      mode: "inline",
      message: "Which city?",
      fields: ["answer"],
      asker: {
        server: "host",
        origin: "token first",
        method: "tools/call",
        target: "elicit",
        client: expect.stringMatching(/^host/),
        principal: expect.stringMatching(/^token:/),
        runId: expect.any(String),
      },
      from: "client",
    });
    expect(settled).toEqual({
      at: expect.any(String),
      event: "settled",
      id: asked?.id,
      status: "accepted",
      by: expect.stringMatching(/^token:/),
      name: "token first",
      from: "client",
      latencyMs: expect.any(Number),
      asker: { server: "host", runId: expect.any(String) },
      message: "Which city?",
      content: { answer: "Lisbon" },
    });
  });

  test.each([
    [{ action: "decline" }, { status: "declined", from: "client" }],
    [
      { action: "cancel", reason: "closed" },
      { status: "cancelled", from: "client" },
    ],
  ] as const)("has %j in the audit as what it is (C15, C1)", async (answer, end) => {
    await using stage = await start({ askClient: true }, async () => answer);
    await stage.call({ type: "text", prompt: "Which city?" });

    const [, settled] = readLines(stage.audit);
    expect(settled).toMatchObject({ event: "settled", ...end });
    expect(settled).not.toHaveProperty("content");
  });

  test("has no answer in the audit that is named like a credential (C15, C12)", async () => {
    await using stage = await start({ askClient: true }, async () => ({
      action: "accept",
      content: { city: "Oslo", pin: 4711 },
    }));
    await stage.call({
      type: "form",
      prompt: "Where?",
      fields: [
        { name: "city", type: "text" },
        { name: "pin", type: "number" },
      ],
    });

    expect(stage.shown).toHaveLength(1);
    expect(readLines(stage.audit)[1]).toMatchObject({ content: { city: "Oslo", pin: "[secret]" } });
  });

  test("is asked nothing that cannot be written down: the inbox is (C15)", async () => {
    await using stage = await start({ askClient: true, waitSeconds: 0.05 });
    await stage.call({ type: "text", prompt: "Which city?" });
    chmodSync(stage.audit, 0o644);
    expect(await stage.call({ type: "text", prompt: "And then?" })).toContain("Nobody has answered yet");

    expect(stage.shown).toHaveLength(1);
    expect((await stage.api.list()).elicitations).toMatchObject([{ message: "And then?" }]);
    chmodSync(stage.audit, 0o600);
    await stage.close();
    expect(readLines(stage.audit).at(-1)).toMatchObject({ event: "asked", message: "And then?" });
  });

  test("loses no answer that cannot be written down at once: that is made up for (C15)", async () => {
    await using stage = await start({ askClient: true }, async () => {
      chmodSync(stage.audit, 0o644);
      return LISBON;
    });
    expect(await stage.call({ type: "text", prompt: "Which city?" })).toBe("The person answered: Lisbon");
    expect(readLines(stage.audit)).toHaveLength(1);
    chmodSync(stage.audit, 0o600);
    await stage.close();

    expect(readLines(stage.audit).at(-1)).toMatchObject({
      event: "settled",
      status: "accepted",
      from: "client",
    });
  });

  test("is shown a question with a key once: the same key has the same answer", async () => {
    await using stage = await start({ askClient: true });
    const question = { type: "text", prompt: "Which city?", key: "city" };
    expect(await stage.call(question)).toBe("The person answered: Lisbon");
    expect(await stage.call(question)).toBe("The person answered: Lisbon");

    expect(stage.shown).toMatchObject([{ message: "Which city?" }]);
    const [kept] = (await stage.api.list({ status: ["accepted"] })).elicitations;
    expect(kept).toMatchObject({ message: "Which city?", settled: { from: "client", name: "token first" } });
  });

  test("is shown no other question under a key that was used", async () => {
    await using stage = await start({ askClient: true });
    await stage.call({ type: "text", prompt: "Which city?", key: "city" });
    expect(await stage.call({ type: "text", prompt: "Which country?", key: "city" })).toContain(
      'The key "city" was used for another question.',
    );
    expect(stage.shown).toHaveLength(1);
  });

  test("is shown a question with a key once though two calls ask it at the same time", async () => {
    const answer = promised<Answer>();
    const isShown = promised<void>();
    await using stage = await start({ askClient: true }, () => {
      isShown.resolve();
      return answer.promise;
    });
    const question = { type: "text", prompt: "Which city?", key: "city" };
    const first = stage.call(question);
    await isShown.promise;
    const second = stage.call(question);
    answer.resolve(LISBON);

    expect(await Promise.all([first, second])).toEqual([
      "The person answered: Lisbon",
      "The person answered: Lisbon",
    ]);
    expect(stage.shown).toHaveLength(1);
  });

  test.each([
    [{ action: "decline" }, "declined", "The person declined to answer."],
    [{ action: "cancel", reason: "closed" }, "cancelled", "The question was cancelled."],
  ] as const)("says %j to a question with a key as what it is (C1)", async (answer, status, words) => {
    await using stage = await start({ askClient: true }, async () => answer);
    const question = { type: "text", prompt: "Which city?", key: "city" };
    for (const _ of ["asked", "asked again"]) expect(await stage.call(question)).toContain(words);
    expect(stage.shown).toHaveLength(1);
    expect((await stage.api.list()).elicitations).toMatchObject([{ status }]);
  });

  test("is too late when the inbox has answered a question with a key before (C4)", async () => {
    await using stage = await start({ askClient: true }, async () => {
      const [open] = (await stage.api.list()).elicitations;
      await stage.api.answer(open?.id ?? "", { answer: "Oslo" });
      return LISBON;
    });
    expect(await stage.call({ type: "text", prompt: "Which city?", key: "city" })).toBe(
      "The person answered: Oslo",
    );
  });

  test("is waited for no longer than wait_seconds: the id is given, and the answer can be had later (A5)", async () => {
    await using stage = await start({ askClient: true }, () => new Promise(() => {}));
    const question = { type: "text", prompt: "Which city?", wait_seconds: 0.05 };
    expect(await stage.call(question)).toContain("Nobody has answered yet");
    // The same again joins what is open.
    expect(await stage.call(question)).toContain("Nobody has answered yet");
    const { elicitations } = await stage.api.list({ status: ["open"] });
    expect(elicitations).toMatchObject([{ message: "Which city?" }]);
    const id = elicitations[0]?.id ?? "";
    await stage.api.answer(id, { answer: "Oslo" });
    expect(await stage.call({ id }, "get_answer")).toBe("The person answered: Oslo");
  });

  test("has every kind of question as it was asked, and its answer (acceptance 40)", async () => {
    const answers = new Map<string, FormContent>([
      ["Colour?", { answer: "red" }],
      ["Toppings?", { answer: ["ham", "olives"] }],
      ["Sure?", { answer: false }],
      ["Book", { name: "Ada", guests: 2, seats: ["in"], quiet: false }],
    ]);
    await using stage = await start({ askClient: true }, async ({ message }) => {
      const content = answers.get(message);
      return content === undefined ? { action: "decline" } : { action: "accept", content };
    });
    const toppings = { options: ["ham", "olives", "corn"], default: ["ham"] };
    const fields = [
      { name: "name", type: "text", required: true },
      { name: "guests", type: "number", required: true },
      { name: "place", type: "choice", options: ["Inside", "Terrace"], default: "Inside" },
      { name: "seats", type: "multi_choice", options: ["in", "out"] },
      { name: "quiet", type: "boolean", default: true },
    ];
    const specs = [
      { type: "choice", prompt: "Colour?", options: ["red", "blue"] },
      { type: "multi_choice", prompt: "Toppings?", ...toppings },
      { type: "confirmation", prompt: "Sure?" },
      { type: "form", prompt: "Book", fields },
    ];
    const said: string[] = [];
    for (const spec of specs) said.push(await stage.call(spec));
    expect(said).toEqual([
      "The person selected: red",
      'The person selected: ["ham","olives"]',
      "The person answered: no.",
      'The person filled in the form: {"name":"Ada","guests":2,"place":"Inside","seats":["in"],"quiet":false}',
    ]);
    expect(stage.shown).toMatchObject(specs.map((spec) => specToForm(parseSpec(spec))));
  });

  test("has nothing written down without an audit", async () => {
    await using stage = await start({ askClient: true, audit: "off" });
    expect(await stage.call({ type: "text", prompt: "Which city?" })).toBe("The person answered: Lisbon");
    expect(() => readLines(stage.audit)).toThrow("ENOENT");
  });
});

// In the modern era a client that fails does not come back.
test.each([
  ["fails", { error: { code: -32603, message: "The window crashed" } }],
  ["says what is no answer", { result: { action: "perhaps" } }],
])(
  "a question with a key stays in the inbox when the legacy client that shows it %s",
  async (_what, said) => {
    await using stage = await startAs("legacy", { askClient: true });
    const { transport } = stage.client;
    if (transport === undefined) throw new Error("The client is not connected.");
    const send = transport.send.bind(transport);
    transport.send = (message, ...options) =>
      send(
        "result" in message ? ({ jsonrpc: "2.0", id: message.id, ...said } as never) : message,
        ...options,
      );
    const called = stage.call({ type: "text", prompt: "Which city?", key: "city" });
    const { elicitations } = await vi.waitFor(async () => {
      const listed = await stage.api.list();
      expect(listed.elicitations).toMatchObject([{ status: "pending" }]);
      return listed;
    });
    await vi.waitFor(() => expect(stage.shown).toHaveLength(1));
    await stage.api.answer(elicitations[0]?.id ?? "", { answer: "Porto" });
    expect(await called).toBe("The person answered: Porto");
  },
);

// In the modern era the call is over while the client shows its question.
test("a legacy call that is cancelled while its client shows it has its end in the audit (C15)", async () => {
  const stop = new AbortController();
  await using stage = await startAs("legacy", { askClient: true }, async (_, { signal }) => {
    stop.abort();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { action: "cancel", reason: "withdrawn" };
  });
  const called = stage.client.callTool(
    { name: "elicit", arguments: { type: "text", prompt: "Which city?" } },
    { signal: stop.signal },
  );
  await expect(called).rejects.toThrow();
  await vi.waitUntil(() => readLines(stage.audit).length > 1);

  expect(readLines(stage.audit)[1]).toMatchObject({
    event: "settled",
    status: "withdrawn",
    from: "client",
    reason: "The call was cancelled.",
  });
});

test("a legacy client is no longer shown what took longer than wait_seconds", async () => {
  const isWithdrawn = promised<void>();
  await using stage = await startAs("legacy", { askClient: true }, (_, { signal }) => {
    signal.addEventListener("abort", () => isWithdrawn.resolve());
    return new Promise(() => {});
  });
  const question = { type: "text", prompt: "Which city?", wait_seconds: 0.05 };
  expect(await stage.call(question)).toContain("Nobody has answered yet");
  await isWithdrawn.promise;
  expect(stage.shown).toHaveLength(1);
});

test("a legacy client that answers within wait_seconds answers the call", async () => {
  await using stage = await startAs("legacy", { askClient: true });
  expect(await stage.call({ type: "text", prompt: "Which city?", wait_seconds: 20 })).toBe(
    "The person answered: Lisbon",
  );
  // Its answer was given out: what says the same is another question.
  await stage.call({ type: "text", prompt: "Which city?", wait_seconds: 20 });
  expect(stage.shown).toHaveLength(2);
});

test("a legacy client is no longer shown a question that the inbox has answered", async () => {
  const isShown = promised<AbortSignal>();
  await using stage = await startAs("legacy", { askClient: true }, (_, { signal }) => {
    isShown.resolve(signal);
    return new Promise(() => {});
  });
  const called = stage.call({ type: "text", prompt: "Which city?", key: "city" });
  const signal = await isShown.promise;
  const [open] = (await stage.api.list()).elicitations;
  await stage.api.answer(open?.id ?? "", { answer: "Oslo" });
  expect(await called).toBe("The person answered: Oslo");
  await vi.waitUntil(() => signal.aborted);
});

test("a question with a key stays in the inbox when the call of its legacy client is cancelled", async () => {
  const stop = new AbortController();
  await using stage = await startAs("legacy", { askClient: true }, async (_, { signal }) => {
    stop.abort();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { action: "cancel", reason: "withdrawn" };
  });
  const args = { type: "text", prompt: "Which city?", key: "city" };
  await expect(
    stage.client.callTool({ name: "elicit", arguments: args }, { signal: stop.signal }),
  ).rejects.toThrow();
  const { elicitations } = await stage.api.list({ status: ["open"] });
  expect(elicitations).toMatchObject([{ message: "Which city?" }]);
});

test("timeout_seconds end a question that a legacy client shows", async () => {
  await using stage = await startAs("legacy", { askClient: true }, () => new Promise(() => {}));
  const question = { type: "text", prompt: "Which city?", timeout_seconds: 0.05 };
  for (const key of [undefined, "city"])
    expect(await stage.call({ ...question, ...(key !== undefined && { key }) })).toContain(
      "Nobody answered in time",
    );
  expect(stage.shown).toHaveLength(2);
});
