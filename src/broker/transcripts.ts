// Transcripts: what is said and asked in the terminal session of an elicitation before it settles.
//
// One sealed record for each elicitation, written over the version that was read: of two who write at once one reads again.

import type { FormContent } from "../core/elicitation/answer.js";
import { BeckonError } from "../core/errors.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";
import type { Change, SessionEnds } from "./broker.js";
import { isAsked, isOpenStatus } from "./change-record.js";
import type { BrokerParts } from "./parts.js";
import { findRecord } from "./read.js";
import { isAnswered, readTranscript, TRANSCRIPTS, transcriptPurpose } from "./read-transcript.js";
import type { BrokerTranscripts, NewEntry, TranscriptEntry, TranscriptWriting } from "./transcript.js";

/** How much a session may hold. */
const MOST_ENTRIES = 1_000;
const MOST_BYTES = 512 * 2 ** 10;
const LONGEST_LINE = 10_000;
const LONGEST_MESSAGE = 65_536;

/** Accepts on behalf of a person, with the last words of the asker. */
export type EndSession = (
  id: string,
  content: unknown,
  by: string | undefined,
  line: string | undefined,
) => MaybePromise<Change>;

export function createTranscripts(
  parts: BrokerParts,
  endSession: EndSession,
): BrokerTranscripts & SessionEnds {
  const { engine, atRest, clock, logger } = parts;
  const { records, bus } = engine;
  const topicOf = (id: string): string => `transcript ${id}`;

  async function append(id: string, acting: Acting, given: NewEntry): Promise<TranscriptWriting> {
    const make = readEntry(parts, acting, given);
    for (;;) {
      const record = await findRecord(parts, id);
      if (record?.mode !== "terminal") return { ok: false, reason: "unknown" };
      if ("answer" in given && !isAsked(record, acting)) return { ok: false, reason: "not-asked" };
      if (!isOpenStatus(record.status)) return { ok: false, reason: "settled" };
      const { entries, version } = await readTranscript(parts, id);
      const made = make(entries, clock.now());
      if ("problems" in made) return { ok: false, reason: "invalid", problems: made.problems };
      if ("taken" in made) return { ok: false, reason: "taken" };
      const text = JSON.stringify([...entries, made]);
      if (entries.length >= MOST_ENTRIES || Buffer.byteLength(text) > MOST_BYTES)
        return { ok: false, reason: "full" };
      const sealed = atRest.seal(transcriptPurpose(id), text);
      if ((await records.put(TRANSCRIPTS + id, sealed, { ifVersion: version })) === undefined) continue;
      // A hint: whoever waits also looks for itself.
      try {
        await bus.publish(topicOf(id), String(made.entry));
      } catch (error) {
        logger.warn("Nobody could be told of a line in a session.", { id, error });
      }
      return { ok: true, entry: made.entry };
    }
  }

  return {
    append,
    async read(id, after = 0) {
      const record = await findRecord(parts, id);
      if (record?.mode !== "terminal") return undefined;
      const { entries } = await readTranscript(parts, id);
      return { entries: entries.slice(Math.max(0, after)), ended: !isOpenStatus(record.status) };
    },
    async end(id, { content, line }) {
      const record = await findRecord(parts, id);
      if (record?.mode !== "terminal") return { ok: false, reason: "unknown" };
      const { entries } = await readTranscript(parts, id);
      const last = entries.findLast(({ answer }) => answer?.action === "accept")?.answer;
      if (last !== undefined || !isOpenStatus(record.status)) return endSession(id, content, last?.by, line);
      return { ok: false, reason: "invalid", problems: [{ path: "", message: NOBODY_ANSWERED }] };
    },
    listen: async (id, wake) => bus.subscribe(topicOf(id), wake),
  };
}

const NOBODY_ANSWERED = "is nobody's answer: no form of the session was answered. Withdraw it instead";

type Made = TranscriptEntry | { readonly problems: readonly Problem[] } | { readonly taken: true };

/** Looks at what is given, once; what comes out is put behind whatever is there by then. */
function readEntry(
  { schemas }: BrokerParts,
  { by }: Acting,
  given: NewEntry,
): (entries: readonly TranscriptEntry[], at: number) => Made {
  if ("line" in given) {
    const { line } = given;
    if (typeof line !== "string" || line.length > LONGEST_LINE)
      refuse(`A line of a session must be a text of at most ${LONGEST_LINE} characters.`);
    return (entries, at) => ({ entry: entries.length + 1, at, line });
  }
  if ("form" in given) {
    const { message } = given.form;
    if (typeof message !== "string" || message.trim() === "" || message.length > LONGEST_MESSAGE)
      refuse(`The message of a form must be a text of 1 to ${LONGEST_MESSAGE} characters.`);
    const { schema, secrets, files } = schemas.fromGiven(given.form.schema);
    if (secrets.length > 0 || files.length > 0)
      refuse("A form of a session asks for a secret or a file. Ask for it with an elicitation of its own.");
    return (entries, at) => ({ entry: entries.length + 1, at, form: { message, schema } });
  }
  const { entry: number, action, content } = given.answer;
  if (action !== "accept" && action !== "decline" && action !== "cancel")
    refuse("An answer has no action. Give accept, decline or cancel.");
  return (entries, at) => {
    const asked = entries[number - 1];
    if (asked?.form === undefined)
      return { problems: [{ path: "entry", message: "is no form of this session" }] };
    if (isAnswered(entries, number)) return { taken: true };
    const said = { entry: number, action, ...(by !== undefined && { by }) };
    if (action !== "accept") return { entry: entries.length + 1, at, answer: said };
    const checked = schemas.fromGiven(asked.form.schema).check(content);
    if (checked.problems !== undefined) return { problems: checked.problems };
    const value: FormContent = checked.value;
    return { entry: entries.length + 1, at, answer: { ...said, content: value } };
  };
}

function refuse(message: string): never {
  throw new BeckonError("invalid-arguments", message);
}
