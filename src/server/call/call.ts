// One request on its way through the server.

import type { JsonObject } from "../../core/json.js";
import { Link } from "../../core/link.js";
import type { RequestId } from "../../protocol/json-rpc.js";
import type { LogLevel } from "../../protocol/log-levels.js";
import type { Revision } from "../../protocol/revisions.js";
import type { RpcError } from "../../protocol/rpc-error.js";
import type { Access } from "../access/access.js";
import { cancelled, serverStopped } from "./cancelled.js";
import type { Client } from "./client.js";
import type { Execution, RunEnding } from "./execution.js";
import type { WorkClock } from "./work-clock.js";

/** The way back to the client for what comes before the result. */
export interface Outlet {
  /** Sends a notification that belongs to this request; false when it is lost, because the client reads too slowly. */
  notify(message: string): boolean;
  /**
   * Sends a request to the client, or word of one; a slow reader loses none. False when there is no way for it here.
   * Absent in the modern era.
   */
  request?(message: string): boolean;
  /** True while the client is there to read what is sent. */
  readonly isRead?: boolean;
  /** Calls back whenever the last of those who read a stream of questions is gone. */
  whenUnread?(listener: () => void): void;
  /** Closes the connection and lets the client come back for the rest, where the transport can. */
  release?(retryMs: number | undefined): void;
  /** What another node needs to go on with the reply; absent where none can. */
  readonly resumption?: Resumption | undefined;
  /** Leaves the rest of the reply to another node; whoever reads here goes on with what that one writes. */
  handOver?(): void;
}

/** Where the rest of a reply can be read. */
export interface Resumption {
  /** The stream in the log; absent for a client that takes none. */
  readonly streamId: string | undefined;
}

/** Headers by lower-case name. */
export type HeaderTable = Readonly<Record<string, string | string[] | undefined>>;

/** Looks after a call that takes its time. */
export interface CallRunner {
  /** The call ended before it was done; says what the client is to be told, if it still listens. */
  ended(told: RpcError | undefined): void;
}

/** What a transport knows of a request when it hands it over. */
export interface CallInit {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly client: Client;
  readonly access: Access;
  readonly transport: "http" | "stdio";
  readonly headers: HeaderTable;
  readonly sessionId: string | undefined;
  /** The least severe level the client wants to hear; `undefined` for none. */
  readonly logLevel: LogLevel | undefined;
  readonly outlet: Outlet;
}

/** A request in progress; while it runs, it has its place in the list of those that do. */
export class Call extends Link {
  readonly id: RequestId;
  readonly method: string;
  readonly params: JsonObject;
  readonly revision: Revision;
  readonly client: Client;
  readonly access: Access;
  readonly transport: "http" | "stdio";
  readonly headers: HeaderTable;
  readonly sessionId: string | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly outlet: Outlet;
  /** The run that its handler belongs to, once it needs one. */
  execution: Execution | undefined;
  /** How its run ends it, once its handler has promised something. */
  ending: RunEnding | undefined;
  /** The trace context of the span that somebody made for it. */
  spanTraceparent: string | undefined;
  /** True while its handler waits for a person. */
  isWaiting: boolean = false;
  /** How long its handler may be at work. */
  limit: WorkClock | undefined;
  /** The highest progress told so far; it only grows. */
  progress: number | undefined;
  #over = false;
  #aborted: { readonly reason: unknown } | undefined;
  /** Set when it ended before it was done. */
  #ended: { readonly told: RpcError | undefined } | undefined;
  #controller: AbortController | undefined;
  #runner: CallRunner | undefined;
  #listeners: ((told: RpcError | undefined) => void)[] | undefined;
  #stops: (() => void)[] | undefined;

  constructor(init: CallInit) {
    super();
    this.id = init.id;
    this.method = init.method;
    this.params = init.params;
    this.revision = init.revision;
    this.client = init.client;
    this.access = init.access;
    this.transport = init.transport;
    this.headers = init.headers;
    this.sessionId = init.sessionId;
    this.logLevel = init.logLevel;
    this.outlet = init.outlet;
  }

  /** Made on first use: most calls never look at it. */
  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  /** Once true, nothing more may be sent. */
  get over(): boolean {
    return this.#over;
  }

  /** Ends the call in good order: its response is on its way. */
  finish(): void {
    this.#over = true;
  }

  /** Ends the call from the client's side: nobody waits for its result any more. */
  cancel(reason: unknown): void {
    if (this.#over) return;
    this.#over = true;
    this.abort(reason);
    this.#tell(undefined);
  }

  /** Ends the call because the server stops: its client is told. */
  stop(): void {
    if (this.#over) return;
    this.abort(cancelled("the server stops"));
    this.#tell(serverStopped());
  }

  /** Tells the handler to stop; the result is still wanted. */
  abort(reason: unknown): void {
    this.#aborted ??= { reason };
    this.#controller?.abort(reason);
  }

  /**
   * Runs `listener` when the call ends before it is done, with what the client is to be told, if it still listens; at
   * once when it has ended already.
   */
  whenEnded(listener: (told: RpcError | undefined) => void): void {
    if (this.#ended) return listener(this.#ended.told);
    // A list that is written with its first member is as long as it must be.
    if (this.#listeners === undefined) this.#listeners = [listener];
    else this.#listeners.push(listener);
  }

  /** Has `runner` hear when the call ends before it is done; at once when it has ended already. */
  runBy(runner: CallRunner): void {
    if (this.#ended) runner.ended(this.#ended.told);
    else this.#runner = runner;
  }

  /** Runs `stop` when the execution of the handler is over, wherever the handler is then. */
  whenLeft(stop: () => void): void {
    if (this.#stops === undefined) this.#stops = [stop];
    else this.#stops.push(stop);
  }

  /** Lets go of what would wake a handler that may never come to its end. */
  letGo(): void {
    this.limit?.end();
    for (const stop of this.#stops ?? []) stop();
    this.#stops = undefined;
  }

  #tell(told: RpcError | undefined): void {
    this.#ended ??= { told };
    // First, while there is still a way to withdraw its questions.
    this.execution?.abandon();
    for (const listener of this.#listeners ?? []) listener(told);
    this.#listeners = undefined;
    this.#runner?.ended(told);
  }

  /** False when the message is lost. */
  notify(message: string): boolean {
    return !this.#over && this.outlet.notify(message);
  }
}
