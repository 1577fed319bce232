// Signs deliveries as Standard Webhooks does, so that receivers can tell ours from others'.

import { createHmac } from "node:crypto";
import { BeckonError } from "../core/errors.js";

/** A shared secret, read. */
export type SigningKey = Buffer;

const PREFIX = "whsec_";
const LEAST_BYTES = 24;
const MOST_BYTES = 64;

/** Reads secrets as they are handed out: `whsec_` and base64 of 24 to 64 bytes. The message never quotes one. */
export function readSecrets(endpoint: string, secrets: string | readonly string[]): readonly SigningKey[] {
  const list = typeof secrets === "string" ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) throw unusable(endpoint, "is missing");
  return list.map((secret) => readSecret(endpoint, secret));
}

function readSecret(endpoint: string, secret: unknown): SigningKey {
  if (typeof secret !== "string" || !secret.startsWith(PREFIX))
    throw unusable(endpoint, `does not begin with ${PREFIX}`);
  const text = secret.slice(PREFIX.length);
  const key = Buffer.from(text, "base64");
  if (key.toString("base64").replace(/=+$/, "") !== text.replace(/=+$/, ""))
    throw unusable(endpoint, "is not base64");
  if (key.byteLength < LEAST_BYTES || key.byteLength > MOST_BYTES)
    throw unusable(endpoint, `has ${key.byteLength} bytes`);
  return key;
}

/** The headers that say what a delivery is and who sent it; one signature for each secret. */
export function signedHeaders(
  keys: readonly SigningKey[],
  id: string,
  timestamp: number,
  body: string,
): Readonly<Record<string, string>> {
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.map((key) => `v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signatures.join(" "),
  };
}

const unusable = (endpoint: string, problem: string): BeckonError =>
  new BeckonError(
    "invalid-option",
    `A secret of the webhook endpoint ${endpoint} ${problem}. Give ${PREFIX} and base64 of ${LEAST_BYTES} to ${MOST_BYTES} random bytes.`,
  );
