// What may be answered to what: the rule that every reply of the fuzz is held against.

import type { RawReply } from "./raw-connection.js";

/** The answers that are right for one kind of input. */
export interface Legal {
  readonly statuses: readonly number[];
  /** The codes an error may have. @default every one that goes with the status */
  readonly codes?: readonly number[];
  /** False when only errors are right. @default true */
  readonly results?: boolean;
  /** True when a handler that throws may be reached. @default false */
  readonly internal?: boolean;
  /** True when the connection may end without an answer. @default false */
  readonly silent?: boolean;
  /** True when the bytes are no HTTP, so that Node's parser answers 400 without a body. @default false */
  readonly unparsed?: boolean;
}

const PARSE = -32700;
const REQUEST = -32600;
const METHOD = -32601;
const PARAMS = -32602;
const INTERNAL = -32603;

/** The codes that go with each status, and no others. */
const codesOf: Readonly<Record<number, readonly number[]>> = {
  // In the legacy era everything a method says is 200; -32002 is its "not found", -32050 the application's own.
  200: [REQUEST, METHOD, PARAMS, -32002, -32021, -32050, INTERNAL],
  400: [PARSE, REQUEST, PARAMS, -32020, -32021, -32022],
  403: [REQUEST],
  404: [REQUEST, METHOD],
  405: [REQUEST],
  406: [REQUEST],
  413: [REQUEST],
  415: [REQUEST],
};

/** Anything that a changed message may turn into: a result, an error of its own, a notification, another method. */
export const anything: Legal = { statuses: [200, 202, 400, 404] };
export const unparsable: Legal = { statuses: [400], codes: [PARSE], results: false };
export const refused = (status: number, ...codes: readonly number[]): Legal => ({
  statuses: [status],
  codes,
  results: false,
});
export const fine: Legal = { statuses: [200], codes: [] };

/** Texts that are nobody's business outside: stack frames, paths of the code, words of exceptions. */
const LEAKS = [
  /canary-4b7f/,
  /\bat .+[:(]\d+:\d+/,
  /node:internal/,
  /\/(?:dist|src|node_modules)\//,
  /\.[cm]?[jt]s:\d+/,
  /TypeError|RangeError|SyntaxError|ReferenceError|URIError/,
];

/** Everything that is wrong with a reply. */
export function problemsOf(reply: RawReply | undefined, legal: Legal): readonly string[] {
  if (reply === undefined) return legal.silent ? [] : ["no answer"];
  const { status, headers, body } = reply;
  const problems: string[] = leaksIn(`${JSON.stringify(headers)} ${body}`);
  if (status === 400 && headers["content-type"] === undefined && body === "" && legal.unparsed)
    return problems;
  if (!legal.statuses.includes(status)) problems.push(`status ${status}`);
  if (status === 202 || status === 204) {
    if (body !== "") problems.push("a body where there is none");
    return problems;
  }
  const type = headers["content-type"];
  if (type === "application/json") problems.push(...problemsOfJson(body, status, legal));
  else if (type === "text/event-stream" && status === 200) problems.push(...problemsOfEvents(body, legal));
  else problems.push(`content type ${type}`);
  return problems;
}

export const leaksIn = (text: string): string[] =>
  LEAKS.filter((leak) => leak.test(text)).map((leak) => `leaks ${leak}`);

function problemsOfEvents(body: string, legal: Legal): readonly string[] {
  return [...body.matchAll(/^data: (.+)$/gm)].flatMap(([, data = ""]) => problemsOfJson(data, 200, legal));
}

function problemsOfJson(text: string, status: number, legal: Legal): readonly string[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return ["no JSON"];
  }
  const messages = Array.isArray(read) ? read : [read];
  return messages.flatMap((message) => problemsOfMessage(message, status, legal));
}

export function problemsOfMessage(message: unknown, status: number, legal: Legal): readonly string[] {
  if (typeof message !== "object" || message === null) return ["no message"];
  const { jsonrpc, id, method, result, error } = message as Record<string, unknown>;
  if (jsonrpc !== "2.0") return ["no JSON-RPC"];
  if (method !== undefined)
    return typeof method === "string" && method.startsWith("notifications/") && id === undefined
      ? []
      : ["an odd notification"];
  if ((result === undefined) === (error === undefined)) return ["neither or both of result and error"];
  if (id !== undefined && typeof id !== "string" && !Number.isSafeInteger(id)) return ["an odd id"];
  if (result !== undefined) return legal.results === false ? ["a result"] : [];
  const { code, message: said } = error as { code?: unknown; message?: unknown };
  if (typeof code !== "number" || typeof said !== "string" || said === "")
    return ["an error without code or message"];
  if (code === INTERNAL && !legal.internal) return [`an internal error: ${said}`];
  if (!codesOf[status]?.includes(code)) return [`code ${code} with status ${status}`];
  if (legal.codes !== undefined && code !== INTERNAL && !legal.codes.includes(code)) return [`code ${code}`];
  return [];
}
