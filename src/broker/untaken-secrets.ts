// Secrets that no asker takes: noted before their answer is kept, and deleted from it after a day.

import type { KeptRecord } from "../core/engine/records.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { BrokerParts } from "./parts.js";
import { getElicitation, redactAnswer } from "./read.js";

/** How long secrets lie in an answer for an asker that has not taken them yet. */
const SECRETS_MS = 24 * 60 * 60_000;

/** Under which keys the notes lie: when they are due, in digits that sort, and the elicitation's id. */
const NOTES = "elicitation-secrets:";
const DIGITS = 16;
const BATCH = 200;

/** Notes that an answer of this instant has secrets, unless it is forgotten before they are due. */
export function noteSecrets(
  { engine, retentionMs }: BrokerParts,
  id: string,
  at: number,
): MaybePromise<unknown> {
  if (retentionMs <= SECRETS_MS) return undefined;
  const due = String(Math.ceil(at + SECRETS_MS)).padStart(DIGITS, "0");
  return engine.records.put(`${NOTES}${due}~${id}`, "", { expiresAt: at + retentionMs });
}

/** The notes that are due, oldest first. */
export async function* dueNotes({ engine, clock }: BrokerParts): AsyncGenerator<KeptRecord> {
  for (let after: string | undefined; ; ) {
    const page = await engine.records.list(NOTES, after, BATCH);
    for (const note of page) {
      if (Number(note.key.slice(NOTES.length, NOTES.length + DIGITS)) > clock.now()) return;
      yield note;
    }
    if (page.length < BATCH) return;
    after = page.at(-1)?.key;
  }
}

/** Deletes the secrets that are noted, and the note. */
export async function deleteNoted(parts: BrokerParts, { key, version }: KeptRecord): Promise<void> {
  const id = key.slice(NOTES.length + DIGITS + 1);
  const settledAt = (await getElicitation(parts, id))?.settled?.at;
  // An answer that came too late may have left a note; that of the one that counted comes later then.
  if (settledAt !== undefined && settledAt + SECRETS_MS <= parts.clock.now()) await redactAnswer(parts, id);
  await parts.engine.records.remove(key, version);
}
