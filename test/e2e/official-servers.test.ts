// A responder behind the official clients, on servers of the official SDK and on servers that misbehave.

import * as v2 from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { UrlElicitationRequiredError } from "@modelcontextprotocol/sdk/types.js";
import { type Answer, defineResponder, type Elicitation, type Responder } from "beckon";
import { type AnswerOptions, answerElicitations } from "beckon/client";
import { createFakeClock } from "beckon/testing";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { LogWatcher } from "./clients/log-watcher.js";
import { type ToolResult, textOf } from "./clients/peer.js";

/** Says yes to everything, and notes what it was asked. */
function agreeable(content = {}): Responder & { readonly seen: Elicitation[] } {
  const seen: Elicitation[] = [];
  const responder = defineResponder(["form", "url"], async (elicitation): Promise<Answer> => {
    seen.push(elicitation);
    return { action: "accept", content };
  });
  return Object.assign(responder, { seen });
}

/** A tool that sends a question past everything that would check it. */
type Ask = (params: object) => Promise<unknown>;

interface Host {
  readonly call: () => Promise<ToolResult>;
  readonly log: LogWatcher;
  readonly server: McpServer;
}

const generations = {
  "sdk v1": async (transport: InMemoryTransport, responder: Responder, options: AnswerOptions) => {
    const client = new ClientV1({ name: "host", version: "1.0.0" });
    await answerElicitations(client, responder, options);
    await client.connect(transport);
    return () => client.callTool({ name: "ask" }) as Promise<ToolResult>;
  },
  "client v2": async (transport: InMemoryTransport, responder: Responder, options: AnswerOptions) => {
    const client = new v2.Client({ name: "host", version: "1.0.0" });
    await answerElicitations(client, responder, options);
    // The transports of both generations have the same shape.
    await client.connect(transport as unknown as v2.Transport);
    return () => client.callTool({ name: "ask", arguments: {} }) as Promise<ToolResult>;
  },
};

