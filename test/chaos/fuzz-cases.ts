// The hostile requests: each kind with the answers that are right for it.

import {
  breakText,
  initializeRequest,
  type Message,
  MODERN,
  mirrorHeaders,
  requestOf,
  spoil,
  validRequest,
  withDuplicateKey,
  withHugeNumber,
  withNesting,
  withPrototypeKey,
} from "./fuzz-messages.js";
import { anything, fine, type Legal, refused, unparsable } from "./fuzz-oracle.js";
import type { Random } from "./random.js";
import { RawConnection, type RawReply, rawRequest } from "./raw-connection.js";

/** What the cases need to know of the server. */
export interface World {
  readonly port: number;
  /** Sessions of ann, by revision, and one of bob. */
  readonly ann: string;
  readonly annWithBatches: string;
  readonly bob: string;
  /** A cursor that was given out for `tools/list`. */
  readonly cursor: string;
}

/** One input: bytes for a connection that may be used again, or a script with connections of its own. */
export interface Case {
  readonly legal: Legal;
  readonly bytes?: Buffer;
  readonly script?: () => Promise<RawReply | undefined>;
}

type Make = (random: Random, world: World, id: number) => Case;
type Headers = Record<string, string>;

const json: Headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const ann: Headers = { authorization: "Bearer ann" };
const bob: Headers = { authorization: "Bearer bob" };
const inSession = (session: string): Headers => ({
  ...json,
  ...ann,
  "mcp-session-id": session,
  "mcp-protocol-version": "2025-11-25",
});

const post = (headers: Headers, body: string | Buffer, legal: Legal): Case => ({
  bytes: rawRequest("POST", headers, body),
  legal,
});

/** A message of either era with the headers that belong to it. */
function eitherEra(
  random: Random,
  world: World,
  id: number,
): { message: Message; headers: Headers; era: "legacy" | "modern" } {
  const era = random.chance(0.5) ? "modern" : "legacy";
  const message = validRequest(random, era, random.chance(0.5) ? id : `id-${id}`);
  return {
    era,
    message,
    headers: era === "modern" ? { ...json, ...mirrorHeaders(message) } : inSession(world.ann),
  };
}

/** The same with a body that something was done to. */
const changed =
  (change: (random: Random, message: Message) => string, legal: Legal): Make =>
  (random, world, id) => {
    const { message, headers } = eitherEra(random, world, id);
    return post(headers, change(random, message), legal);
  };

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const harmless: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  return post(headers, JSON.stringify(message), fine);
};

const brokenJson: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const body = breakText(random, JSON.stringify(message));
  // Now and then the change is harmless, or makes another message.
  return post(headers, body, isJson(body.toString()) ? anything : unparsable);
};

const wrongType: Make = (random, world, id) => {
  const { era, message, headers } = eitherEra(random, world, id);
  const spoilt = spoil(random, message);
  const isObject = typeof spoilt === "object" && spoilt !== null;
  const mirrored =
    era === "modern" && isObject && random.chance(0.7)
      ? { ...json, ...mirrorHeaders(spoilt as Message) }
      : headers;
  return post(mirrored, JSON.stringify(spoilt), anything);
};

const wrongArguments: Make = (random, _world, id) => {
  const [method, params] = random.pick<readonly [string, Message]>([
    ["tools/call", { name: "echo", arguments: { text: "a", n: 1, more: { deep: [1] } } }],
    ["tools/call", { name: "header", arguments: {} }],
    ["prompts/get", { name: "greet", arguments: { name: "a", other: "b" } }],
    [
      "completion/complete",
      { ref: { type: "ref/prompt", name: "greet" }, argument: { name: "name", value: "a" } },
    ],
    [
      "subscriptions/listen",
      { notifications: { toolsListChanged: true, resourceSubscriptions: ["app:///one"] } },
    ],
  ]);
  const message = requestOf("modern", id, method, spoil(random, structuredClone(params)) as Message);
  // A spoilt `params` may be no object any more; then the request is refused, as it must be.
  return post({ ...json, ...mirrorHeaders(message) }, JSON.stringify(message), anything);
};

