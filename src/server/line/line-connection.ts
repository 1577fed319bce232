// A client at the other end of a line: one JSON message per line in each direction, as on stdio.
//
// Each message belongs to the era it says: modern `_meta`, or the session that `initialize` opened.

import { channel } from "node:diagnostics_channel";
import { BeckonError } from "../../core/errors.js";
import { type ConnectEvent, channels } from "../../core/events.js";
import type { JsonObject } from "../../core/json.js";
import { andThen, isPromise, type MaybePromise } from "../../core/maybe-promise.js";
import { parseJson } from "../../guards/parse-json.js";
import {
  errorMessage,
  type RequestId,
  type RpcMessage,
  type RpcRequest,
  readMessage,
} from "../../protocol/json-rpc.js";
import { readModernMeta } from "../../protocol/modern-meta.js";
import { LATEST_LEGACY, type Revision } from "../../protocol/revisions.js";
import { invalidRequest, parseError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { askConnect, type ConnectRequest, isRefusal, type Refusal } from "../access/connect.js";
import { type Client, readClient } from "../client.js";
import { Call, type CallInit } from "../dispatch/call.js";
import { cancelled } from "../dispatch/cancelled.js";
import { initializeResult } from "../dispatch/describe.js";
import { dispatch, errorResponse, type Response, respond } from "../dispatch/dispatch.js";
import { toRpcError } from "../dispatch/failure.js";
import { hasModernMeta } from "../http/era.js";
import type { HttpParts } from "../http/http-parts.js";
import { readInitialize } from "../legacy/initialize.js";
import { sessionCall } from "../legacy/session-call.js";
import { type LineSession, openLineSession } from "./line-session.js";

/** A line to a client. */
export interface LineConnection {
  /** Takes one line. */
  receive(line: string): void;
  /** Ends the connection: what is under way is cancelled, and its session is over. */
  close(): Promise<void>;
}

const connected = channel(channels.connect);

/** Opens a connection; fails when `connect` refuses it. */
export async function openLine(http: HttpParts, write: (line: string) => void): Promise<LineConnection> {
  const request = {
    headers: {},
    query: new URLSearchParams(),
    sessionId: undefined,
    transport: "stdio",
    client: undefined,
  } as const;
  const access = await askStdio(http, request);
  if (isRefusal(access)) {
    publish(access.decision, undefined);
    throw new BeckonError("refused", `connect refused the stdio client: ${access.decision}.`);
  }
  publish("allow", access.principal?.id);
  const line = new Line(http, access, write);
  http.lines.add(line);
  return line;
}

async function askStdio(http: HttpParts, request: ConnectRequest): Promise<Access | Refusal> {
  try {
    return await askConnect(http.server.connect, request);
  } catch (error) {
    publish("failed", undefined);
    throw error;
  }
}

function publish(decision: ConnectEvent["decision"], principalId: string | undefined): void {
  if (connected.hasSubscribers)
    connected.publish({ transport: "stdio", decision, principalId } satisfies ConnectEvent);
}

/** Takes the text of a response, or `undefined` when there is none to send. */
type Answer = (text: string | undefined) => void;

class Line implements LineConnection {
  readonly #http: HttpParts;
  readonly #access: Access;
  readonly #write: (line: string) => void;
  readonly #calls = new Map<RequestId, Call>();
  #session: MaybePromise<LineSession> | undefined;
  #revision: Revision = LATEST_LEGACY;
  #client: Client = readClient(undefined, undefined);
  #closed: Promise<void> | undefined;

  constructor(http: HttpParts, access: Access, write: (line: string) => void) {
    this.#http = http;
    this.#access = access;
    this.#write = write;
  }

  receive(line: string): void {
    const parsed = parseJson(line);
    if (!parsed.ok) this.#write(errorMessage(undefined, parseError(parsed.problem)));
    else if (Array.isArray(parsed.value)) this.#takeBatch(parsed.value);
    else this.#take(readMessage(parsed.value), (text) => text !== undefined && this.#write(text));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#http.lines.delete(this);
    for (const call of [...this.#calls.values()]) call.cancel(cancelled("the client closed the connection"));
    const session = await this.#session;
    await session?.close();
    const sessionId = session?.id;
    this.#http.onDisconnect({ transport: "stdio", principalId: this.#access.principal?.id, sessionId });
  }

  #take(message: RpcMessage, answer: Answer): void {
    switch (message.kind) {
      case "invalid":
        return answer(errorMessage(message.id, invalidRequest(message.reason)));
      case "response":
        return answer(undefined);
      case "notification":
        if (message.method === "notifications/cancelled") this.#cancel(message.params);
        return answer(undefined);
      case "request":
        return this.#serve(message, answer);
    }
  }

  #takeBatch(values: readonly unknown[]): void {
    if (!this.#revision.batches || values.length === 0) {
      return this.#write(errorMessage(undefined, invalidRequest("batches are not served here")));
    }
    const responses: string[] = [];
    let open = values.length;
    for (const value of values) {
      this.#take(readMessage(value), (text) => {
        if (text !== undefined) responses.push(text);
        open -= 1;
        if (open === 0 && responses.length > 0) this.#write(`[${responses.join(",")}]`);
      });
    }
  }

  #cancel({ requestId, reason }: JsonObject): void {
    // Anything else than an id is simply not found.
    this.#calls.get(requestId as RequestId)?.cancel(cancelled(reason));
  }

  #serve(message: RpcRequest, answer: Answer): void {
    const { server } = this.#http;
    const failed = (error: unknown): void => {
      const told = toRpcError(server, this.#call(message, {}), error);
      answer(errorMessage(message.id, told));
    };
    try {
      const call = this.#prepare(message);
      if (!isPromise(call)) this.#run(message, call, answer);
      else
        void this.#http.running.during(call.then((ready) => this.#run(message, ready, answer)).catch(failed));
    } catch (error) {
      failed(error);
    }
  }

  /** Finds out in which era, and in whose name, a request is made; throws what the client is to be told. */
  #prepare(message: RpcRequest): MaybePromise<Call> {
    if (hasModernMeta(message) || message.method === "server/discover") {
      const { revision, clientInfo, clientCapabilities, logLevel } = readModernMeta(message.params);
      return this.#call(message, { revision, logLevel, client: readClient(clientInfo, clientCapabilities) });
    }
    if (message.method === "initialize") return this.#initialize(message);
    if (this.#session === undefined) {
      if (message.method === "ping") return this.#call(message, {});
      throw invalidRequest("initialize first, or send modern _meta");
    }
    return andThen(this.#session, (line) =>
      andThen(line.current(), (session) => {
        if (session === undefined) throw invalidRequest("the session is over");
        return sessionCall(session, message, this.#call(message, { client: this.#client }));
      }),
    );
  }

  #initialize(message: RpcRequest): MaybePromise<Call> {
    if (this.#session !== undefined) throw invalidRequest("this connection is initialized already");
    const said = readInitialize(message.params);
    this.#revision = said.revision;
    this.#client = said.client;
    this.#session = openLineSession(this.#http, this.#access, said, this.#write);
    return andThen(this.#session, (session) =>
      this.#call(message, { revision: said.revision, client: said.client, sessionId: session.id }),
    );
  }

  #call({ id, method, params }: RpcRequest, known: Partial<CallInit>): Call {
    return new Call({
      id,
      method,
      params,
      revision: this.#revision,
      client: this.#client,
      access: this.#access,
      transport: "stdio",
      headers: {},
      sessionId: undefined,
      logLevel: undefined,
      outlet: { notify: this.#write },
      ...known,
    });
  }

  #run(message: RpcRequest, call: Call, answer: Answer): void {
    const { server, running } = this.#http;
    const opens = message.method === "initialize" && call.revision.era === "legacy";
    const response = opens ? respond(server, call, initializeResult) : dispatch(server, call);
    if (!isPromise(response)) {
      call.over = true;
      return answer(response.text);
    }
    this.#calls.set(message.id, call);
    running.add(call);
    let settled = false;
    const finish = (done: Response | undefined): void => {
      if (settled) return;
      settled = true;
      if (this.#calls.get(message.id) === call) this.#calls.delete(message.id);
      running.remove(call);
      call.over = true;
      answer(done?.text);
    };
    call.whenEnded((told) => finish(told && errorResponse(call, told)));
    void response.then(finish);
  }
}
