// What of a posted form goes into a draft.

import type { FormContent } from "../../core/elicitation/answer.js";
import { isConcealed, kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { isKeptInDraft } from "../../core/elicitation/kept-in-draft.js";
import { type Posted, placeFields } from "./controls.js";
import { readContent } from "./read-content.js";

/** What was typed, as far as a draft may hold it; `undefined` when nothing of that is left. */
export function draftOf(schema: FormSchema, posted: Posted): FormContent | undefined {
  const names = new Set(
    placeFields(schema).flatMap((placed) => (isKeptInDraft(placed) ? [placed.name] : [])),
  );
  const kept = Object.entries(readContent(schema, posted).content).filter(([name]) => names.has(name));
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}

/** True when everything that can be typed into the form can be kept. */
export const isAllKept = (schema: FormSchema): boolean => placeFields(schema).every(isKeptInDraft);

/** True when nothing in the form is concealed, so that all of it may be sent for its draft. */
export const isAllShown = (schema: FormSchema): boolean =>
  placeFields(schema).every((placed) => {
    const kind = kindOf(placed)?.kind;
    return kind !== undefined && !isConcealed(kind);
  });