const unknownTarget: Make = (random, world, id) => {
  const name = random.pick([
    "",
    "nope",
    "__proto__",
    "constructor",
    "toString",
    "echo ",
    "ECHO",
    "e\u0000cho",
    "\u202eohce",
    "a".repeat(2000),
  ]);
  const uri = random.pick([
    "",
    "app:///",
    "app:///nope",
    "file:///etc/passwd",
    "app:///items/",
    "app:///items/a/b",
    "app:///items/%zz",
    "APP:///one",
    "http://127.0.0.1/",
    `app:///items/${"a".repeat(9000)}`,
  ]);
  const [method, params] = random.pick<readonly [string, Message]>([
    ["tools/call", { name }],
    ["prompts/get", { name }],
    ["resources/read", { uri }],
    ["resources/read", { uri: "app:///items/none" }],
    ["resources/subscribe", { uri }],
  ]);
  const isModern = method !== "resources/subscribe" && random.chance(0.5);
  const message = requestOf(isModern ? "modern" : "legacy", id, method, params);
  const headers = isModern ? { ...json, ...mirrorHeaders(message) } : inSession(world.ann);
  return post(headers, JSON.stringify(message), { statuses: [200], codes: [-32602, -32002], results: false });
};

const throwing: Make = (random, world, id) => {
  const [method, params] = random.pick<readonly [string, Message]>([
    ["tools/call", { name: "fails" }],
    ["prompts/get", { name: "breaks" }],
    ["resources/read", { uri: "app:///bad" }],
    ["resources/read", { uri: "app:///told" }],
  ]);
  const isModern = random.chance(0.5);
  const message = requestOf(isModern ? "modern" : "legacy", id, method, params);
  const headers = isModern ? { ...json, ...mirrorHeaders(message) } : inSession(world.ann);
  return post(headers, JSON.stringify(message), { statuses: [200], codes: [-32050], internal: true });
};

const unknownMethod: Make = (random, world, id) => {
  const method = random.pick([
    "nope",
    "",
    "tools/List",
    "__proto__",
    "constructor",
    "Initialize",
    "rpc.discover",
    "notifications/x",
    "a".repeat(5000),
  ]);
  const isModern = random.chance(0.5);
  const message = requestOf(isModern ? "modern" : "legacy", id, method, {});
  const headers = isModern ? { ...json, ...mirrorHeaders(message) } : inSession(world.ann);
  return post(headers, JSON.stringify(message), refused(isModern ? 404 : 200, -32601));
};

const methodOfTheOtherEra: Make = (random, world, id) => {
  if (random.chance(0.5)) {
    const method = random.pick([
      "initialize",
      "ping",
      "logging/setLevel",
      "resources/subscribe",
      "resources/unsubscribe",
    ]);
    const message = requestOf("modern", id, method, { uri: "app:///one", level: "info" });
    const { "mcp-name": _, ...headers } = mirrorHeaders(message);
    return post({ ...json, ...headers }, JSON.stringify(message), refused(404, -32601));
  }
  const method = random.pick(["server/discover", "subscriptions/listen"]);
  return post(
    inSession(world.ann),
    JSON.stringify(requestOf("legacy", id, method, {})),
    refused(200, -32601),
  );
};

