// What of a posted form goes into a draft. What is concealed is kept nowhere.

import type { FormContent } from "../../core/elicitation/answer.js";
import { isConcealed, kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { type Posted, placeFields } from "./controls.js";
import { readContent } from "./read-content.js";

/** What was typed, but for secrets and files; `undefined` when nothing of that is left. */
export function draftOf(schema: FormSchema, posted: Posted): FormContent | undefined {
  const concealed = new Set(placeFields(schema).flatMap((placed) => (isKept(placed) ? [] : [placed.name])));
  const kept = Object.entries(readContent(schema, posted).content).filter(([name]) => !concealed.has(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** True when everything that can be typed into the form can be kept. */
export const isAllKept = (schema: FormSchema): boolean => placeFields(schema).every(isKept);

function isKept(placed: Parameters<typeof kindOf>[0]): boolean {
  const kind = kindOf(placed)?.kind;
  return kind !== undefined && !isConcealed(kind);
}
