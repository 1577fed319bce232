// Every message that Beckon sends is one that the specification of its revision describes.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Client, connect, type Message, type Sent } from "./wire-schema-clients.js";
import { type Plan, plan, serverOf } from "./wire-schema-servers.js";
import { type RevisionName, revisions, type Validators, validatorsOf } from "./wire-schema-validators.js";

const results: Readonly<Record<string, string>> = {
  initialize: "InitializeResult",
  "server/discover": "DiscoverResult",
  "subscriptions/listen": "SubscriptionsListenResult",
  "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult",
  "prompts/list": "ListPromptsResult",
  "prompts/get": "GetPromptResult",
  "resources/list": "ListResourcesResult",
  "resources/templates/list": "ListResourceTemplatesResult",
  "resources/read": "ReadResourceResult",
  "resources/subscribe": "EmptyResult",
  "resources/unsubscribe": "EmptyResult",
  "completion/complete": "CompleteResult",
  "logging/setLevel": "EmptyResult",
  ping: "EmptyResult",
};

const notifications: Readonly<Record<string, string>> = {
  "notifications/message": "LoggingMessageNotification",
  "notifications/progress": "ProgressNotification",
  "notifications/tools/list_changed": "ToolListChangedNotification",
  "notifications/prompts/list_changed": "PromptListChangedNotification",
  "notifications/resources/list_changed": "ResourceListChangedNotification",
  "notifications/resources/updated": "ResourceUpdatedNotification",
  "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
};

/** Errors that a revision describes by their code, with the whole response or only its `error`. */
const errors: Readonly<Record<number, readonly [definition: string, part: "whole" | "error"]>> = {
  [-32700]: ["ParseError", "error"],
  [-32600]: ["InvalidRequestError", "error"],
  [-32601]: ["MethodNotFoundError", "error"],
  [-32602]: ["InvalidParamsError", "error"],
  [-32603]: ["InternalError", "error"],
  [-32020]: ["HeaderMismatchError", "whole"],
  [-32021]: ["MissingRequiredClientCapabilityError", "whole"],
  [-32022]: ["UnsupportedProtocolVersionError", "whole"],
};

const index = fc.integer({ min: 0, max: 4 });
const cursor = fc.constantFrom("", "AAAA", "dG9vbHM");
const list = fc.constantFrom("tools/list", "prompts/list", "resources/list", "resources/templates/list");
const uri = fc
  .tuple(index, fc.constantFrom("", "/x", "/a%20b", "/%"))
  .map(([at, rest]) => `app:///r${at}${rest}`);

type Step =
  | { readonly kind: "request"; readonly method: string; readonly params: Message }
  | { readonly kind: "pages"; readonly method: string }
  | { readonly kind: "raw"; readonly text: string }
  | { readonly kind: "change"; readonly what: "tool" | "prompt" | "resource" | "listed" | "updated" | "log" };

const request = (method: string, params: fc.Arbitrary<Message>): fc.Arbitrary<Step> =>
  params.map((given) => ({ kind: "request", method, params: given }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: list.map((method): Step => ({ kind: "pages", method })) },
  fc
    .tuple(list, cursor)
    .map(([method, forged]): Step => ({ kind: "request", method, params: { cursor: forged } })),
  {
    weight: 6,
    arbitrary: request(
      "tools/call",
      fc
        .tuple(
          index,
          fc.constantFrom<readonly Message[]>(
            [],
            [{ arguments: {} }],
            [{ arguments: { a: "x" } }],
            [{ arguments: { a: 1, b: 2 } }],
            [{ arguments: "no" }],
          ),
        )
        .map(([at, more]) => ({ name: `t${at}`, ...more[0] })),
    ),
  },
  {
    weight: 3,
    arbitrary: request(
      "prompts/get",
      fc
        .tuple(index, fc.dictionary(fc.constantFrom("a", "b"), fc.constant("x")))
        .map(([at, args]) => ({ name: `p${at}`, arguments: args })),
    ),
  },
  {
    weight: 4,
    arbitrary: request(
      "resources/read",
      uri.map((given) => ({ uri: given })),
    ),
  },
  request(
    "resources/subscribe",
    uri.map((given) => ({ uri: given })),
  ),
  request(
    "resources/unsubscribe",
    uri.map((given) => ({ uri: given })),
  ),
  request(
    "logging/setLevel",
    fc.constantFrom("debug", "info", "emergency", "loud").map((level) => ({ level })),
  ),
  request(
    "completion/complete",
    fc.tuple(index, fc.constantFrom("a", "id", "X"), fc.boolean()).map(([at, name, isPrompt]) => ({
      ref: isPrompt
        ? { type: "ref/prompt", name: `p${at}` }
        : { type: "ref/resource", uri: `app:///r${at}/{id}` },
      argument: { name, value: "v" },
    })),
  ),
  request("server/discover", fc.constant({})),
  request("ping", fc.constant({})),
  request("no/such/method", fc.constant({})),
  fc
    .constantFrom(
      "{",
      "[]",
      "7",
      '{"jsonrpc":"1.0","id":"a","method":"ping"}',
      '{"jsonrpc":"2.0","id":"b"}',
      '{"jsonrpc":"2.0","id":"c","method":"ping","params":[]}',
      '{"jsonrpc":"2.0","id":{},"method":"ping"}',
      '[{"jsonrpc":"2.0","id":"d","method":"ping"},{"jsonrpc":"2.0","id":"e","method":"no"},{"jsonrpc":"2.0","id":"f"},7]',
      '{"jsonrpc":"2.0","id":"g","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"1999-01-01"}}}',
    )
    .map((text): Step => ({ kind: "raw", text })),
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(
        "tool" as const,
        "prompt" as const,
        "resource" as const,
        "listed" as const,
        "updated" as const,
        "log" as const,
      )
      .map((what): Step => ({ kind: "change", what })),
  },
);