const headersThatDisagree: Make = (random, _world, id) => {
  const message = requestOf("modern", id, "tools/call", { name: "echo", arguments: {} });
  const headers: Headers = { ...json, ...mirrorHeaders(message) };
  const change = random.pick<(() => void) | undefined>([
    () => delete headers["mcp-method"],
    () => delete headers["mcp-name"],
    () => {
      headers["mcp-method"] = random.pick(["tools/list", "", "TOOLS/CALL", "tools/call, tools/call"]);
    },
    () => {
      headers["mcp-name"] = random.pick([
        "",
        "other",
        "=?base64?!!?=",
        "=?base64?ZWNobw?=",
        "=?base64?/w==?=",
        "\u00e9cho",
        "echo\u007f",
      ]);
    },
    () => {
      headers["mcp-protocol-version"] = random.pick([
        "2025-11-25",
        "2024-11-05",
        "",
        "2026-07-28, 2026-07-28",
        "1999-01-01",
      ]);
    },
    () => delete headers["mcp-protocol-version"],
  ]);
  change?.();
  return post(headers, JSON.stringify(message), { ...refused(400, -32020), unparsed: true });
};

const wrongVersion: Make = (random, _world, id) => {
  const version = random.pick([
    "1999-01-01",
    "2099-12-31",
    "latest",
    "2026-07-28 ",
    "DRAFT-2026-v1",
    "\u00e9",
  ]);
  const message = requestOf("modern", id, "tools/list", {});
  const { _meta } = message.params as { _meta: Message };
  if (random.chance(0.3)) {
    // In the header alone: a legacy client of an unknown future.
    const legacy = requestOf("legacy", id, "tools/list", {});
    return post(
      { ...json, "mcp-protocol-version": version.trim() === MODERN ? "x" : version },
      JSON.stringify(legacy),
      refused(400, -32022),
    );
  }
  _meta["io.modelcontextprotocol/protocolVersion"] = version;
  return post(
    { ...json, "mcp-protocol-version": version, "mcp-method": "tools/list" },
    JSON.stringify(message),
    refused(400, -32022, -32020),
  );
};

const foreignSession: Make = (random, world, id) => {
  const body = JSON.stringify(requestOf("legacy", id, "tools/list", {}));
  const session = random.pick([
    world.bob,
    `${world.ann}x`,
    world.ann.slice(1),
    world.ann.toLowerCase(),
    "",
    "__proto__",
    "a".repeat(3000),
    `${world.ann}, ${world.ann}`,
  ]);
  const method = random.pick(["POST", "GET", "DELETE"]);
  const who = session === world.bob ? ann : random.pick([ann, bob, {}]);
  const headers = { ...json, ...who, "mcp-session-id": session };
  return {
    bytes: rawRequest(method, headers, method === "POST" ? body : undefined),
    legal: refused(404, -32600),
  };
};

const noSession: Make = (random, _world, id) => {
  const method = random.pick(["POST", "GET", "DELETE"]);
  const body = method === "POST" ? JSON.stringify(requestOf("legacy", id, "tools/list", {})) : undefined;
  return { bytes: rawRequest(method, { ...json, ...ann }, body), legal: refused(400, -32600) };
};

const forgedCursor: Make = (random, world, id) => {
  const at = random.below(world.cursor.length);
  const cursor = random.pick<unknown>([
    world.cursor.slice(0, at) + random.pick([..."ABab01-_=+"]) + world.cursor.slice(at + 1),
    world.cursor.slice(0, at),
    `${world.cursor}A`,
    "",
    "AAAA",
    "a".repeat(5000),
    7,
    null,
    {},
    [world.cursor],
  ]);
  const method = random.pick(["tools/list", "prompts/list", "resources/list", "resources/templates/list"]);
  if (cursor === world.cursor && method === "tools/list") return harmless(random, world, id);
  const message = requestOf("modern", id, method, { cursor });
  return post({ ...json, ...mirrorHeaders(message) }, JSON.stringify(message), refused(200, -32602));
};

