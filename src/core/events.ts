// What Beckon tells the outside about itself while it works: names and payloads of its diagnostics channels.
// Payloads never carry arguments, results, answers, tokens or url queries.

/** How a request ended. */
export type DispatchOutcome = "complete" | "input_required" | "error" | "cancelled";

/** A request being served: the same object at its start and at its end. */
export interface DispatchEvent {
  readonly method: string;
  /** The tool, prompt or resource uri (without query) that it is about, if the server has it. */
  readonly name: string | undefined;
  readonly era: "legacy" | "modern";
  readonly revision: string;
  readonly transport: "http" | "stdio";
  readonly principalId: string | undefined;
  readonly sessionId: string | undefined;
  /** Which exchange of the run this is: 1 at the start, since that is known only when its state was read. */
  round: number;
  /** At the end of a later round: the trace context of the first one, to link to. */
  firstTraceparent?: string;
  /** W3C trace context of the caller, if it sent any. */
  readonly traceparent: string | undefined;
  readonly tracestate: string | undefined;
  /** Set by a subscriber at the start: the W3C trace context of its own span, for later rounds to link to. */
  spanTraceparent?: string;
  /** Set by a subscriber at the start to run the request inside its own context. */
  wrap?: <T>(run: () => T) => T;
  /** At the end: how long it took, in milliseconds. */
  durationMs?: number;
  /** At the end. */
  outcome?: DispatchOutcome;
  /** At the end of one that failed: the JSON-RPC code, or `tool` for a tool's own error. */
  errorCode?: number | "tool";
}

/** A client was let in or refused. */
export interface ConnectEvent {
  readonly transport: "http" | "stdio";
  readonly decision: "allow" | "unauthorized" | "forbidden" | "failed";
  readonly principalId: string | undefined;
}

/** A legacy session began or ended. */
export interface SessionEvent {
  readonly sessionId: string;
  readonly principalId: string | undefined;
  readonly revision: string;
  /** At the end. */
  readonly reason?: "deleted" | "idle" | "closed";
  /** At the end: how long it lasted, in milliseconds. */
  readonly durationMs?: number;
}

/** A stream of events to a client opened or closed. */
export interface StreamEvent {
  readonly kind: "call" | "session" | "resumed";
  readonly sessionId: string | undefined;
  readonly durationMs?: number;
}

/** Something happened to an elicitation that a broker keeps. */
export interface BrokerElicitationEvent {
  readonly id: string;
  readonly mode: "inline" | "url" | "terminal";
  /** The server or program that asks. */
  readonly asker: string;
  readonly principalId: string | undefined;
  /** When created: how long what is asked is, in characters. When settled: the size of the answer without its secrets, in bytes. */
  readonly bytes?: number;
  /** When settled. */
  readonly action?: "accept" | "decline" | "cancel";
  /** When settled, expired or withdrawn: how long it was open, in milliseconds. */
  readonly durationMs?: number;
  /** When limited: how long to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** A webhook was delivered, failed, or was given up. */
export interface WebhookEvent {
  /** The id of the endpoint. */
  readonly endpoint: string;
  readonly type: string;
  /** Which attempt it was, from 1 on; 0 for one that was given up untried. */
  readonly attempt: number;
  /** What the receiver answered, if it did. */
  readonly status?: number;
  /** What went wrong, if something did: a sentence without anything that was sent or received. */
  readonly problem?: string;
  /** How long the attempt took, in milliseconds. */
  readonly durationMs?: number;
}

/** The names of the channels, for `node:diagnostics_channel`. */
export const channels = {
  connect: "beckon:connect",
  dispatchStart: "beckon:dispatch:start",
  dispatchStop: "beckon:dispatch:stop",
  dispatchError: "beckon:dispatch:error",
  sessionOpened: "beckon:session:opened",
  sessionClosed: "beckon:session:closed",
  streamOpened: "beckon:stream:opened",
  streamClosed: "beckon:stream:closed",
  elicitationCreated: "beckon:elicitation:created",
  elicitationClaimed: "beckon:elicitation:claimed",
  elicitationSettled: "beckon:elicitation:settled",
  elicitationExpired: "beckon:elicitation:expired",
  elicitationWithdrawn: "beckon:elicitation:withdrawn",
  elicitationLimited: "beckon:elicitation:limited",
  webhookDelivered: "beckon:webhook:delivered",
  webhookFailed: "beckon:webhook:failed",
  webhookDead: "beckon:webhook:dead",
} as const;
