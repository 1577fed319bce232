// Where deliveries go.

import { BeckonError } from "../core/errors.js";
import { digestJson } from "../seal/digest.js";
import { readSecrets, type SigningKey } from "./signature.js";

/** What deliveries tell of. */
export type WebhookType = "elicitation.created" | "elicitation.settled";

const TYPES: readonly WebhookType[] = ["elicitation.created", "elicitation.settled"];

/** Somebody who wants to hear of elicitations. */
export interface WebhookEndpoint {
  /** Where deliveries are posted to. */
  readonly url: string;
  /** What deliveries are signed with: `whsec_` and base64. To rotate, give the new one and the old one. */
  readonly secret: string | readonly string[];
  /** What it is called in lists and logs; letters, digits, `-` and `_`. Keep it when the url changes. @default made of the url */
  readonly id?: string;
  /** What it wants to hear of. @default both */
  readonly events?: readonly WebhookType[];
  /** True to send what was answered, and why something was declined, too. Secrets are never sent. @default false */
  readonly includeContent?: boolean;
}

/** An endpoint, read. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly keys: readonly SigningKey[];
  readonly events: ReadonlySet<WebhookType>;
  readonly includeContent: boolean;
}

/** Reads endpoints. Throws for what cannot work; whether a url is public is judged at each delivery. */
export function readEndpoints(endpoints: readonly WebhookEndpoint[]): readonly Endpoint[] {
  if (!Array.isArray(endpoints))
    throw new BeckonError("invalid-option", "endpoints must be a list, also when there is one only.");
  const read = endpoints.map(readEndpoint);
  const double = read.find(({ id }, index) => read.findIndex((other) => other.id === id) !== index);
  if (double === undefined) return read;
  throw new BeckonError(
    "invalid-option",
    `There are two webhook endpoints ${double.id}. Give each an id of its own.`,
  );
}

function readEndpoint(endpoint: WebhookEndpoint, index: number): Endpoint {
  const { url, events = TYPES, includeContent = false } = endpoint;
  const parsed = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  // The url itself is not told: it may hold a token.
  if (
    parsed === undefined ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== "" ||
    parsed.password !== ""
  )
    throw new BeckonError(
      "invalid-option",
      `The url of webhook endpoint ${index + 1} cannot be used. Give an absolute https url without a user name.`,
    );
  const id = endpoint.id ?? digestJson(parsed.href).slice(0, 16);
  if (!/^[\w-]{1,64}$/.test(id))
    throw new BeckonError(
      "invalid-option",
      `The id ${JSON.stringify(id)} of a webhook endpoint cannot be used. Give letters, digits, - and _.`,
    );
  const unknown = events.find((type) => !TYPES.includes(type));
  if (unknown !== undefined)
    throw new BeckonError(
      "invalid-option",
      `The webhook endpoint ${id} wants ${JSON.stringify(unknown)}. There are ${TYPES.join(" and ")}.`,
    );
  return {
    id,
    url: parsed.href,
    keys: readSecrets(id, endpoint.secret),
    events: new Set(events),
    includeContent,
  };
}
