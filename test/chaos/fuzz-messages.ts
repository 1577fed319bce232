// Valid messages, and what can be done to them.

import type { Random } from "./random.js";

export type Message = { [member: string]: unknown };

export const MODERN = "2026-07-28";

const modernMeta = (): Message => ({
  "io.modelcontextprotocol/protocolVersion": MODERN,
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
});

/** Method and params of requests that work; the methods of one era only are marked. */
const requests: readonly (readonly [method: string, params: Message, era?: "legacy" | "modern"])[] = [
  ["tools/list", {}],
  ["tools/call", { name: "echo", arguments: { text: "hello", n: 1 } }],
  ["tools/call", { name: "list" }],
  ["tools/call", { name: "steps", arguments: {}, _meta: { progressToken: "p" } }],
  ["prompts/list", {}],
  ["prompts/get", { name: "greet", arguments: { name: "Ann", style: "warm" } }],
  ["resources/list", {}],
  ["resources/templates/list", {}],
  ["resources/read", { uri: "app:///one" }],
  ["resources/read", { uri: "app:///items/7" }],
  ["resources/read", { uri: "app://files/a/b%20c" }],
  [
    "completion/complete",
    {
      ref: { type: "ref/prompt", name: "greet" },
      argument: { name: "name", value: "A" },
      context: { arguments: { style: "x" } },
    },
  ],
  [
    "completion/complete",
    { ref: { type: "ref/resource", uri: "app:///items/{id}" }, argument: { name: "id", value: "" } },
  ],
  ["ping", {}, "legacy"],
  ["logging/setLevel", { level: "debug" }, "legacy"],
  ["resources/subscribe", { uri: "app:///one" }, "legacy"],
  ["resources/unsubscribe", { uri: "app:///one" }, "legacy"],
  ["server/discover", {}, "modern"],
];

/** A request that works. */
export function validRequest(random: Random, era: "legacy" | "modern", id: unknown): Message {
  const [method, params] = random.pick(requests.filter(([, , only]) => only === undefined || only === era));
  return requestOf(era, id, method, structuredClone(params));
}

export function requestOf(era: "legacy" | "modern", id: unknown, method: string, params: Message): Message {
  if (era === "legacy" || typeof params !== "object" || params === null)
    return { jsonrpc: "2.0", id, method, params };
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: { ...params, _meta: { ...modernMeta(), ...(params._meta as object | undefined) } },
  };
}

export const initializeRequest = (id: unknown, protocolVersion = "2025-11-25"): Message => ({
  jsonrpc: "2.0",
  id,
  method: "initialize",
  params: { protocolVersion, capabilities: {}, clientInfo: { name: "fuzz", version: "1" } },
});

/** The headers that a modern client sends with a message. */
export function mirrorHeaders({ method, params }: Message): Record<string, string> {
  const { name, uri } = (typeof params === "object" && params !== null ? params : {}) as Message;
  const target = typeof name === "string" ? name : uri;
  return {
    "mcp-protocol-version": MODERN,
    ...(typeof method === "string" && { "mcp-method": method.replace(/[^\x20-\x7e]/g, "?") }),
    ...(typeof target === "string" && { "mcp-name": `=?base64?${Buffer.from(target).toString("base64")}?=` }),
  };
}

const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  "",
  "x".repeat(3000),
  "\u0000",
  "\ud800",
  "\u202e",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "%",
  "%00",
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { toString: 1, valueOf: null, hasOwnProperty: 0 },
  { "\ud800": 1 },
  { length: -1 },
];

/** Every place in a message, as paths. */
function pathsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]))];
}

/** Puts something of a wrong type somewhere, takes a member away, or adds one. */
export function spoil(random: Random, message: Message): unknown {
  const copy = structuredClone(message);
  const path = random.pick(pathsIn(copy));
  const key = path.at(-1);
  if (key === undefined) return random.pick(junk);
  const holder = path.slice(0, -1).reduce<Message>((inner, step) => inner[step] as Message, copy);
  switch (random.below(4)) {
    case 0:
      delete holder[key];
      break;
    case 1:
      holder[
        random.pick(["constructor", "prototype", "toString", "id", "result", "error", "\ud800", "", "0"])
      ] = random.pick(junk);
      break;
    default:
      holder[key] = structuredClone(random.pick(junk));
  }
  return copy;
}

/** Cuts the text, or puts bytes into it. */
export function breakText(random: Random, text: string): Buffer {
  const bytes = Buffer.from(text);
  const at = random.below(bytes.length);
  switch (random.below(4)) {
    case 0:
      return bytes.subarray(0, at);
    case 1:
      return Buffer.concat([
        bytes.subarray(0, at),
        Buffer.from([random.below(256), random.below(256)]),
        bytes.subarray(at),
      ]);
    case 2:
      return Buffer.concat([
        bytes,
        Buffer.from(random.pick(["}", ",", "\u0000", "{}", "\ufeff", "//", "]"])),
      ]);
    default:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.below(3))]);
  }
}

/** The text with a number of its own put in place of one of its values. */
export function withHugeNumber(random: Random, message: Message): string {
  const number = random.pick([
    "1e999",
    "-1e999",
    "1e-999",
    "-0",
    "9007199254740993",
    "123456789012345678901234567890",
    "0.1e1",
    `1${"0".repeat(400)}`,
  ]);
  const path = random.pick(pathsIn(message).filter((each) => each.length > 0));
  const copy = structuredClone(message);
  const holder = path.slice(0, -1).reduce<Message>((inner, step) => inner[step] as Message, copy);
  holder[path.at(-1) ?? ""] = "@@number@@";
  return JSON.stringify(copy).replace('"@@number@@"', number);
}

/** The text with a key that reaches for the prototype, in one of its spellings. */
export function withPrototypeKey(random: Random, message: Message): string {
  const key = random.pick(["__proto__", "\\u005f_proto__", "__prot\\u006f__", "\\u005F\\u005fproto\\u005F_"]);
  const path = random.pick(pathsIn(message).filter((each) => each.length > 0));
  const copy = structuredClone(message);
  const holder = path.slice(0, -1).reduce<Message>((inner, step) => inner[step] as Message, copy);
  holder[path.at(-1) ?? ""] = { "@@key@@": { polluted: true } };
  return JSON.stringify(copy).replace("@@key@@", key);
}

/** The text with one member of the message written twice. */
export function withDuplicateKey(random: Random, message: Message): string {
  const key = random.pick(Object.keys(message));
  const first = JSON.stringify({ [key]: random.pick(junk) }).slice(0, -1);
  return `${first},${JSON.stringify(message).slice(1)}`;
}

/** The text with `depth` levels of nesting inside it. */
export function withNesting(random: Random, message: Message, depth: number): string {
  const [open, close] = random.pick([
    ["[", "]"],
    ['{"a":', "}"],
  ] as const);
  const copy = structuredClone(message);
  (copy.params as Message).extra = "@@deep@@";
  return JSON.stringify(copy).replace('"@@deep@@"', `${open.repeat(depth)}0${close.repeat(depth)}`);
}
