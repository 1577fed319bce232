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
    "[C3] era %s speaks the %s one, and a question names the server and where it is",
    async (era, spoken) => {
      await using place = await places[kind]();
      const askers: unknown[] = [];
      const person = defineResponder(["form"], async ({ asker }) => {
        askers.push(asker);
        return { action: "accept", content: {} };
      });
      await using connected = await connectClient(place.target, person, { era, stderr: "ignore", logger });
      const result = (await connected.client.callTool({ name: "approve", arguments: {} })) as ToolResult;

      expect(connected.era).toBe(spoken);
      expect(JSON.parse(textOf(result))).toEqual({ action: "accept", content: {} });
      expect(askers).toMatchObject([{ server: "asking", origin: place.called }]);
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

/** Connections that were kept may still seem open for a moment; what is sent on them could have arrived. */
async function untilRefused(url: string): Promise<void> {
  const code = await fetch(url).then(
    () => undefined,
    (error: Error) => (error.cause as { readonly code?: string } | undefined)?.code,
  );
  if (code !== "ECONNREFUSED") await untilRefused(url);
}

test("a modern server that stops while a person answers is waited for, and the run goes on", async () => {
  const start = async (port: number) => {
    const server = createServer({ name: "deploys", version: "1.0.0", keys: ["k".repeat(32)], logger });
    server.tool("deploy", { description: "Asks first" }, async (_, ctx) =>
      (await ctx.confirm("Go?")) ? "Deployed." : "Not deployed.",
    );
    return { server, listening: await listen(server, { port, keepSignals: true }) };
  };
  let running = await start(0);
  const port = Number(new URL(running.listening.url).port);
  const person = defineResponder(["form"], async (elicitation) => {
    await stopListening(running.server, running.listening);
    await untilRefused(running.listening.url);
    const [name = ""] = elicitation.mode === "form" ? Object.keys(elicitation.schema.properties) : [];
    return { action: "accept", content: { [name]: true } };
  });
  let refused = 0;
  await using connected = await connectClient(running.listening.url, person, {
    era: "modern",
    logger,
    fetch: async (input, init) => {
      try {
        return await fetch(input, init);
      } catch (error) {
        refused += 1;
        running = await start(port);
        throw error;
      }
    },
  });
  const result = (await connected.client.callTool({ name: "deploy", arguments: {} })) as ToolResult;
  await stopListening(running.server, running.listening);

  expect({ refused, text: textOf(result) }).toEqual({ refused: 1, text: "Deployed." });
});
