// The answers that a journal has: those that the handler had, and those that wait for others of their round.

import { BeckonError } from "../core/errors.js";
import type { AskSpec } from "./ask.js";
import { NONE } from "./few-list.js";
import { type Entry, entryName, type Journal, keyIn } from "./journal.js";
import type { Posed } from "./posed-ask.js";
import type { RunHost } from "./run-host.js";

type Kept = Extract<Entry, { readonly answer: unknown }>;
type Warned = Pick<RunHost<AskSpec<unknown>>, "warn">;

/** The answer that the handler had to exactly this question. */
export function keptAnswer(
  journal: Journal | undefined,
  host: Warned,
  { key, digest }: Posed<unknown>,
): Kept | undefined {
  const kept = journal?.read(entryName("ask", key));
  if (kept === undefined) return undefined;
  // Nothing else keeps an answer from being kept.
  if ("failure" in kept) throw new BeckonError("state-too-large", kept.failure.message);
  if (!("digest" in kept)) return undefined;
  if (kept.digest === digest) return kept;
  host.warn("A question was reworded, so it is asked again.", { key });
  return undefined;
}

/** The answer to this question that came while others of its round were missing; the journal has it no more. */
export function takeHeldAnswer(
  journal: Journal | undefined,
  host: Warned,
  key: string,
  digest: string,
): Entry | undefined {
  if (journal === undefined || journal.isEmpty) return undefined;
  const held = journal.take(entryName("held", key));
  if (held === undefined || !("digest" in held) || held.digest === digest) return held;
  host.warn("A question was reworded, so it is asked again.", { key });
  return undefined;
}

/** The keys of the answers that nobody came by, without those that an author named. */
export function unusedAnswers(journal: Journal | undefined): readonly string[] {
  if (journal === undefined || journal.unread === 0) return NONE;
  return journal.unreadNames.flatMap((name) => {
    const key = keyIn("ask", name) ?? keyIn("held", name);
    const entry = key === undefined ? undefined : journal.read(name);
    return key !== undefined && entry && "digest" in entry && key.startsWith(entry.digest) ? [key] : [];
  });
}
