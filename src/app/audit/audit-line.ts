// One line of the audit: what was asked by whom, or who answered what from where.

import type { BrokerEvent, KeptElicitation } from "../../broker/broker.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import { looksLikeCredential } from "../../core/elicitation/credential-name.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { toJsonLine } from "../../core/spelled-json.js";
import { redacted, toSettled } from "../../web/api/to-resource.js";

/** Longer messages are cut. */
const LONGEST_MESSAGE = 4_000;
/** Longer lines go without what is longest in them, and say so. Lines must be found again in the end of the file. */
const LONGEST_LINE = 64 * 1024;

/** What a line is made with. */
export interface LineParts {
  readonly nameOf: (callerId: string) => string | undefined;
  /** What was answered, the fields of it that are as sensitive as secrets, and those that are deleted by now. */
  readonly answerOf: (elicitation: KeptElicitation) => Promise<{
    readonly content: FormContent | undefined;
    readonly sensitive: ReadonlySet<string>;
    readonly deleted: readonly string[];
  }>;
  /** Hears of a line that was too long. */
  readonly onTooLong: (id: string, bytes: number) => void;
}

/** Where in which feed a line was read. */
export interface Position {
  readonly feed: string;
  readonly number: number;
}

/** The line of an event, `asked` or `settled`. */
export async function auditLine(
  parts: LineParts,
  type: "asked" | "settled",
  event: BrokerEvent,
  feed: string,
): Promise<string> {
  const { id, at, elicitation } = event;
  const head = { at: new Date(at).toISOString(), event: type, feed, number: event.number, id };
  // What is forgotten by now was asked and ended all the same.
  if (elicitation === undefined) return toJsonLine({ ...head, status: event.status, forgotten: true });
  if (type === "asked") return fitted(parts, head, askedFacts(elicitation));
  const facts = settledFacts(parts, event.status, elicitation);
  if (event.status !== "accepted") return fitted(parts, head, facts);
  const { content, sensitive, deleted } = await parts.answerOf(elicitation);
  if (content === undefined) return fitted(parts, head, { ...facts, forgotten: true });
  return fitted(parts, head, { ...facts, ...contentFacts(content, elicitation.schema, sensitive, deleted) });
}

/** What was answered, without what is secret, sensitive or named like a credential. */
export function contentFacts(
  content: FormContent,
  schema: FormSchema | undefined,
  sensitive: ReadonlySet<string> = new Set(),
  deleted: readonly string[] = [],
): { readonly content: FormContent } {
  const isHidden = (name: string): boolean => sensitive.has(name) || looksLikeCredential(name);
  return { content: redacted(content, schema, isHidden, deleted) };
}

/** A line of no more than the longest: without its longest facts if need be, and with how many bytes each of them had. */
export function fitted(
  { onTooLong }: Pick<LineParts, "onTooLong">,
  head: { readonly id: string },
  facts: object,
): string {
  const whole = toJsonLine({ ...head, ...facts });
  const bytes = Buffer.byteLength(whole);
  if (bytes <= LONGEST_LINE) return whole;
  onTooLong(head.id, bytes);
  const byLength = Object.entries(facts)
    .map(([name, fact]) => ({ name, bytes: Buffer.byteLength(toJsonLine(fact)) }))
    .sort((one, other) => other.bytes - one.bytes);
  for (let count = 1; ; count += 1) {
    const leftOut = Object.fromEntries(byLength.slice(0, count).map((left) => [left.name, left.bytes]));
    const kept = Object.fromEntries(Object.entries(facts).filter(([name]) => !Object.hasOwn(leftOut, name)));
    const line = toJsonLine({ ...head, ...kept, leftOut });
    if (Buffer.byteLength(line) <= LONGEST_LINE || count >= byLength.length) return line;
  }
}

export function askedFacts(
  elicitation: Pick<
    KeptElicitation,
    "mode" | "message" | "schema" | "url" | "audience" | "asker" | "tags" | "expiresAt"
  >,
): object {
  const { mode, message, schema, url, audience, asker, tags, expiresAt } = elicitation;
  const { server, origin, method, target, client, principalId, runId } = asker;
  return {
    mode,
    message: cut(message),
    ...(schema !== undefined && { fields: Object.keys(schema.properties) }),
    ...(url !== undefined && { url: withoutQuery(url) }),
    // What is undefined is left out by JSON.
    asker: { server, origin, method, target, client, principal: principalId, runId },
    audience,
    ...(tags.length > 0 && { tags }),
    ...(expiresAt !== undefined && { expiresAt: new Date(expiresAt).toISOString() }),
  };
}

export function settledFacts(
  { nameOf }: Pick<LineParts, "nameOf">,
  status: string,
  elicitation: Pick<KeptElicitation, "settled" | "createdAt" | "asker" | "message">,
): object {
  const { settled, createdAt, asker, message } = elicitation;
  const { at = createdAt, reason, ...who } = settled === undefined ? {} : toSettled(nameOf, settled);
  return {
    status,
    ...who,
    ...(reason !== undefined && { reason: cut(reason) }),
    latencyMs: Math.max(0, at - createdAt),
    asker: { server: asker.server, runId: asker.runId },
    message: cut(message),
  };
}

const cut = (text: string): string =>
  text.length > LONGEST_MESSAGE ? `${text.slice(0, LONGEST_MESSAGE)}…` : text;

/** Queries may hold what only the person should have. */
function withoutQuery(href: string): string {
  if (!URL.canParse(href)) return cut(href);
  const { origin, pathname, search } = new URL(href);
  return cut(`${origin}${pathname}${search === "" ? "" : "?…"}`);
}
