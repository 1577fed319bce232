// The options of a server.

import type { Clock } from "../core/clock.js";
import type { Pages } from "../core/elicitation/pages.js";
import type { Responder } from "../core/elicitation/responder.js";
import type { Engine } from "../core/engine/engine.js";
import type { Logger } from "../core/logger.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { Vault } from "../core/vault.js";
import type { Icon, Implementation } from "../protocol/capabilities.js";
import type { Connect } from "./access/connect.js";
import type { AskingOptions } from "./asking/asking-options.js";
import type { LookupContext } from "./context.js";
import type { HttpOptions } from "./http/http-options.js";
import type { Terminated } from "./sessions/sessions.js";
import type { Disconnected } from "./transport-parts.js";

/** What makes a server. */
export interface ServerOptions {
  /** How the server is called, for programs. */
  readonly name: string;
  /** The version of the server, not of the protocol. */
  readonly version: string;
  /** How the server is called, for people. */
  readonly title?: string;
  /** What the server is, for people. Sent to clients from 2025-11-25 on. */
  readonly description?: string;
  /** Where people read more. Sent to clients from 2025-11-25 on. */
  readonly websiteUrl?: string;
  /** Pictures that stand for the server. Sent to clients from 2025-11-25 on. */
  readonly icons?: readonly Icon[];
  /** Name and version for the one who asks, in place of the fixed ones. */
  readonly describe?: (ctx: LookupContext) => Implementation;
  /** For the model: what the server is good for. Fixed, or made for the one who asks. */
  readonly instructions?: string | ((ctx: LookupContext) => string | undefined);
  /** Decides who may come in, and what they may use. @default everybody, everything */
  readonly connect?: Connect;
  /** Told when a request or stream is closed. */
  readonly disconnect?: (event: Disconnected) => void;
  /** Told when a legacy session is over. */
  readonly terminate?: (event: Terminated) => MaybePromise<void>;
  /** Where state lives. @default memory */
  readonly engine?: Engine;
  /** Secrets of at least 32 bytes: the first seals, all open. Needed with a shared engine. @default a random one for this process */
  readonly keys?: readonly (string | Uint8Array)[];
  /** Who is asked where the client cannot be: an inbox, a terminal, a policy. @default nobody */
  readonly responder?: Responder;
  /** Pages that the server hosts itself: for forms that the client cannot show, files and secrets. @default none */
  readonly pages?: Pages;
  /** Where secrets are kept that are to be remembered. @default nowhere */
  readonly vault?: Vault;
  /** How questions are asked and waited for. */
  readonly asking?: AskingOptions;
  /** How many entries a page of a list has. @default 250 */
  readonly pageSize?: number;
  /** How long modern clients may keep a list, in milliseconds. @default 0 */
  readonly listTtlMs?: number;
  /** How many `subscriptions/listen` may be open at a time on a node, for each principal, or for all callers together of whom none is known. @default 1000 */
  readonly maxListening?: number;
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** How the server behaves on HTTP, whichever way it is mounted. */
  readonly http?: HttpOptions;
}

export const serverDefaults: {
  readonly pageSize: number;
  readonly listTtlMs: number;
  readonly maxListening: number;
} = {
  pageSize: 250,
  listTtlMs: 0,
  maxListening: 1000,
};