const eventId: Make = (random, world) => {
  const carried = Buffer.from(JSON.stringify([1, "a", { x: 1 }, null])).toString("base64url");
  // Shorter than any of ours: what only looks like one of ours gets the words for one that is lost.
  const nonce = "A".repeat(15);
  // Places on the session's own stream, past or future, can be asked for; a call's stream must have been given out.
  const isOwn = random.chance(0.3);
  const id = isOwn
    ? random.pick(["s.0", "s.1", "s.999999999999"])
    : random.pick([
        ...[
          "",
          "s",
          "s.",
          "s.-1",
          "s.1e3",
          "s.1234567890123",
          "x.1",
          "c.1",
          "../s.1",
          "s.1, s.2",
          `${world.ann}/s.1`,
        ],
        ...["", carried, "AAAA", "A".repeat(400)].map((ids) => `c${nonce}~${ids}.1`),
        ...[`c${nonce}.1`, `c${nonce}${nonce}~${carried}.0`, `c${nonce}~${carried}~${nonce}.0`],
      ]);
  const headers = { ...ann, "mcp-session-id": world.ann, accept: "text/event-stream", "last-event-id": id };
  return { bytes: rawRequest("GET", headers), legal: isOwn ? { statuses: [200] } : refused(400, -32600) };
};

const wrongContentType: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const type = random.pick([
    "",
    "text/plain",
    "application/jsonp",
    "application/json5; charset=utf-8",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
    "text/json",
    "application/",
    "\u00e9",
  ]);
  return post({ ...headers, "content-type": type }, JSON.stringify(message), refused(415, -32600));
};

const wrongAccept: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const accept = random.pick([
    "text/html",
    "image/*",
    "application/xml",
    "",
    ",,,",
    "application/jsonx",
    "json",
  ]);
  return post({ ...headers, accept }, JSON.stringify(message), refused(406, -32600));
};

const wrongAcceptOnGet: Make = (random, world) => ({
  bytes: rawRequest("GET", {
    ...ann,
    "mcp-session-id": world.ann,
    accept: random.pick(["application/json", "text/html", ""]),
  }),
  legal: refused(406, -32600),
});

const wrongMethod: Make = (random) => {
  const isModern = random.chance(0.5);
  const method = isModern
    ? random.pick(["GET", "DELETE"])
    : random.pick(["PUT", "PATCH", "HEAD", "TRACE", "PROPFIND"]);
  const headers: Headers = isModern ? { "mcp-protocol-version": MODERN, accept: "text/event-stream" } : {};
  // An answer to HEAD has no body, so it comes over a connection of its own.
  if (method === "HEAD") return wrongMethod(random, {} as World, 0);
  return { bytes: rawRequest(method, headers), legal: refused(405, -32600) };
};

const foreignHost: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const [name, value] = random.pick<readonly [string, string]>([
    ["host", "evil.example"],
    ["host", "127.0.0.1.evil.example"],
    ["host", "localhost@evil.example"],
    ["host", ""],
    ["origin", "https://evil.example"],
    ["origin", "null"],
    ["origin", "http://localhost.evil.example"],
    ["origin", "http://localhost:1/evil"],
    ["origin", "file://"],
  ]);
  const body = JSON.stringify(message);
  const lines = Object.entries({
    host: "127.0.0.1",
    ...headers,
    [name]: value,
    "content-length": String(Buffer.byteLength(body)),
  });
  const head = lines.map(([key, text]) => `${key}: ${text}\r\n`).join("");
  return {
    bytes: Buffer.from(`POST /mcp HTTP/1.1\r\n${head}\r\n${body}`),
    legal: { ...refused(403, -32600), unparsed: true },
  };
};

const headerInjection: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const poison = random.pick([
    "a\r\nx-injected: 1",
    "a\nx-injected: 1",
    "a\r\n\r\nHTTP/1.1 200 OK",
    "a\u0000b",
    "a\rb",
    " folded\r\n line",
    "\u007f",
    "\u0001",
  ]);
  const name = random.pick([
    "mcp-session-id",
    "mcp-name",
    "mcp-method",
    "mcp-protocol-version",
    "last-event-id",
    "traceparent",
    "origin",
    "authorization",
  ]);
  return {
    script: async () => {
      const connection = new RawConnection(world.port);
      const reply = await connection.exchange(
        rawRequest("POST", { ...headers, connection: "close", [name]: poison }, JSON.stringify(message)),
      );
      connection.close();
      if (reply?.headers["x-injected"] !== undefined) return { ...reply, status: 0 };
      return reply;
    },
    legal: { statuses: [200, 202, 400, 403, 404], unparsed: true, silent: true },
  };
};

