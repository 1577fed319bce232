// The server that the HTTP contract is checked with.

import { allow, createServer, forbidden, type Server, unauthorized } from "../../src/index.js";

/** A call that is being held open by its handler. */
interface HeldCall {
  /** Resolves when the handler's signal aborts. */
  readonly aborted: Promise<void>;
  /** Lets the handler return. */
  release(): void;
}

export interface HttpFixture {
  readonly server: Server;
  /** The call of the tool `hold` with that key, once its handler runs. */
  held(key: string): Promise<HeldCall>;
}

export const MAX_BODY_BYTES = 20_000;
export const FLOOD = { messages: 1_500, characters: 10_000 };

export function createHttpFixture(): HttpFixture {
  const waiting = new Map<string, PromiseWithResolvers<HeldCall>>();
  const slot = (key: string): PromiseWithResolvers<HeldCall> => {
    const known = waiting.get(key) ?? withResolvers<HeldCall>();
    waiting.set(key, known);
    return known;
  };
  const server = createServer({
    name: "contract",
    version: "1.0.0",
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    http: {
      allowedHosts: ["mcp.test"],
      allowedOrigins: ["https://app.test"],
      maxBodyBytes: MAX_BODY_BYTES,
      keepAliveMs: 20,
      streamAfterMs: 100,
    },
    connect: ({ headers }) => {
      const user = headers["x-user"];
      if (user === "stranger") return unauthorized({ realm: "contract", scope: "read" });
      if (user === "banned") return forbidden({ message: "not you" });
      return allow(typeof user === "string" ? { principal: { id: user } } : {});
    },
  });
  const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] } as const;
  server.tool("echo", { input: text }, ({ text }) => text);
  server.tool("count", {}, async (_input, ctx) => {
    for (const step of [1, 2, 3]) ctx.progress(step, 3);
    return "counted";
  });
  const key = { type: "object", properties: { key: { type: "string" } }, required: ["key"] } as const;
  server.tool("hold", { input: key }, async ({ key }, ctx) => {
    ctx.progress(1);
    const { promise, resolve } = withResolvers<string>();
    const aborted = new Promise<void>((done) => ctx.signal.addEventListener("abort", () => done()));
    slot(key).resolve({ aborted, release: () => resolve("released") });
    return promise;
  });
  server.tool("flood", { input: key }, async ({ key }, ctx) => {
    for (let count = 0; count < FLOOD.messages; count += 1) {
      ctx.log("info", "x".repeat(FLOOD.characters));
      if (count % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    slot(key).resolve({ aborted: Promise.resolve(), release: () => {} });
    return String(FLOOD.messages);
  });
  const region = {
    type: "object",
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      size: { type: "integer", "x-mcp-header": "Size" },
    },
  } as const;
  server.tool("place", { input: region }, ({ region, size }) => `${region} ${size}`);
  server.tool("touch", {}, () => {
    server.notifyResourceUpdated("note:///größe");
  });
  server.tool("remark", {}, async (_input, ctx) => {
    if (ctx.sessionId) await server.session(ctx.sessionId).log("warning", "remarked");
  });
  server.resource("note", { uri: "note:///größe" }, () => "a note");
  return { server, held: (key) => slot(key).promise };
}

interface PromiseWithResolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