async function play(
  client: Client,
  server: ReturnType<typeof serverOf>,
  steps: readonly Step[],
): Promise<void> {
  // One by one, so that a counterexample reads like a conversation.
  for (const current of steps) {
    switch (current.kind) {
      case "request":
        await client.request(current.method, {
          ...(client.sessionId ? { _meta: { progressToken: 7 } } : {}),
          ...current.params,
        });
        break;
      case "pages":
        for (let next: unknown; ; ) {
          const { result } = (await client.request(
            current.method,
            next === undefined ? {} : { cursor: next },
          )) as { result?: Message };
          next = result?.nextCursor;
          if (next === undefined) break;
        }
        break;
      case "raw":
        await client.raw(current.text);
        break;
      case "change":
        await change(server, client, current.what);
    }
  }
}

async function change(
  server: ReturnType<typeof serverOf>,
  client: Client,
  what: Extract<Step, { kind: "change" }>["what"],
): Promise<void> {
  const isNew = (names: readonly string[]): boolean => !names.includes("extra");
  switch (what) {
    case "tool":
      return isNew(server.tools.names()) ? server.tool("extra", {}, () => "x") : server.tools.remove("extra");
    case "prompt":
      return isNew(server.prompts.names())
        ? server.prompt("extra", {}, () => "x")
        : server.prompts.remove("extra");
    case "resource":
      return isNew(server.resources.names())
        ? server.resource("extra", { uri: "app:///extra" }, () => "x")
        : server.resources.remove("extra");
    case "listed":
      return server.notifyResourcesChanged();
    case "updated":
      for (const given of ["app:///r0", "app:///r0/x", "app:///r1"]) server.notifyResourceUpdated(given);
      return;
    case "log":
      if (client.sessionId !== undefined)
        await server.session(client.sessionId).log("alert", { a: 1 }, "property");
  }
}

/** Everything that is wrong with a message. */
function problemsOf({ message, answers }: Sent, validators: Validators): readonly string[] {
  const { method, result, error } = message as Message;
  const both = (definition: string, value: unknown): readonly string[] => [
    ...validators.published(definition, value),
    ...validators.closed(definition, value),
  ];
  if (typeof method === "string") {
    const definition = notifications[method];
    if (definition === undefined || !validators.has(definition))
      return [`no notification of this revision: ${method}`];
    // Older revisions describe a notification without its envelope.
    const { jsonrpc: _, ...bare } = message as Message;
    return [
      ...both("JSONRPCNotification", message),
      ...both(definition, validators.names(definition, "jsonrpc") ? message : bare),
    ];
  }
  if (error !== undefined) {
    const [definition, part] = errors[(error as { code: number }).code] ?? ["", "error"];
    return [
      ...both(validators.has("JSONRPCErrorResponse") ? "JSONRPCErrorResponse" : "JSONRPCError", message),
      ...(validators.has(definition) ? both(definition, part === "whole" ? message : error) : []),
    ];
  }
  if (answers === undefined) {
    // The two results that raw text can bring about are those of ping.
    return both("EmptyResult", result);
  }
  const definition = results[answers];
  if (definition === undefined || !validators.has(definition))
    return [`no method of this revision: ${answers}`];
  const envelope = validators.has("JSONRPCResultResponse") ? "JSONRPCResultResponse" : "JSONRPCResponse";
  return [...both(envelope, message), ...both(definition, result)];
}

