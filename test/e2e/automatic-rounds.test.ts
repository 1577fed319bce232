// The automatic rounds of the official client of the second generation: how many there are, and what they carry.

import {
  Client,
  isInputRequiredResult,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import { listen } from "beckon/node";
import { expect, test } from "vitest";
import { LogWatcher } from "./clients/log-watcher.js";
import { startAskingServer } from "./servers/asking.js";
import { stopListening } from "./wire/stop-listening.js";

interface Driven extends AsyncDisposable {
  readonly client: Client;
  /** The bodies of all that the client posted. */
  readonly posted: readonly { readonly id: unknown; readonly params: Readonly<Record<string, unknown>> }[];
}

/** A client that answers every form, on a server of its own. */
async function connect(inputRequired: { autoFulfill?: boolean; maxRounds?: number } = {}): Promise<Driven> {
  const { server, close } = await startAskingServer({ logger: new LogWatcher().logger() });
  const listening = await listen(server, { port: 0, keepSignals: true });
  const client = new Client(
    { name: "e2e-v2", version: "2.4.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } }, capabilities: { elicitation: {} }, inputRequired },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: { text: "yes" } }));
  const posted: Driven["posted"][number][] = [];
  const watched: typeof fetch = (input, init) => {
    if (typeof init?.body === "string") posted.push(JSON.parse(init.body));
    return fetch(input, init);
  };
  await client.connect(new StreamableHTTPClientTransport(new URL(listening.url), { fetch: watched }));
  posted.length = 0;
  return {
    client,
    posted,
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await stopListening(server, listening);
      await close();
    },
  };
}

const survey = (questions: number) => ({ name: "survey", arguments: { questions } });

test("each round is a request of its own that brings back the state of the one before", async () => {
  await using driven = await connect();
  await driven.client.callTool(survey(3));

  expect(driven.posted).toHaveLength(4);
  expect(new Set(driven.posted.map(({ id }) => id)).size).toBe(4);
  const states = driven.posted.map(({ params }) => params.requestState);
  expect(states[0]).toBeUndefined();
  expect(new Set(states).size).toBe(4);
  // Each round brings the answer to its own question alone: the others are in the state.
  const answers = driven.posted.map(({ params }) => Object.keys(params.inputResponses ?? {}).length);
  expect(answers).toEqual([0, 1, 1, 1]);
});

test("the server stops before the client would", async () => {
  await using driven = await connect();
  const result = await driven.client.callTool(survey(50));

  expect(result.isError).toBe(true);
  expect(driven.posted.length).toBeLessThanOrEqual(11);
});

test("a client that goes along with fewer rounds gives up by itself", async () => {
  await using driven = await connect({ maxRounds: 2 });

  await expect(driven.client.callTool(survey(3))).rejects.toMatchObject({
    code: SdkErrorCode.InputRequiredRoundsExceeded,
  });
  expect(driven.posted).toHaveLength(3);
});

test("a client that answers by hand gets the questions and the state", async () => {
  await using driven = await connect({ autoFulfill: false });
  const call = { method: "tools/call", params: survey(1) } as const;
  const asked: unknown = await driven.client.request(call, { allowInputRequired: true });
  if (!isInputRequiredResult(asked)) throw new Error(`Not asked: ${JSON.stringify(asked)}`);
  const [key = ""] = Object.keys(asked.inputRequests ?? {});
  const { requestState } = asked;
  const inputResponses = { [key]: { action: "accept", content: { text: "by hand" } } };
  const retry = { ...call, params: { ...call.params, inputResponses, requestState } };

  expect(await driven.client.request(retry)).toMatchObject({
    content: [{ type: "text", text: "by hand; 1 steps" }],
  });
});