const mixture: Make = (random, world, id) => {
  const message = random.pick<() => Message>([
    () => validRequest(random, "modern", id),
    () => validRequest(random, "legacy", id),
    () => initializeRequest(id, random.pick(["2025-11-25", "2026-07-28", "1999-01-01", ""])),
    () => ({ jsonrpc: "2.0", id, result: {} }),
    () => ({
      jsonrpc: "2.0",
      method: "notifications/cancelled",
      params: { requestId: random.pick<unknown>([id, "x", null, {}]) },
    }),
  ])();
  const headers: Headers = {
    ...json,
    ...ann,
    ...(random.chance(0.5) && {
      "mcp-session-id": random.pick([world.ann, world.bob, world.annWithBatches, "nope"]),
    }),
    ...(random.chance(0.6) && {
      "mcp-protocol-version": random.pick([MODERN, "2025-11-25", "2025-03-26", "1999-01-01"]),
    }),
    ...(random.chance(0.6) && { "mcp-method": String(message.method) }),
  };
  return post(headers, JSON.stringify(message), anything);
};

const junkBatch: Make = (random, world, id) => {
  const items = Array.from({ length: random.pick([0, 1, 2, 5, 50, 100, 101, 300]) }, (_, at) =>
    random.chance(0.5)
      ? spoil(random, validRequest(random, "legacy", `b-${id}-${at}`))
      : random.pick<unknown>([
          7,
          null,
          [],
          {},
          validRequest(random, "legacy", `b-${id}-${at}`),
          initializeRequest(id),
        ]),
  );
  const isServed = random.chance(0.5);
  const headers = isServed
    ? { ...inSession(world.annWithBatches), "mcp-protocol-version": "2025-03-26" }
    : random.pick([inSession(world.ann), json, { ...json, "mcp-protocol-version": MODERN }]);
  return post(
    headers,
    JSON.stringify(items),
    isServed ? { statuses: [200, 202, 400] } : refused(400, -32600),
  );
};

const notification: Make = (random, world) => {
  const message = {
    jsonrpc: "2.0",
    method: random.pick([
      "notifications/initialized",
      "notifications/cancelled",
      "notifications/progress",
      "nope",
      "",
    ]),
    params: random.pick<unknown>([undefined, {}, { requestId: { a: 1 } }, { requestId: "x", reason: [1] }]),
  };
  return post(inSession(world.ann), JSON.stringify(message), { statuses: [202] });
};

