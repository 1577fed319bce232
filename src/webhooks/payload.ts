// What a delivery says: which elicitation, and how it stands. Answers are in it only where they are asked for.

import type { Broker, KeptElicitation } from "../broker/broker.js";
import type { Answer, FormContent, FormValue } from "../core/elicitation/answer.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { digestJson } from "../seal/digest.js";
import type { Delivery } from "./delivery.js";

/** The same for every attempt, endpoint and node. Holds no full stop, which ends it where it is signed. */
export const webhookId = ({ type, id }: Pick<Delivery, "type" | "id">): string =>
  `msg_${digestJson([type, id])}`;

/** What payloads are made with. */
export interface PayloadParts {
  readonly broker: Broker;
  /** The fields whose values are sent to nobody. */
  readonly sensitiveFields: (elicitation: KeptElicitation) => MaybePromise<ReadonlySet<string>>;
}

/** The body to send; `undefined` when the elicitation is forgotten. */
export async function payloadOf(
  parts: PayloadParts,
  { type, id, status, at }: Delivery,
  includeContent: boolean,
): Promise<string | undefined> {
  const elicitation = await parts.broker.get(id);
  if (elicitation === undefined) return undefined;
  const isSettled = type === "elicitation.settled";
  const data = {
    id,
    mode: elicitation.mode,
    // As it was then: a late delivery of a creation does not tell of the end.
    status,
    message: elicitation.message,
    audience: elicitation.audience,
    asker: elicitation.asker,
    tags: elicitation.tags,
    createdAt: instant(elicitation.createdAt),
    expiresAt: instant(elicitation.expiresAt),
    ...(isSettled && { settled: settledOf(elicitation, includeContent) }),
    ...(isSettled && includeContent && { content: await contentOf(parts, elicitation) }),
  };
  return JSON.stringify({ type, timestamp: instant(at), data });
}

function settledOf({ settled }: KeptElicitation, includeContent: boolean): object | undefined {
  if (settled === undefined) return undefined;
  const { at, by, from, reason } = settled;
  return { at: instant(at), by, from, ...(includeContent && { reason }) };
}

async function contentOf(
  { broker, sensitiveFields }: PayloadParts,
  elicitation: KeptElicitation,
): Promise<FormContent | undefined> {
  const answer: Answer<FormContent> | undefined = await broker.getAnswer(elicitation.id);
  if (answer?.action !== "accept") return undefined;
  return withoutSecrets(answer.content, elicitation.schema, await sensitiveFields(elicitation));
}

/** Only fields that the form has and that are no secrets. */
function withoutSecrets(
  content: FormContent,
  schema: FormSchema | undefined,
  sensitive: ReadonlySet<string>,
): FormContent {
  const shown: [string, FormValue][] = [];
  for (const [name, field] of Object.entries(schema?.properties ?? {})) {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    if (value !== undefined && field.type !== "secret" && !sensitive.has(name)) shown.push([name, value]);
  }
  return Object.fromEntries(shown);
}

const instant = (at: number | undefined): string | undefined =>
  at === undefined ? undefined : new Date(at).toISOString();
