// A client at the other end of a line: one JSON message per line in each direction, as on stdio.
//
// Each message belongs to the era it says: modern `_meta`, or the session that `initialize` opened.

import type { JsonObject } from "../../core/json.js";
import { andThen, isPromise, type MaybePromise, recover } from "../../core/maybe-promise.js";
import { parseJson } from "../../guards/parse-json.js";
import {
  errorMessage,
  type RpcMessage,
  type RpcRequest,
  type RpcResponse,
  readMessage,
} from "../../protocol/json-rpc.js";
import { readModernMeta } from "../../protocol/modern-meta.js";
import { LATEST_LEGACY, type Revision } from "../../protocol/revisions.js";
import { invalidRequest, parseError, RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { Call, type CallInit } from "../call/call.js";
import { cancelled, serverStopped } from "../call/cancelled.js";
import { type Client, readClient } from "../call/client.js";
import { toRpcError } from "../call/failure.js";
import { initializeResult } from "../dispatch/describe.js";
import type { ResponseText } from "../dispatch/dispatch.js";
import { hasModernMeta } from "../http/era.js";
import { runCall } from "../run-call.js";
import { readBatch } from "../sessions/batch.js";
import { type Initialization, readInitialize } from "../sessions/initialize.js";
import { sessionCall } from "../sessions/session-call.js";
import type { TransportParts } from "../transport-parts.js";
import type { LineOutput } from "./line-output.js";
import { type LineSession, openLineSession } from "./line-session.js";

/** A line to a client. */
export interface LineConnection {
  /** Takes one line. */
  receive(line: string): void;
  /** Responds to a line that cannot be read at all. */
  refuse(problem: string): void;
  /** Ends the connection: what is under way is cancelled, and its session is over. */
  close(): Promise<void>;
}

/** Takes the text of a response, or `undefined` when there is none to send. */
type Respond = (text: string | undefined) => void;

export class Line implements LineConnection {
  readonly #http: TransportParts;
  readonly #access: Access;
  readonly #output: LineOutput;
  readonly #calls = new Set<Call>();
  readonly #unknown: Client = readClient(undefined, undefined);
  #said: Initialization | undefined;
  #session: MaybePromise<LineSession> | undefined;
  #closed: Promise<void> | undefined;
  /** The session of the line, once it is open: it is in use as long as the line is. */
  sessionId: string | undefined;

  constructor(http: TransportParts, access: Access, output: LineOutput) {
    this.#http = http;
    this.#access = access;
    this.#output = output;
  }

  receive(line: string): void {
    const parsed = parseJson(line);
    if (!parsed.ok) this.refuse(parsed.problem);
    else if (Array.isArray(parsed.value)) this.#takeBatch(parsed.value);
    else this.#take(readMessage(parsed.value), (text) => text !== undefined && this.#output.respond(text));
  }

  refuse(problem: string): void {
    this.#output.respond(errorMessage(undefined, parseError(problem)));
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    this.#http.lines.delete(this);
    for (const call of [...this.#calls]) call.cancel(cancelled("the client closed the connection"));
    try {
      const session = await this.#session;
      await session?.close();
    } finally {
      const principalId = this.#access.principal?.id;
      this.#http.onDisconnect?.({ transport: "stdio", principalId, sessionId: this.sessionId });
      this.#output.close();
    }
  }

  #take(message: RpcMessage, respond: Respond): void {
    switch (message.kind) {
      case "invalid":
        return respond(errorMessage(message.id, invalidRequest(message.reason)));
      case "response":
        this.#hearReply(message);
        return respond(undefined);
      case "notification":
        if (message.method === "notifications/cancelled") this.#cancel(message.params);
        return respond(undefined);
      case "request":
        return this.#serve(message, respond);
    }
  }

  #takeBatch(values: readonly unknown[]): void {
    const messages = this.#revision.batches
      ? readBatch(values)
      : invalidRequest("batches are not served here");
    if (messages instanceof RpcError) return this.#output.respond(errorMessage(undefined, messages));
    const responses: string[] = [];
    let open = messages.length;
    for (const message of messages) {
      this.#take(message, (text) => {
        if (text !== undefined) responses.push(text);
        open -= 1;
        if (open === 0 && responses.length > 0) this.#output.respond(`[${responses.join(",")}]`);
      });
    }
  }

  #hearReply(message: RpcResponse): void {
    const { clientRequests, logger } = this.#http.server;
    if (this.sessionId === undefined) return;
    const { sessionId } = this;
    const heard = recover<unknown>(
      () => clientRequests.receive(sessionId, message),
      (error) => logger.error("A client's reply could not be taken.", { error }),
    );
    if (isPromise(heard)) void this.#http.running.during(heard);
  }

  #cancel({ requestId, reason }: JsonObject): void {
    // A client may use an id twice, though it must not; then both are meant.
    for (const call of [...this.#calls]) if (call.id === requestId) call.cancel(cancelled(reason));
  }

  #serve(message: RpcRequest, respond: Respond): void {
    const { server } = this.#http;
    const failed = (error: unknown): void => {
      const told = toRpcError(server, this.#call(message, {}), error);
      respond(errorMessage(message.id, told));
    };
    try {
      if (this.#closed !== undefined || server.stopping.begun) throw serverStopped();
      const call = this.#prepare(message);
      if (!isPromise(call)) this.#run(message, call, respond);
      else
        void this.#http.running.during(
          call.then((ready) => this.#run(message, ready, respond)).catch(failed),
        );
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
        return sessionCall(session, message, this.#call(message, {}));
      }),
    );
  }

  #initialize(message: RpcRequest): MaybePromise<Call> {
    if (this.#session !== undefined) throw invalidRequest("this connection is initialized already");
    const said = readInitialize(message.params);
    this.#said = said;
    this.#session = recover(
      () => openLineSession(this.#http, this.#access, said, this.#output),
      (error) => {
        // The client may try again.
        this.#said = undefined;
        this.#session = undefined;
        throw error;
      },
    );
    return andThen(this.#session, ({ id }) => {
      this.sessionId = id;
      return this.#call(message, { sessionId: id });
    });
  }

  /** What is spoken outside the modern era: what `initialize` settled, even while its session is being opened. */
  get #revision(): Revision {
    return this.#said?.revision ?? LATEST_LEGACY;
  }

  #call({ id, method, params }: RpcRequest, known: Partial<CallInit>): Call {
    return new Call({
      id,
      method,
      params,
      revision: this.#revision,
      client: this.#said?.client ?? this.#unknown,
      access: this.#access,
      transport: "stdio",
      headers: {},
      sessionId: undefined,
      logLevel: undefined,
      outlet: this.#output,
      ...known,
    });
  }

  #run(message: RpcRequest, call: Call, respond: Respond): void {
    // The line may have been closed while the call was prepared.
    if (this.#closed !== undefined) throw serverStopped();
    const opens = message.method === "initialize" && call.revision.era === "legacy";
    this.#calls.add(call);
    const done = (_: Call, response: ResponseText | undefined): void => {
      this.#calls.delete(call);
      respond(response?.text);
    };
    runCall(this.#http, call, { done }, opens ? initializeResult : undefined);
  }
}
