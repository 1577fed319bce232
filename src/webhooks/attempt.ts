// One attempt to deliver: signed, through the url guard, judged by its status.

import type { Broker } from "../broker/broker.js";
import type { Clock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { type GuardedFetchOptions, guardedFetch } from "../guards/guarded-fetch.js";
import type { Delivery } from "./delivery.js";
import type { Endpoint } from "./endpoint.js";
import { type PayloadParts, payloadOf, webhookId } from "./payload.js";
import { retryAfter } from "./retry-delay.js";
import { signedHeaders } from "./signature.js";

/** Where deliveries may go, as the url guard is told. */
export type WebhookGuard = Pick<
  GuardedFetchOptions,
  "lookup" | "allow" | "deny" | "schemes" | "loopback" | "ca"
>;

/** What attempts need. */
export interface Sending {
  readonly broker: Broker;
  readonly clock: Clock;
  readonly guard: WebhookGuard;
  readonly sensitiveFields: PayloadParts["sensitiveFields"];
  readonly timeoutMs: number;
}

/** What came of an attempt. */
export type Attempted =
  | { readonly outcome: "delivered"; readonly status: number }
  /** The elicitation is forgotten. */
  | { readonly outcome: "moot" }
  /** The receiver wants nothing any more. */
  | { readonly outcome: "gone" }
  | {
      readonly outcome: "failed";
      readonly problem: string;
      readonly status: number | undefined;
      readonly retryAfterMs: number;
    };

/** Tries once. Rejects only when the signal aborts. */
export async function attempt(
  sending: Sending,
  endpoint: Endpoint,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<Attempted> {
  try {
    const body = await payloadOf(sending, delivery, endpoint.includeContent);
    return body === undefined ? { outcome: "moot" } : await post(sending, endpoint, delivery, body, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    return { outcome: "failed", problem: problemOf(error), status: undefined, retryAfterMs: 0 };
  }
}

async function post(
  { clock, guard, timeoutMs }: Sending,
  endpoint: Endpoint,
  delivery: Delivery,
  body: string,
  signal: AbortSignal,
): Promise<Attempted> {
  const seconds = Math.floor(clock.now() / 1_000);
  const response = await guardedFetch(endpoint.url, {
    ...guard,
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "beckon-webhooks",
      ...signedHeaders(endpoint.keys, webhookId(delivery), seconds, body),
    },
    body,
    timeoutMs,
    clock,
    signal,
    // Its body is never read, so it may be as large as it likes.
    maxBytes: Number.MAX_SAFE_INTEGER,
  });
  await response.body?.cancel();
  return judge(response, clock.now());
}

function judge({ ok, status, headers }: Response, now: number): Attempted {
  if (ok) return { outcome: "delivered", status };
  if (status === 410) return { outcome: "gone" };
  const retryAfterMs = retryAfter(headers.get("retry-after"), now);
  return { outcome: "failed", problem: `The receiver answered ${status}.`, status, retryAfterMs };
}

/** Sentences of our own name neither path nor query; others' errors are told by their code alone. */
function problemOf(error: unknown): string {
  if (!(error instanceof BeckonError)) return "The delivery could not be sent.";
  const cause = error.cause;
  const code =
    cause instanceof Error && "code" in cause && typeof cause.code === "string" ? ` (${cause.code})` : "";
  return `${error.message}${code}`;
}
