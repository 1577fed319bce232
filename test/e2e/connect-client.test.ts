// connectClient: by url and by command, in the era that both sides know.

import { resolve } from "node:path";
import { allow, createServer, defineResponder } from "beckon";
import { connectClient, type ServerTarget } from "beckon/client";
import { listen } from "beckon/node";
import { describe, expect, test } from "vitest";
import { LogWatcher } from "./clients/log-watcher.js";
import { type ToolResult, textOf } from "./clients/peer.js";
import { startAskingServer } from "./servers/asking.js";
import { stopListening } from "./wire/stop-listening.js";

const program = resolve(import.meta.dirname, "../../.cache/e2e/stdio.js");
const logger = new LogWatcher().logger();

interface Place extends AsyncDisposable {
  readonly target: ServerTarget;
  readonly called: string;
}

const places = {
  async url(): Promise<Place> {
    const { server, close } = await startAskingServer({ logger });
    const listening = await listen(server, { port: 0, keepSignals: true });
    return {
      target: listening.url,
      called: new URL(listening.url).origin,
      [Symbol.asyncDispose]: async () => {
        await stopListening(server, listening);
        await close();
      },
    };
  },
  async command(): Promise<Place> {
    const command = [process.execPath, program, "asking"];
    return { target: command, called: command.join(" "), [Symbol.asyncDispose]: async () => {} };
  },
};

describe.each(["url", "command"] as const)("by %s", (kind) => {
  test.each([
    ["auto", "modern"],
    ["modern", "modern"],
    ["legacy", "legacy"],
  ] as const)(
    "[C3] era %s speaks the %s one, and the server is called by where it is",
    async (era, spoken) => {
      await using place = await places[kind]();
      const askers: string[] = [];
      const person = defineResponder(["form"], async ({ asker }) => {
        askers.push(asker.server);
        return { action: "accept", content: {} };
      });
      await using connected = await connectClient(place.target, person, { era, stderr: "ignore", logger });
      const result = (await connected.client.callTool({ name: "approve", arguments: {} })) as ToolResult;

      expect(connected.era).toBe(spoken);
      expect(JSON.parse(textOf(result))).toEqual({ action: "accept", content: {} });
      expect(askers).toEqual([place.called]);
    },
  );
});

test("headers go along with every request", async () => {
  const told: unknown[] = [];
  const server = createServer({
    name: "guarded",
    version: "1.0.0",
    logger,
    connect: ({ headers }) => {
      told.push(headers.authorization);
      return allow();
    },
  });
  const listening = await listen(server, { port: 0, keepSignals: true });
  try {
    const nobody = defineResponder([], async () => undefined);
    const headers = { Authorization: "Bearer abc" };
    const connected = await connectClient(listening.url, nobody, { headers, logger });
    await connected.client.listTools();
    await connected.close();
    expect(new Set(told)).toEqual(new Set(["Bearer abc"]));
  } finally {
    await stopListening(server, listening);
  }
});

test("a server that is not there is an error that names it", async () => {
  const nobody = defineResponder([], async () => undefined);

  await expect(connectClient("http://127.0.0.1:9/mcp", nobody, { logger })).rejects.toMatchObject({
    code: "unreachable",
    message: "Could not connect to http://127.0.0.1:9.",
  });
});
