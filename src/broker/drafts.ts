// Drafts: what somebody has typed so far, sealed, one for each person, and gone with the end of the elicitation.

import type { FormContent } from "../core/elicitation/answer.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { isKeptInDraft } from "../core/elicitation/kept-in-draft.js";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { isObject } from "../core/json.js";
import type { Problem } from "../core/problem.js";
import { isAsked, isOpenStatus } from "./change-record.js";
import type { BrokerDrafts, Drafting, DraftWriting } from "./draft.js";
import { type BrokerParts, bodyOf } from "./parts.js";
import { findRecord } from "./read.js";
import { isAnswered, readTranscript } from "./read-transcript.js";

/** Under which keys drafts lie: the elicitation's id, and whose it is. */
export const DRAFTS = "elicitation-draft:";
/** The same for the forms of a session: the elicitation's id, the entry of the form, and whose it is. */
export const SESSION_DRAFTS = "session-draft:";

export function createDrafts(parts: BrokerParts): BrokerDrafts {
  const { engine, atRest } = parts;
  const { records } = engine;
  const keyOf = (id: string, owner: string, entry: number | undefined): string =>
    entry === undefined ? `${DRAFTS}${id}~${owner}` : `${SESSION_DRAFTS}${id}~${entry}~${owner}`;
  const purposeOf = (id: string, owner: string, entry: number | undefined): string =>
    entry === undefined ? `elicitation draft ${id}~${owner}` : `session draft ${id}~${entry}~${owner}`;

  async function isOpen(id: string, entry: number | undefined): Promise<boolean> {
    const record = await findRecord(parts, id);
    if (record === undefined || !isOpenStatus(record.status)) return false;
    return entry === undefined || !isAnswered((await readTranscript(parts, id)).entries, entry);
  }

  return {
    async get(id, owner, entry) {
      const kept = await records.get(keyOf(id, owner, entry));
      if (kept === undefined || !(await isOpen(id, entry))) return undefined;
      // Nobody but the broker writes drafts.
      return JSON.parse(atRest.open(purposeOf(id, owner, entry), kept.value)) as FormContent;
    },
    async put(id, drafting, content) {
      const refused = await findRefusal(parts, id, drafting, content);
      if (refused !== undefined) return refused;
      const { by, owner = by, entry } = drafting;
      const sealed = atRest.seal(purposeOf(id, owner, entry), JSON.stringify(content));
      await records.put(keyOf(id, owner, entry), sealed);
      return { ok: true };
    },
    async remove(id, owner, entry) {
      await records.remove(keyOf(id, owner, entry));
    },
  };
}

async function findRefusal(
  parts: BrokerParts,
  id: string,
  drafting: Drafting,
  content: unknown,
): Promise<Exclude<DraftWriting, { ok: true }> | undefined> {
  const record = await findRecord(parts, id);
  if (record === undefined) return { ok: false, reason: "unknown" };
  if (!isAsked(record, drafting)) return { ok: false, reason: "not-asked" };
  if (!isOpenStatus(record.status)) return { ok: false, reason: "settled" };
  const form = await findForm(parts, record, drafting.entry);
  if ("reason" in form) return { ok: false, ...form };
  const { more } = bodyOf(parts, record);
  const maxBytes = more.maxAnswerBytes ?? parts.maxAnswerBytes;
  const problems = findProblems(form.schema, content);
  if (problems.length > 0) return { ok: false, reason: "invalid", problems };
  if (Buffer.byteLength(JSON.stringify(content)) > maxBytes)
    return { ok: false, reason: "too-large", maxBytes };
  return undefined;
}

/** The form that a draft is for. */
async function findForm(
  parts: BrokerParts,
  record: ElicitationRecord,
  entry: number | undefined,
): Promise<{ readonly schema: FormSchema | undefined } | { readonly reason: "unknown" | "taken" }> {
  if (entry === undefined) return { schema: bodyOf(parts, record).schema?.schema };
  const { entries } = await readTranscript(parts, record.id);
  const form = entries[entry - 1]?.form;
  if (form === undefined) return { reason: "unknown" };
  return isAnswered(entries, entry) ? { reason: "taken" } : { schema: form.schema };
}

/** What no draft keeps. Whether the values are good is nobody's business yet. */
function findProblems(schema: FormSchema | undefined, content: unknown): readonly Problem[] {
  if (!isObject(content)) return [{ path: "", message: "must be an object of values by field" }];
  return Object.entries(content).flatMap(([name, value]): Problem[] => {
    const path = name.slice(0, LONGEST_NAME);
    const field = schema && Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (field === undefined) return [{ path, message: "is no field of this form" }];
    if (!isKeptInDraft({ name, field }))
      return [{ path, message: "is kept in no draft: it is a secret, is called like one, or is a file" }];
    return isPlain(value) ? [] : [{ path, message: "must be a text, a number, true or false, or a list" }];
  });
}

const LONGEST_NAME = 200;

const isPlain = (value: unknown): boolean =>
  typeof value === "string" ||
  typeof value === "number" ||
  typeof value === "boolean" ||
  (Array.isArray(value) && value.every((one) => typeof one === "string"));
