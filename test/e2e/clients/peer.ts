// An official client that is connected to a server, in words that fit all of them.

import type { Inbox } from "./inbox.js";
import type { LogWatcher } from "./log-watcher.js";

interface CallOptions {
  readonly onprogress?: (progress: { progress: number }) => void;
  readonly signal?: AbortSignal;
  /** What the client asks to hear of this call's log, in the modern era. */
  readonly logLevel?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** The lists that a server has. */
export type ListName = "tools" | "prompts" | "resources" | "resourceTemplates";

export interface Page {
  readonly items: readonly { readonly name: string; readonly [member: string]: unknown }[];
  readonly nextCursor: string | undefined;
}

export interface ToolResult {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface Peer {
  readonly era: "legacy" | "modern";
  readonly revision: string | undefined;
  readonly serverInfo: unknown;
  readonly capabilities: unknown;
  readonly instructions: string | undefined;
  call(name: string, args?: Record<string, unknown>, options?: CallOptions): Promise<ToolResult>;
  page(list: ListName, cursor?: string): Promise<Page>;
  getPrompt(name: string, args?: Record<string, string>): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
  complete(params: Completion): Promise<{ readonly completion: unknown }>;
  ping(): Promise<unknown>;
  setLogLevel(level: "debug" | "warning" | "error"): Promise<unknown>;
  /** Begins to hear of changed lists and, with uris, of updated resources; gives the way to stop. */
  listen(uris?: readonly string[]): Promise<() => Promise<unknown>>;
  /** Ends the session, where there is one. */
  terminate(): Promise<void>;
  /** What the server sent besides answers. */
  readonly inbox: Inbox;
  /** What the server wrote to its own log. */
  readonly log: LogWatcher;
  close(): Promise<void>;
}

export interface Completion {
  readonly ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  readonly argument: { name: string; value: string };
  readonly context?: { arguments: Record<string, string> };
}

/** Every entry of a list, page by page. */
export async function all(peer: Peer, list: ListName): Promise<Page["items"]> {
  const items: Page["items"][number][] = [];
  let cursor: string | undefined;
  do {
    const page = await peer.page(list, cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** The text of a result's first content. */
export const textOf = (result: ToolResult): string => result.content[0]?.text ?? "";