const compiled = new Map<RevisionName, Validators>(
  revisions.map((revision) => [revision, validatorsOf(revision)]),
);

describe.each(revisions)("in revision %s", (revision) => {
  test.each(["http", "line"] as const)(
    "every message sent over %s is one that the schema describes",
    async (transport) => {
      const validators = compiled.get(revision);
      if (validators === undefined) throw new Error("unreachable");
      await fc.assert(
        fc.asyncProperty(plan, fc.array(step, { minLength: 1, maxLength: 8 }), async (planned, steps) => {
          const server = serverOf(planned);
          const client = await connect(server, revision, transport);
          await play(client, server, steps);
          await client.close();
          for (const sent of client.sent) {
            expect({ problems: problemsOf(sent, validators), sent }).toEqual({ problems: [], sent });
          }
        }),
        { numRuns: 150 },
      );
    },
  );
});

/** What each revision added: members by name, and types of content. */
const additions: readonly (readonly [
  revision: RevisionName,
  members: readonly string[],
  types: readonly string[],
])[] = [
  ["2025-03-26", ["readOnlyHint", "completions"], ["audio"]],
  ["2025-06-18", ["title", "outputSchema", "structuredContent", "lastModified", "_meta"], ["resource_link"]],
  ["2025-11-25", ["icons", "websiteUrl"], []],
  ["2026-07-28", ["resultType", "ttlMs", "cacheScope"], []],
];

const fullPlan: Plan = {
  info: {
    title: "T",
    description: "D",
    websiteUrl: "https://example.com/",
    icons: [{ src: "https://example.com/i" }],
  },
  pageSize: 3,
  tools: [
    {
      definition: {
        title: "T",
        description: "D",
        icons: [{ src: "https://example.com/i" }],
        meta: { "example.com/m": 1 },
        annotations: { readOnlyHint: true },
        output: { type: "object" },
      },
      act: {
        says: [],
        how: "now",
        gives: {
          content: [
            { type: "audio", data: "", mimeType: "audio/x", _meta: {} },
            { type: "resource_link", uri: "https://example.com/l", name: "l", title: "T", icons: [] },
            { type: "text", text: "t", annotations: { lastModified: "2025-01-01T00:00:00Z" }, _meta: {} },
            { type: "resource", resource: { uri: "https://example.com/r", text: "t", _meta: {} } },
          ],
          structuredContent: { a: 1 },
        },
      },
    },
  ],
  prompts: [
    {
      said: { title: "T", icons: [], meta: {} },
      arguments: { a: { title: "T" } },
      completes: ["x"],
      act: { says: [], how: "now", gives: { type: "audio", data: "", mimeType: "audio/x" } },
    },
  ],
  resources: [
    {
      said: { title: "T", icons: [], meta: {}, annotations: { lastModified: "2025-01-01T00:00:00Z" } },
      size: 1,
      isTemplate: false,
      completes: undefined,
      act: { says: [], how: "now", gives: { text: "t", _meta: { "example.com/m": 1 } } },
    },
  ],
  listed: [["https://example.com/a", "a", { title: "T", icons: [], _meta: {} }]],
};

/** The names of all members, and the types of all content blocks, at any depth. */
function wordsIn(value: unknown, members: Set<string>, types: Set<string>): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value)) members.add(name);
    if (name === "type" && typeof inner === "string") types.add(inner);
    wordsIn(inner, members, types);
  }
}

test.each(revisions)(
  "a client of %s gets what its revision knows and nothing that came later",
  async (revision) => {
    const server = serverOf(fullPlan);
    const client = await connect(server, revision, "http");
    for (const method of ["tools/list", "prompts/list", "resources/list"]) await client.request(method);
    await client.request("tools/call", { name: "t0" });
    await client.request("prompts/get", { name: "p0" });
    await client.request("resources/read", { uri: "app:///r0" });
    if (revision === "2026-07-28") await client.request("server/discover");
    await client.close();

    const members = new Set<string>();
    const types = new Set<string>();
    wordsIn(client.sent, members, types);
    for (const [since, addedMembers, addedTypes] of additions) {
      const isKnown = since <= revision;
      for (const name of addedMembers) expect([name, members.has(name)]).toEqual([name, isKnown]);
      for (const name of addedTypes) expect([name, types.has(name)]).toEqual([name, isKnown]);
    }
  },
);
