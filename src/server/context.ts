// What handlers are given besides their arguments, as types.

import type { ResourceContents, ResourceLink } from "../protocol/content.js";
import type { LogLevel } from "../protocol/log-levels.js";
import type { Era } from "../protocol/revisions.js";
import type { Assigns, Principal } from "./access/access.js";
import type { AskingContext } from "./asking/asking-context.js";
import type { ContextClient } from "./call/client.js";
import type { Later, LaterHandle, LaterOptions } from "./call/later.js";

/** W3C trace context that came with the request. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate: string | undefined;
  readonly baggage: string | undefined;
}

/** What every handler knows about the request it serves. */
export interface RequestContext {
  /** Aborts when the client cancels the call, its time limit is reached, or the server stops and its grace is over. */
  readonly signal: AbortSignal;
  /** Whom the request is made for, as `connect` established it. */
  readonly principal: Principal | undefined;
  /** What `connect` attached. */
  readonly assigns: Assigns;
  /** The client, as it describes itself. */
  readonly client: ContextClient;
  /** The HTTP request behind the call; no headers on stdio. */
  readonly request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
  /** Where the request belongs in a trace: from `_meta`, or else from the headers. */
  readonly trace: TraceContext | undefined;
  /** The legacy session, if there is one. */
  readonly sessionId: string | undefined;
  /** Which of the two ways of MCP the request speaks: with sessions, or without. */
  readonly era: Era;
  /** The protocol revision of the request, such as `2026-07-28`. */
  readonly revision: string;
}

/** Values for the variables of a resource's uri template. */
export type UriValues = Readonly<Record<string, string | number>>;

/** What handlers of tools, prompts and resources are given. */
export interface CallContext extends RequestContext, AskingContext {
  /** Sends a log message to the client, if it wants messages of that level, and has not been sent it in an earlier round. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Tells the client how far the call is, if it asked to know. Values that do not grow are dropped. */
  progress(progress: number, total?: number, message?: string): void;
  /** Puts the result off to `work`, which runs after the handler returned. Return what it gives. */
  later(work: () => unknown): Later;
  /** Puts the result off: whoever has the handle gives it, from anywhere in the process. Return the handle. */
  later(options?: LaterOptions): LaterHandle;
  /** Closes the connection of this call; the client comes back for the rest. Does nothing before 2025-11-25 and in the modern era. */
  release(options?: { readonly retryMs?: number }): void;
  /** The uri of a resource by its name. */
  resourceUri(name: string, values?: UriValues): string;
  /** A link to a resource by its name, with what its definition says of it. */
  resourceLink(
    name: string,
    values?: UriValues,
    extra?: Partial<Omit<ResourceLink, "type" | "uri">>,
  ): ResourceLink;
  /** Reads a resource of this server, under the permissions of this call. */
  readResource(uri: string): Promise<readonly ResourceContents[]>;
}

/** What completion and list handlers are given: they look things up and cannot ask. */
export interface LookupContext extends RequestContext {
  /** The uri of a resource by its name. */
  resourceUri(name: string, values?: UriValues): string;
}
