// Plays a call to its end, whatever it asks: the part of a client and of the person in front of it.

import type { Server } from "../../../src/index.js";
import { openLine } from "../../../src/server/line/open-line.js";
import { transportParts } from "../../../src/server/server.js";
import { readEvents } from "../event-stream.js";
import { doorOf, initializeBody, type Message, modernBody, openSession, postModern } from "../speak.js";

/** A client's connection to a server. */
export interface Wire {
  readonly era: "legacy" | "modern";
  /** Sends a request; `hear` is told each message that comes before the response. */
  request(method: string, params: object, hear?: (message: Message) => void): Promise<Message>;
  /** Sends a response or a notification. */
  send(message: object): Promise<void>;
}

/** Something that the server wants to know. */
export interface Question {
  readonly method: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** How it is called on the wire: the id of the request, or the key of the input request. */
  readonly id: string;
}

/** The person: what they say to a question; `undefined` when they say nothing. */
export type Person = (question: Question) => object | undefined;

/** What came of a call. */
export interface Played {
  /** The first text of the result. */
  readonly text: string;
  readonly isError: boolean;
  readonly message: Message;
  /** What was asked, in order. */
  readonly questions: readonly Question[];
  /** What was asked at a time; in the legacy era there is no telling. */
  readonly rounds: readonly (readonly string[])[];
  readonly notifications: readonly Message[];
}

export const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

export const accept = (content: object = {}): object => ({ action: "accept", content });
export const decline: object = { action: "decline" };
export const yes: object = accept({ confirmed: true });
export const no: object = accept({ confirmed: false });

/** A person who says to each message what is written there, the n-th time the n-th. */
export function scripted(script: Readonly<Record<string, object | readonly object[]>>): Person {
  const counts = new Map<string, number>();
  return ({ message }) => {
    const said = script[message];
    if (said === undefined) throw new Error(`Nobody wrote what to say to “${message}”.`);
    const count = counts.get(message) ?? 0;
    counts.set(message, count + 1);
    return Array.isArray(said) ? said[count] : said;
  };
}

/** A client of the legacy era on HTTP. */
export async function legacyWire(server: Server, declared: object = capabilities): Promise<Wire> {
  const session = await openSession(server, { capabilities: declared });
  let count = 0;
  return {
    era: "legacy",
    async request(method, params, hear = () => {}) {
      count += 1;
      const response = await session.post({ jsonrpc: "2.0", id: count, method, params });
      if (response.headers.get("content-type") !== "text/event-stream")
        return (await response.json()) as Message;
      const stream = readEvents(response);
      for (;;) {
        const message = await stream.message();
        if (message.id === count && message.method === undefined) return message;
        hear(message);
      }
    },
    async send(message) {
      const response = await session.post(message);
      if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
    },
  };
}

/** A client of the modern era on HTTP; several servers take turns, as behind a balancer. */
export function modernWire(servers: Server | readonly Server[], declared: object = capabilities): Wire {
  const all = "fetch" in servers ? [servers] : servers;
  let count = 0;
  return {
    era: "modern",
    async request(method, params, hear = () => {}) {
      const server = all[count % all.length];
      if (server === undefined) throw new Error("There is no server.");
      count += 1;
      const { _meta: meta, ...rest } = params as { readonly _meta?: Record<string, unknown> };
      const options = { capabilities: { ...declared }, id: count, ...(meta && { meta }) };
      const response = await postModern(doorOf(server), method, rest, options);
      if (response.headers.get("content-type") !== "text/event-stream")
        return (await response.json()) as Message;
      const stream = readEvents(response);
      for (;;) {
        const message = await stream.message();
        if (message.id === count && message.method === undefined) return message;
        hear(message);
      }
    },
    send: () => Promise.reject(new Error("Modern clients send requests only.")),
  };
}