const initialize: Make = (random, _world, id) => {
  const message = initializeRequest(
    id,
    random.pick(["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "nope"]),
  );
  const isSpoilt = random.chance(0.5);
  return post(
    { ...json, ...ann },
    JSON.stringify(isSpoilt ? spoil(random, message) : message),
    isSpoilt ? anything : fine,
  );
};

const oversizedClient: Make = (_random, _world, id) => {
  const message = initializeRequest(id);
  (message.params as Message).clientInfo = { name: "x".repeat(200_000), version: "1" };
  return post({ ...json, ...ann }, JSON.stringify(message), refused(400, -32602));
};

const oneAccept: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  return post(
    {
      ...headers,
      accept: random.pick(["application/json", "text/event-stream", "application/*;q=0.1", "text/*", "*/*"]),
    },
    JSON.stringify(message),
    fine,
  );
};

const listenWithoutStream: Make = (_random, _world, id) => {
  const message = requestOf("modern", id, "subscriptions/listen", {
    notifications: { toolsListChanged: true },
  });
  return post(
    { ...json, ...mirrorHeaders(message), accept: "application/json" },
    JSON.stringify(message),
    refused(406, -32600),
  );
};

/** A script on a connection of its own, which it need not clean up. */
const onOwnConnection = (
  port: number,
  legal: Legal,
  play: (connection: RawConnection) => Promise<RawReply | undefined>,
): Case => ({
  legal,
  script: async () => {
    const connection = new RawConnection(port);
    try {
      return await play(connection);
    } finally {
      connection.close();
    }
  },
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const halfSent: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const whole = rawRequest("POST", headers, JSON.stringify(message));
  const part = whole.subarray(0, 1 + random.below(whole.length - 1));
  const isAbrupt = random.chance(0.5);
  return onOwnConnection(world.port, { ...anything, silent: true, unparsed: true }, async (connection) => {
    connection.socket.write(part);
    if (isAbrupt) {
      await turn();
      return undefined;
    }
    connection.socket.end();
    return connection.reply();
  });
};

const slowWriter: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const whole = rawRequest("POST", headers, JSON.stringify(message));
  const step = 1 + random.below(Math.ceil(whole.length / 4));
  return onOwnConnection(world.port, fine, async (connection) => {
    for (let at = 0; at < whole.length; at += step) {
      connection.socket.write(whole.subarray(at, at + step));
      await turn();
    }
    return connection.reply();
  });
};

const pipelined: Make = (random, world, id) => {
  const { message, headers } = eitherEra(random, world, id);
  const whole = rawRequest("POST", headers, JSON.stringify(message));
  const garbage = Buffer.from(Array.from({ length: 1 + random.below(200) }, () => random.below(256)));
  // Garbage in the same packet may reach the parser before the answers are out; garbage after them may not undo them.
  if (random.chance(0.5)) {
    return onOwnConnection(world.port, { ...fine, unparsed: true, silent: true }, (connection) =>
      connection.exchange(Buffer.concat([whole, whole, garbage, Buffer.from("\r\n\r\n")])),
    );
  }
  return onOwnConnection(world.port, fine, async (connection) => {
    connection.socket.write(Buffer.concat([whole, whole]));
    await connection.reply();
    const second = await connection.reply();
    connection.socket.end(garbage);
    await connection.reply();
    return second;
  });
};

const garbageBytes: Make = (random, world) => {
  const bytes = Buffer.from(Array.from({ length: 1 + random.below(400) }, () => random.below(256)));
  const start = random.pick([
    "",
    "POST /mcp HTTP/1.1\r\n",
    "POST /mcp HTTP/1.1\r\nhost: localhost\r\n",
    "GET / HTTP/9.9\r\n",
    "POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\ncontent-length: 5\r\n\r\n",
  ]);
  return onOwnConnection(
    world.port,
    { statuses: [400, 404, 415], unparsed: true, silent: true },
    async (connection) => {
      connection.socket.write(Buffer.concat([Buffer.from(start), bytes, Buffer.from("\r\n\r\n")]));
      connection.socket.end();
      return connection.reply();
    },
  );
};

const MOST_BODY = 4 * 1024 * 1024;

const declaredTooLarge: Make = (random, world) => {
  const length = random.pick([MOST_BODY + 1, 1e9, 2 ** 53 - 1]);
  const sent = random.pick([0, 100, 70_000]);
  return onOwnConnection(world.port, refused(413, -32600), async (connection) => {
    const head = rawRequest("POST", { ...json, "content-length": String(length) });
    connection.socket.write(Buffer.concat([head, Buffer.alloc(sent, 0x20)]));
    return connection.reply();
  });
};

const chunkedTooLarge: Make = (random, world) => {
  // Some senders stop, some go on until they are stopped.
  const most = random.pick([2 * MOST_BODY, 8 * MOST_BODY]);
  return onOwnConnection(world.port, refused(413, -32600), async (connection) => {
    const chunk = Buffer.alloc(65_536, 0x20);
    const reply = connection.reply();
    connection.socket.write(rawRequest("POST", { ...json, "transfer-encoding": "chunked" }));
    for (let sent = 0; sent < most && !connection.isOver; sent += chunk.length) {
      connection.socket.write(`${chunk.length.toString(16)}\r\n`);
      connection.socket.write(chunk);
      if (!connection.socket.write("\r\n")) await connection.drained();
      // A sender that never looks up cannot see the answer.
      await turn();
    }
    return reply;
  });
};

const sentTooLarge: Make = (_random, world, id) =>
  onOwnConnection(world.port, fine, async (connection) => {
    const refusal = await connection.exchange(rawRequest("POST", json, Buffer.alloc(MOST_BODY + 1, 0x20)));
    if (refusal?.status !== 413) return refusal;
    // The connection is as good as before.
    const message = requestOf("modern", id, "tools/list", {});
    return connection.exchange(
      rawRequest("POST", { ...json, ...mirrorHeaders(message) }, JSON.stringify(message)),
    );
  });

const largeButFine: Make = (_random, world, id) =>
  post(
    inSession(world.ann),
    JSON.stringify(
      requestOf("legacy", id, "tools/call", { name: "echo", arguments: { text: "x".repeat(1_000_000) } }),
    ),
    fine,
  );

/** Every kind, with how often it comes in a thousand. */
const kinds: readonly (readonly [name: string, weight: number, make: Make])[] = [
  ["harmless", 60, harmless],
  ["broken JSON", 90, brokenJson],
  ["a wrong type somewhere", 200, wrongType],
  ["wrong arguments", 60, wrongArguments],
  ["an unknown target", 40, unknownTarget],
  ["a handler that throws", 30, throwing],
  ["an unknown method", 30, unknownMethod],
  ["a method of the other era", 20, methodOfTheOtherEra],
  ["a prototype key", 40, changed(withPrototypeKey, unparsable)],
  ["a duplicate key", 30, changed(withDuplicateKey, anything)],
  ["a huge number", 40, changed(withHugeNumber, anything)],
  [
    "deep nesting",
    30,
    changed(
      (random, message) => withNesting(random, message, random.pick([63, 64, 65, 200, 5000])),
      unparsable,
    ),
  ],
  ["headers that disagree", 40, headersThatDisagree],
  ["a wrong version", 20, wrongVersion],
  ["a foreign session", 40, foreignSession],
  ["no session", 15, noSession],
  ["a forged cursor", 40, forgedCursor],
  ["a forged event id", 20, eventId],
  ["a wrong content type", 20, wrongContentType],
  ["a wrong accept", 15, wrongAccept],
  ["a wrong accept on GET", 5, wrongAcceptOnGet],
  ["one kind of answer accepted", 20, oneAccept],
  ["a listener that takes no stream", 5, listenWithoutStream],
  ["a client with too much to say", 2, oversizedClient],
  ["a wrong method", 15, wrongMethod],
  ["a foreign host or origin", 20, foreignHost],
  ["header injection", 15, headerInjection],
  ["a mixture of eras", 50, mixture],
  ["a batch of junk", 30, junkBatch],
  ["a notification", 20, notification],
  ["initialize", 20, initialize],
  ["a half-sent request", 15, halfSent],
  ["a slow writer", 10, slowWriter],
  ["pipelined garbage", 10, pipelined],
  ["bytes that are no HTTP", 10, garbageBytes],
  ["a body declared too large", 2, declaredTooLarge],
  ["a body that grows too large", 1, chunkedTooLarge],
  ["a body sent too large", 1, sentTooLarge],
  ["a large body", 1, largeButFine],
];

const total = kinds.reduce((sum, [, weight]) => sum + weight, 0);

/** The case of one index. */
export function makeCase(random: Random, world: World, index: number): Case & { readonly name: string } {
  let left = random.below(total);
  for (const [name, weight, make] of kinds) {
    left -= weight;
    if (left < 0) return { name, ...make(random, world, index) };
  }
  throw new Error("The weights do not add up.");
}
