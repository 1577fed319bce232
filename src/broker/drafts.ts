// Drafts: what somebody has typed so far, sealed, one for each person, and gone with the end of the elicitation.

import type { FormContent } from "../core/elicitation/answer.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { isKeptInDraft } from "../core/elicitation/kept-in-draft.js";
import { isObject } from "../core/json.js";
import type { Problem } from "../core/problem.js";
import type { Acting } from "./acting.js";
import { isAsked, isOpenStatus } from "./change-record.js";
import type { BrokerDrafts, DraftWriting } from "./draft.js";
import { type BrokerParts, bodyOf } from "./parts.js";
import { findRecord } from "./read.js";

/** Under which keys drafts lie: the elicitation's id, and whose it is. */
export const DRAFTS = "elicitation-draft:";

export function createDrafts(parts: BrokerParts): BrokerDrafts {
  const { engine, atRest } = parts;
  const { records } = engine;
  const keyOf = (id: string, owner: string): string => `${DRAFTS}${id}~${owner}`;
  const purposeOf = (id: string, owner: string): string => `elicitation draft ${id}~${owner}`;

  async function isOpen(id: string): Promise<boolean> {
    const record = await findRecord(parts, id);
    return record !== undefined && isOpenStatus(record.status);
  }

  return {
    async get(id, owner) {
      const kept = await records.get(keyOf(id, owner));
      if (kept === undefined || !(await isOpen(id))) return undefined;
      // Nobody but the broker writes drafts.
      return JSON.parse(atRest.open(purposeOf(id, owner), kept.value)) as FormContent;
    },
    async put(id, drafting, content) {
      const refused = await findRefusal(parts, id, drafting, content);
      if (refused !== undefined) return refused;
      const { by, owner = by } = drafting;
      await records.put(keyOf(id, owner), atRest.seal(purposeOf(id, owner), JSON.stringify(content)));
      return { ok: true };
    },
    async remove(id, owner) {
      await records.remove(keyOf(id, owner));
    },
  };
}

async function findRefusal(
  parts: BrokerParts,
  id: string,
  acting: Acting,
  content: unknown,
): Promise<Exclude<DraftWriting, { ok: true }> | undefined> {
  const record = await findRecord(parts, id);
  if (record === undefined) return { ok: false, reason: "unknown" };
  if (!isAsked(record, acting)) return { ok: false, reason: "not-asked" };
  if (!isOpenStatus(record.status)) return { ok: false, reason: "settled" };
  const { schema, more } = bodyOf(parts, record);
  const maxBytes = more.maxAnswerBytes ?? parts.maxAnswerBytes;
  const problems = findProblems(schema?.schema, content);
  if (problems.length > 0) return { ok: false, reason: "invalid", problems };
  if (Buffer.byteLength(JSON.stringify(content)) > maxBytes)
    return { ok: false, reason: "too-large", maxBytes };
  return undefined;
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
