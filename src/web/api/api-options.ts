// What the HTTP API is created with.

import type { Broker, KeptElicitation, NewElicitation } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import type { Logger } from "../../core/logger.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { AllowedHosts, AllowedOrigins } from "../../guards/hosts.js";
import type { Authenticate } from "./caller.js";

/** What the spec of an agent asks. */
export type SpecElicitation = Pick<NewElicitation, "message" | "schema" | "timeoutMs">;

/** What the HTTP API is created with. */
export interface ApiOptions {
  /** Keeps what is asked, and its answers. */
  readonly broker: Broker;
  /** Tells who sends a request. */
  readonly authenticate: Authenticate;
  /** Makes an elicitation of the `spec` of an agent. Throws `invalid-arguments` for what is none. @default specs are refused */
  readonly fromSpec?: (spec: unknown) => SpecElicitation;
  /** Puts references in the place of the secrets in an answer, before its asker gets it. @default `[secret]` stands there */
  readonly contentFor?: (elicitation: KeptElicitation, content: FormContent) => MaybePromise<FormContent>;
  /** The fields that nobody but the asker is told the values of, besides those for secrets. @default none */
  readonly sensitiveFields?: (elicitation: KeptElicitation) => MaybePromise<ReadonlySet<string>>;
  /** How a caller with this id is called where people see who settled something. @default the id stands there */
  readonly nameOf?: (callerId: string) => string | undefined;
  /** Names of hosts, besides the loopback, that a request may be for. @default [] */
  readonly allowedHosts?: AllowedHosts;
  /** Origins, besides the loopback, whose pages may send requests. They are given no CORS headers. @default [] */
  readonly allowedOrigins?: AllowedOrigins;
  /** How large the body of a request may be, in bytes; files have limits of their own. @default 4194304 */
  readonly maxBodyBytes?: number;
  /** How often an open stream gets a sign of life, in milliseconds. @default 15000 */
  readonly heartbeatMs?: number;
  /** How many streams of changes a caller may have open at once on this node. @default 64 */
  readonly maxWatches?: number;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
  /** Where warnings and errors go. @default standard error */
  readonly logger?: Logger;
}

type Numbers = "maxBodyBytes" | "heartbeatMs" | "maxWatches";

export const apiDefaults: Required<Pick<ApiOptions, Numbers | "allowedHosts" | "allowedOrigins">> = {
  allowedHosts: [],
  allowedOrigins: [],
  maxBodyBytes: 4 * 1024 * 1024,
  heartbeatMs: 15_000,
  maxWatches: 64,
};