async function start(
  connect: (typeof generations)["sdk v1"],
  tool: (ask: Ask, server: McpServer) => Promise<string>,
  responder: Responder,
  options: AnswerOptions = {},
): Promise<Host> {
  const server = new McpServer({ name: "official", version: "1.0.0" });
  server.registerTool("ask", { description: "Asks" }, async ({ sendRequest }) => {
    const ask: Ask = (params) =>
      sendRequest({ method: "elicitation/create", params } as never, z.looseObject({}) as never);
    return { content: [{ type: "text", text: await tool(ask, server) }] };
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await server.connect(far);
  const log = new LogWatcher();
  const call = await connect(near, responder, { logger: log.logger(), ...options });
  return { call, log, server };
}

describe.each(Object.entries(generations))("%s", (_, connect) => {
  test("[acceptance 40] a form of the official server arrives, and its answer goes back", async () => {
    const person = agreeable({ name: "Ann", size: "m" });
    const { call } = await start(
      connect,
      async (_ask, { server }) =>
        JSON.stringify(
          await server.elicitInput({
            message: "Who?",
            requestedSchema: {
              type: "object",
              properties: {
                name: { type: "string" },
                size: { type: "string", enum: ["s", "m"], enumNames: ["Small", "Medium"] },
                letters: { type: "boolean", default: false },
              },
              required: ["name"],
            },
          }),
        ),
      person,
    );

    expect(JSON.parse(textOf(await call()))).toEqual({
      action: "accept",
      content: { name: "Ann", size: "m", letters: false },
    });
    expect(person.seen[0]?.asker).toMatchObject({ server: "official", target: "ask" });
  });

  test.each([
    ["a nested object", { address: { type: "object", properties: {} } }],
    ["a list of objects", { rows: { type: "array", items: { type: "object" } } }],
    ["numbers to choose from", { level: { type: "integer", enum: [1, 2] } }],
  ])("[C8] %s is cancelled with a reason, and nobody is asked to approve it", async (_case, properties) => {
    const person = agreeable();
    const { call, log } = await start(
      connect,
      async (ask) =>
        JSON.stringify(
          await ask({ mode: "form", message: "Agree?", requestedSchema: { type: "object", properties } }),
        ),
      person,
    );

    expect(JSON.parse(textOf(await call()))).toEqual({ action: "cancel" });
    expect(person.seen).toEqual([]);
    expect(log.text).toContain("A question was cancelled without being shown.");
    expect(log.text).toContain(Object.keys(properties)[0]);
  });

  test.each(["javascript:alert(1)", "file:///etc/passwd", "nonsense"])(
    "[C13] the page %s is cancelled, and nobody sees it",
    async (url) => {
      const person = agreeable();
      const { call } = await start(
        connect,
        async (ask) => JSON.stringify(await ask({ mode: "url", message: "Go.", url, elicitationId: "e1" })),
        person,
      );

      expect(JSON.parse(textOf(await call()))).toEqual({ action: "cancel" });
      expect(person.seen).toEqual([]);
    },
  );

  test("[C13] the same page again after it was done with is a circle, and is stopped", async () => {
    const person = agreeable();
    const unshown: unknown[] = [];
    const { call } = await start(
      connect,
      async (ask, { server }) => {
        const page = { mode: "url", message: "Go.", url: "https://a.example/x", elicitationId: "e1" };
        const first = await ask(page);
        await server.createElicitationCompletionNotifier("e1")();
        const second = await ask({ ...page, elicitationId: "e2", message: "Go again." });
        return JSON.stringify([first, second]);
      },
      person,
      { onUnshown: ({ message }, reason) => void unshown.push([message, reason]) },
    );

    expect(JSON.parse(textOf(await call()))).toEqual([{ action: "accept" }, { action: "cancel" }]);
    expect(person.seen).toHaveLength(1);
    expect(unshown).toEqual([["Go again.", "The same page was done with before, so this goes in a circle."]]);
  });

  test("[C13] a required page that the server never says is done with is waited for, and then tried again", async () => {
    const clock = createFakeClock();
    const person = agreeable();
    let calls = 0;
    const { call } = await start(
      connect,
      async () => {
        calls += 1;
        if (calls === 1)
          throw new UrlElicitationRequiredError([
            { mode: "url", message: "Sign in.", url: "https://a.example/in", elicitationId: "e1" },
          ]);
        return "Welcome.";
      },
      // When the page has been shown, all that is left is to wait for it.
      defineResponder(["url"], async (elicitation, options) => {
        const answer = await person(elicitation, options);
        setImmediate(() => void clock.advance(1000));
        return answer;
      }),
      { clock, completeWaitMs: 1000 },
    );

    expect(textOf(await call())).toBe("Welcome.");
    expect(person.seen).toHaveLength(1);
  });

  test("a server that requires the same page for ever gets its own error back", async () => {
    const person = agreeable();
    const page = {
      mode: "url",
      message: "Sign in.",
      url: "https://a.example/in",
      elicitationId: "e1",
    } as const;
    const { call } = await start(
      connect,
      async (_ask, { server }) => {
        setImmediate(() => void server.createElicitationCompletionNotifier("e1")());
        throw new UrlElicitationRequiredError([page]);
      },
      person,
    );

    await expect(call()).rejects.toMatchObject({ code: -32042 });
    expect(person.seen).toHaveLength(1);
  });

  test("a question that nobody can be asked is answered, and not left open", async () => {
    const { call } = await start(
      connect,
      async (ask) =>
        JSON.stringify(await ask({ message: "x", requestedSchema: { type: "object", properties: {} } })),
      defineResponder(["url"], async () => ({ action: "accept", content: {} })),
    );

    expect(JSON.parse(textOf(await call()))).toEqual({ action: "cancel" });
  });
});

test("[C3] the id of a page is the host's own, whatever the server calls it", async () => {
  const person = agreeable();
  const { call } = await start(
    generations["sdk v1"],
    async (ask) => {
      const page = {
        mode: "url",
        message: "Go.",
        url: "https://a.example/x",
        elicitationId: "somebody else's",
      };
      return JSON.stringify(await ask(page));
    },
    person,
  );
  await call();

  expect(person.seen[0]?.id).not.toBe("somebody else's");
});

test("[C17] a server that floods its host is stopped", async () => {
  let stop = (): void => {};
  const stopped = new Promise<Answer>((resolve) => {
    stop = () => resolve({ action: "decline" });
  });
  const patient = defineResponder(["form"], () => stopped);
  const { call } = await start(
    generations["sdk v1"],
    async (ask) => {
      const form = { message: "x", requestedSchema: { type: "object", properties: {} } };
      const answers = Array.from({ length: 150 }, (_, number) =>
        ask({ ...form, message: `Question ${number}` }),
      );
      // Those past the limit are answered at once.
      await Promise.race(answers);
      stop();
      const ended = (await Promise.all(answers)) as { readonly action: string }[];
      return String(ended.filter(({ action }) => action === "decline").length);
    },
    patient,
  );

  expect(textOf(await call())).toBe("100");
});

test("a client that has a responder already is refused", async () => {
  const client = new ClientV1({ name: "host", version: "1.0.0" });
  await answerElicitations(client, agreeable());

  await expect(answerElicitations(client, agreeable())).rejects.toMatchObject({ code: "invalid-option" });
});

test("a client that is connected already is refused", async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await new McpServer({ name: "official", version: "1.0.0" }).connect(far);
  const client = new ClientV1({ name: "host", version: "1.0.0" });
  await client.connect(near);

  await expect(answerElicitations(client, agreeable())).rejects.toMatchObject({ code: "invalid-option" });
});