/** A client on a line, as on stdio. */
export async function lineWire(server: Server, era: Wire["era"], declared = capabilities): Promise<Wire> {
  const listeners = new Set<(message: Message) => void>();
  const line = await openLine(server[transportParts], {
    write(text) {
      for (const listener of [...listeners]) listener(JSON.parse(text) as Message);
    },
    waitingBytes: () => 0,
    onClose() {},
  });
  const exchange = (id: unknown, body: object, hear: (message: Message) => void): Promise<Message> =>
    new Promise((resolve) => {
      const listener = (message: Message): void => {
        if (message.method !== undefined) return hear(message);
        if (message.id !== id) return;
        listeners.delete(listener);
        resolve(message);
      };
      listeners.add(listener);
      line.receive(JSON.stringify(body));
    });
  let count = 0;
  if (era === "legacy") await exchange(0, initializeBody("2025-11-25", declared), () => {});
  return {
    era,
    request(method, params, hear = () => {}) {
      count += 1;
      const { _meta: meta, ...rest } = params as { readonly _meta?: Record<string, unknown> };
      const body =
        era === "legacy"
          ? { jsonrpc: "2.0", id: count, method, params }
          : modernBody(method, rest, { capabilities: declared, id: count, ...(meta && { meta }) });
      return exchange(count, body, hear);
    },
    async send(message) {
      line.receive(JSON.stringify(message));
    },
  };
}

/** The ways to a server that a handler must not be able to tell apart. */
export const wires: readonly (readonly [string, (server: Server) => Wire | Promise<Wire>])[] = [
  ["a legacy client", legacyWire],
  ["a modern client", modernWire],
  ["a legacy client over stdio", (server) => lineWire(server, "legacy")],
  ["a modern client over stdio", (server) => lineWire(server, "modern")],
];

/** Calls a tool, and answers until it has its result. */
export const play = (wire: Wire, name: string, person: Person, args: object = {}): Promise<Played> =>
  playRequest(wire, "tools/call", { name, arguments: args }, person);

/** The same for any request. Ends early when the person says nothing and the client would have to. */
export const playRequest = (wire: Wire, method: string, params: object, person: Person): Promise<Played> =>
  wire.era === "legacy" ? playLegacy(wire, method, params, person) : playModern(wire, method, params, person);

async function playLegacy(wire: Wire, method: string, params: object, person: Person): Promise<Played> {
  const questions: Question[] = [];
  const notifications: Message[] = [];
  const response = await wire.request(method, params, (message) => {
    if (message.id === undefined) return void notifications.push(message);
    const question = toQuestion(String(message.id), message.method, message.params);
    questions.push(question);
    const result = person(question);
    if (result !== undefined) void wire.send({ jsonrpc: "2.0", id: message.id, result });
  });
  return toPlayed(response, questions, [], notifications);
}

async function playModern(wire: Wire, method: string, params: object, person: Person): Promise<Played> {
  const questions: Question[] = [];
  const rounds: string[][] = [];
  const notifications: Message[] = [];
  let given = params;
  for (;;) {
    const response = await wire.request(method, given, (message) => notifications.push(message));
    const { inputRequests, requestState, resultType } = (response.result ?? {}) as InputRequired;
    if (resultType !== "input_required") return toPlayed(response, questions, rounds, notifications);
    const asked = Object.entries(inputRequests ?? {}).map(([key, request]) =>
      toQuestion(key, request.method, request.params),
    );
    questions.push(...asked);
    rounds.push(asked.map(({ message }) => message));
    const said = asked.map((question) => [question.id, person(question)] as const);
    const answers = said.filter(([, result]) => result !== undefined);
    if (said.length > 0 && answers.length === 0) return toPlayed(response, questions, rounds, notifications);
    given = { ...params, requestState, inputResponses: Object.fromEntries(answers) };
  }
}

/** The result that asks, as it comes. */
export interface InputRequired {
  readonly resultType?: string;
  readonly inputRequests?: Readonly<
    Record<string, { readonly method: string; readonly params: Record<string, unknown> }>
  >;
  readonly requestState?: string;
}

const toQuestion = (id: string, method = "", params: Question["params"] = {}): Question => ({
  id,
  method,
  params,
  message: typeof params.message === "string" ? params.message : method,
});

function toPlayed(
  message: Message,
  questions: readonly Question[],
  rounds: Played["rounds"],
  notifications: readonly Message[],
): Played {
  const { content, isError } = (message.result ?? {}) as {
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  return {
    text: content?.[0]?.text ?? "",
    isError: isError === true,
    message,
    questions,
    rounds,
    notifications,
  };
}
