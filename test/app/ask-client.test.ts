// Clients that can show questions themselves, in both eras: asked only where the operator allows it.

import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { readFirstToken } from "../../src/app/access/tokens.js";
import { serve } from "../../src/app/serve.js";
import { connectClient } from "../../src/client/index.js";
import type { Logger } from "../../src/core/logger.js";
import { type Answer, defineResponder, type Elicitation, type Responder } from "../../src/index.js";
import { createApiClient } from "../../src/web/index.js";
import { readLines } from "./read-lines.js";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };
type Respond = (...asked: Parameters<Responder>) => Promise<Answer>;
const LISBON: Answer = { action: "accept", content: { answer: "Lisbon" } };

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
    call: async (args: Record<string, unknown>): Promise<string> => {
      const { content } = await connected.client.callTool({ name: "elicit", arguments: args });
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
    await using stage = await start({ askClient: true });
    await stage.call({ type: "text", prompt: "Which city?" });
    chmodSync(stage.audit, 0o644);
    expect(await stage.call({ type: "text", prompt: "And then?", wait_seconds: 0.05 })).toContain(
      "Nobody has answered yet",
    );

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

  test("has nothing written down without an audit", async () => {
    await using stage = await start({ askClient: true, audit: "off" });
    expect(await stage.call({ type: "text", prompt: "Which city?" })).toBe("The person answered: Lisbon");
    expect(() => readLines(stage.audit)).toThrow("ENOENT");
  });
});

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
