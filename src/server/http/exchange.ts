// One HTTP exchange, as the server sees it: node's native objects and fetch's look the same from here.

import type { HeaderTable } from "../call/call.js";
import type { ReplySink } from "../streams/sink.js";

/** A request whose body, if any, has not been read yet. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly headers: HeaderTable;
  /** Reads the body as text, or hands over what a body parser made of it. Calls back exactly once. */
  readBody(maxBytes: number, done: (body: Body) => void): void;
}

/** A body, or why there is none. */
export type Body =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "parsed"; readonly value: unknown }
  | { readonly kind: "too-large" }
  /** Somebody read it before us and did not say what it was. */
  | { readonly kind: "consumed" }
  | { readonly kind: "broken" };

/** The way back. One of `send` and `stream` is called, once. */
export interface HttpReply {
  /** Sends a whole response. */
  send(status: number, headers: Readonly<Record<string, string>>, body: string): void;
  /** Sends a head and keeps the body open. */
  stream(status: number, headers: Readonly<Record<string, string>>): ReplySink;
  /** Calls back once when the exchange is over: the response is complete, or the client is gone. */
  onClose(listener: () => void): void;
  /** True once the exchange is over. */
  readonly closed: boolean;
}
