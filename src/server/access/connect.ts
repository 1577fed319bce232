// The `connect` hook: asked for every HTTP request, and once for a stdio connection, before anything is done for a client.

import { channel } from "node:diagnostics_channel";
import { BeckonError } from "../../core/errors.js";
import { type ConnectEvent, channels } from "../../core/events.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { Client } from "../call/client.js";
import { type Access, type Assigns, OPEN_ACCESS, type Principal } from "./access.js";

/** What is known of a request when `connect` is asked. */
export interface ConnectRequest {
  /** Lower-case names. Empty on stdio. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The query of the url. Empty on stdio. */
  readonly query: URLSearchParams;
  /** The legacy session that the request names, if any; not yet checked. */
  readonly sessionId: string | undefined;
  /** How the client came. On stdio `connect` is asked once, before the first message. */
  readonly transport: "http" | "stdio";
  /** What the client says of itself; `undefined` where it has not said anything yet. */
  readonly client: Client | undefined;
}

/** What an allowed request may do. */
export interface AllowOptions {
  /** Whom the request is made for. @default the anonymous principal */
  readonly principal?: Principal;
  /** Handed to handlers as `ctx.assigns`. */
  readonly assigns?: Assigns;
  /** The names of the tools allowed. @default all */
  readonly tools?: readonly string[];
  /** The names of the prompts allowed. @default all */
  readonly prompts?: readonly string[];
  /** The names of the resources and templates allowed. @default all */
  readonly resources?: readonly string[];
}

/** How to say that credentials are missing or wrong: the parameters of a `WWW-Authenticate` header. */
export interface UnauthorizedOptions {
  /** How the client is to authenticate. @default "Bearer" */
  readonly scheme?: string;
  /** What the credentials are good for, as a name that people may be shown. */
  readonly realm?: string;
  /** The url of the protected-resource metadata (RFC 9728). @default that of `http.protectedResource`, if it is set */
  readonly resourceMetadata?: string;
  /** The scopes to ask for, separated by spaces. */
  readonly scope?: string;
  /** Such as `invalid_token`. */
  readonly error?: string;
  /** What was wrong, for the developer of the client. Quotes and backslashes become apostrophes. */
  readonly errorDescription?: string;
}

/** How to say that the principal may not do this. */
export interface ForbiddenOptions {
  /** Told to the client. */
  readonly message: string;
  /** The scopes that would do, separated by spaces; sent as an `insufficient_scope` challenge. */
  readonly scope?: string;
  /** The url of the protected-resource metadata (RFC 9728). @default that of `http.protectedResource`, if it is set */
  readonly resourceMetadata?: string;
}

/** What `connect` decided; `allow`, `unauthorized` and `forbidden` make one. */
export type Decision =
  | ({ readonly decision: "allow" } & AllowOptions)
  | ({ readonly decision: "unauthorized" } & UnauthorizedOptions)
  | ({ readonly decision: "forbidden" } & ForbiddenOptions);

/** Decides who may come in, and what they may use. */
export type Connect = (request: ConnectRequest) => MaybePromise<Decision>;

/** Lets the request in. */
export const allow = (options: AllowOptions = {}): Decision => ({ decision: "allow", ...options });

/** Sends the client away to get credentials: HTTP 401 with a challenge. */
export const unauthorized = (options: UnauthorizedOptions = {}): Decision => ({
  decision: "unauthorized",
  ...options,
});

/** Refuses a known client: HTTP 403 with the message. */
export const forbidden = (options: ForbiddenOptions): Decision => ({ decision: "forbidden", ...options });

export type Refusal = Exclude<Decision, { decision: "allow" }>;

const connected = channel(channels.connect);

/** Asks `connect`, tells telemetry what it decided, and gives what it allows, or its refusal. */
export function askConnect(
  connect: Connect | undefined,
  request: ConnectRequest,
): MaybePromise<Access | Refusal> {
  if (connect === undefined) return OPEN_ACCESS;
  const { transport } = request;
  const asked = recover(
    () => andThen(connect(request), toAccess),
    (error) => {
      publish({ transport, decision: "failed", principalId: undefined });
      throw error;
    },
  );
  return andThen(asked, (outcome) => {
    if (isRefusal(outcome)) publish({ transport, decision: outcome.decision, principalId: undefined });
    else publish({ transport, decision: "allow", principalId: outcome.principal?.id });
    return outcome;
  });
}

function publish(event: ConnectEvent): void {
  if (connected.hasSubscribers) connected.publish(event);
}

export const isRefusal = (outcome: Access | Refusal): outcome is Refusal => "decision" in outcome;

function toAccess(decision: Decision): Access | Refusal {
  switch (decision.decision) {
    case "unauthorized":
    case "forbidden":
      return decision;
    case "allow":
      return {
        principal: checkPrincipal(decision.principal),
        assigns: decision.assigns ?? OPEN_ACCESS.assigns,
        tools: toSet(decision.tools),
        prompts: toSet(decision.prompts),
        resources: toSet(decision.resources),
      };
    default:
      throw new BeckonError("invalid-result", "connect must return allow(), unauthorized() or forbidden().");
  }
}

function checkPrincipal(principal: Principal | undefined): Principal | undefined {
  if (principal === undefined || (typeof principal.id === "string" && principal.id !== "")) return principal;
  throw new BeckonError(
    "invalid-result",
    "The principal that connect allows needs an id that is a non-empty string.",
  );
}

const toSet = (names: readonly string[] | undefined): ReadonlySet<string> | undefined =>
  names === undefined ? undefined : new Set(names);
