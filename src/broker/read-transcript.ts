// Reads the session of an elicitation as it is kept: one sealed record.

import type { BrokerParts } from "./parts.js";
import type { TranscriptEntry } from "./transcript.js";

/** Under which keys transcripts lie: the elicitation's id. */
export const TRANSCRIPTS = "elicitation-transcript:";

/** What transcripts are sealed for. */
export const transcriptPurpose = (id: string): string => `elicitation transcript ${id}`;

/** What was said so far, and the version of the record; 0 when nothing was. */
export async function readTranscript(
  { engine, atRest }: Pick<BrokerParts, "engine" | "atRest">,
  id: string,
): Promise<{ readonly entries: readonly TranscriptEntry[]; readonly version: number }> {
  const kept = await engine.records.get(TRANSCRIPTS + id);
  if (kept === undefined) return { entries: [], version: 0 };
  // Nobody but the broker writes transcripts.
  const entries = JSON.parse(atRest.open(transcriptPurpose(id), kept.value)) as readonly TranscriptEntry[];
  return { entries, version: kept.version };
}

/** True when a form of the session has an answer. */
export const isAnswered = (entries: readonly TranscriptEntry[], form: number): boolean =>
  entries.some(({ answer }) => answer?.entry === form);
