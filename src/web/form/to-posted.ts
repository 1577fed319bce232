// Content back in the controls of its form: how a draft is shown again.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import { isConcealed, type KnownField, kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { optionsOf } from "../../core/elicitation/options-of.js";
import { type Posted, placeFields, zoneControl } from "./controls.js";
import { toLocalTime } from "./date-time.js";

/** What would have been posted for this content. What is concealed is in no draft, and so not in this either. */
export function toPosted(schema: FormSchema, content: FormContent, prefix = ""): Posted {
  const posted = new Map<string, readonly string[]>();
  for (const placed of placeFields(schema, prefix)) {
    const known = kindOf(placed);
    const value = Object.hasOwn(content, placed.name) ? content[placed.name] : undefined;
    if (known === undefined || value === undefined || isConcealed(known.kind)) continue;
    const local = known.kind === "date-time" ? toLocalTime(String(value)) : undefined;
    if (local !== undefined) posted.set(zoneControl(placed.control), [local.zone]);
    posted.set(placed.control, local === undefined ? textsOf(known, value) : [local.local]);
  }
  return posted;
}

function textsOf(known: KnownField, value: FormValue): readonly string[] {
  switch (known.kind) {
    case "boolean":
      return [value === true ? "yes" : value === false ? "no" : ""];
    case "choice":
    case "choices": {
      const chosen = Array.isArray(value) ? value : [value];
      return optionsOf(known.field).flatMap((option, index) =>
        chosen.includes(option.const) ? [String(index)] : [],
      );
    }
    default:
      return [String(value)];
  }
}
