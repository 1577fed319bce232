// Talks to a server whose handlers ask: makes the server, makes the calls of its clients, waits for what must come.

import { PassThrough } from "node:stream";
import { onTestFinished } from "vitest";
import { allow, createServer, type Server, type ServerOptions } from "../../../src/index.js";
import { listen, serveStdio } from "../../../src/node/index.js";
import type { FakeClock } from "../../../src/testing/index.js";
import { type EventStream, readEvents } from "../event-stream.js";
import {
  type Door,
  doorOf,
  initializeBody,
  type Message,
  modern,
  openSession,
  type Reply,
  type Session,
  type SessionOptions,
} from "../speak.js";

/** What a client declares that can do everything. */
export const ABLE = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };
/** What is said of every state that cannot be taken. */
export const FROZEN = { code: -32602, message: "Invalid or expired request state" };

/** A server that is closed with its test. The header `x-user` says who calls. */
export function makeServer(options: Partial<ServerOptions> = {}): Server {
  const server = createServer({
    name: "test",
    version: "1.0.0",
    connect: ({ headers }) => allow({ principal: { id: String(headers["x-user"] ?? "ada") } }),
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    ...options,
  });
  onTestFinished(async () => {
    const closed = server.close({ graceMs: 0 });
    // On a clock that stands, no grace ends.
    if (options.clock !== undefined && "advance" in options.clock)
      await (options.clock as FakeClock).advance(1000);
    await closed;
  });
  return server;
}

export interface RoundOptions {
  readonly args?: object;
  readonly state?: unknown;
  readonly answers?: unknown;
  readonly capabilities?: Record<string, unknown>;
  readonly user?: string;
  readonly signal?: AbortSignal;
  readonly method?: string;
  /** What the request is about, where that is not the name of a tool or prompt. */
  readonly target?: object;
}

/** One request of the input that a server requires. */
export interface InputRequest {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

/** A modern exchange. */
export interface Round extends Reply {
  readonly isAsking: boolean;
  /** The state to come back with; empty when there is none. */
  readonly state: string;
  readonly questions: Readonly<Record<string, InputRequest>>;
  /** The keys of the questions. */
  readonly keys: readonly string[];
  /** The key of the only question. */
  readonly key: string;
  /** The message of the only question. */
  readonly message1: string;
  /** The text of a tool's result. */
  readonly text: string;
}

/** Makes a modern call, the first or a later one. */
export async function ask(to: Server | Door, name: string, options: RoundOptions = {}): Promise<Round> {
  const { args, state, answers, capabilities = ABLE, user, signal, method = "tools/call", target } = options;
  const params = {
    ...(target ?? { name }),
    ...(args !== undefined && { arguments: args }),
    ...(state !== undefined && { requestState: state }),
    ...(answers !== undefined && { inputResponses: answers }),
  };
  const reply = await modern(to, method, params, {
    capabilities,
    ...(user !== undefined && { headers: { "x-user": user } }),
    ...(signal && { signal }),
  });
  const { result } = reply;
  const questions = (result.inputRequests ?? {}) as Record<string, InputRequest>;
  const keys = Object.keys(questions);
  return {
    ...reply,
    isAsking: result.resultType === "input_required",
    state: typeof result.requestState === "string" ? result.requestState : "",
    questions,
    keys,
    key: keys[0] ?? "",
    message1: String(questions[keys[0] ?? ""]?.params.message),
    text: textOf(result),
  };
}

/** The text of a tool's result. */
export const textOf = (result: Record<string, unknown> | undefined): string =>
  (result?.content as readonly { text?: string }[] | undefined)?.[0]?.text ?? "";

export const accept = (content: object = {}): object => ({ action: "accept", content });
export const YES: object = accept({ confirmed: true });

/** Opens a legacy session of a client that can do everything. */
export const openAbleSession = (to: Server | Door, options: SessionOptions = {}): Promise<Session> =>
  openSession(to, { capabilities: ABLE, ...options });

/** Calls a tool in a session and gives the stream of the call. */
export async function callIn(
  session: Session,
  name: string,
  args: object = {},
  id: string | number = 1,
): Promise<EventStream> {
  return readEvents(await session.post(callBody(name, args, id)));
}

/** The next message of a stream, whatever events come before it. */
export async function nextMessage(stream: EventStream): Promise<Message | undefined> {
  for (let event = await stream.next(); event !== undefined; event = await stream.next())
    if (event.message) return event.message;
  return undefined;
}

export const callBody = (name: string, args: object = {}, id: string | number = 1): object => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name, arguments: args },
});

/** Answers a question of a session. */
export const answerIn = (session: Session, question: Message, result: object): Promise<Response> =>
  session.post({ jsonrpc: "2.0", id: question.id, result });

/** Lets everything go on that waits for nothing from outside. */
export async function settle(turns = 60): Promise<void> {
  for (let left = turns; left > 0; left -= 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A promise that is settled from outside. */
export interface Gate<T = void> {
  readonly opened: Promise<T>;
  open(value: T): void;
}

export function gate<T = void>(): Gate<T> {
  let open: (value: T) => void = () => {};
  const opened = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}

/** The ways to a server over HTTP: as a function, and through a socket. */
export const doors: readonly (readonly [string, (server: Server) => Promise<Door>])[] = [
  ["without sockets", async (server) => doorOf(server)],
  ["over sockets", openSocket],
];

/** The door of a server on a socket of this machine. */
async function openSocket(server: Server): Promise<Door> {
  const { port, close } = await listen(server, { port: 0, keepSignals: true, graceMs: 0 });
  onTestFinished(close);
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

/** The client at the other end of standard input and output. */
export interface StdioClient {
  send(message: object): void;
  /** The next message, in order. */
  next(): Promise<Message>;
  /** The next message that responds to a request of this id, whatever comes before it. */
  response(id: string | number): Promise<Message>;
  /** Closes the client's end; resolves when the server is done. */
  end(): Promise<void>;
}

/** Serves a server on stdio, and begins a session there unless told otherwise. */
export async function openStdio(
  server: Server,
  { revision = "2025-11-25", capabilities = ABLE as object, isLegacy = true } = {},
): Promise<StdioClient> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const { closed } = await serveStdio(server, { input, output, graceMs: 0 });
  const messages: Message[] = [];
  let wake = (): void => {};
  let rest = "";
  output.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    messages.push(...lines.map((line) => JSON.parse(line) as Message));
    wake();
  });
  const send = (message: object): void => void input.write(`${JSON.stringify(message)}\n`);
  const next = async (): Promise<Message> => {
    while (messages.length === 0)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return messages.shift() ?? {};
  };
  const response = async (id: string | number): Promise<Message> => {
    for (;;) {
      const message = await next();
      if (message.id === id && message.method === undefined) return message;
    }
  };
  if (isLegacy) {
    send(initializeBody(revision, capabilities));
    await next();
    send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }
  const end = (): Promise<void> => {
    input.end();
    return closed;
  };
  return { send, next, response, end };
}
