// Forms that ask for a yes or a no and nothing else: their message is the question.

import type { FormSchema } from "../../core/elicitation/form-schema.js";

/** Names that only repeat what can be chosen, or that something is asked. */
const EMPTY_NAMES =
  /^(?:yes|no|yes[ /_-]?(?:or[ _-])?no|ok|okay|answer|confirm|confirmed|confirmation|approve|approved|approval|proceed|accept|accepted)\??$/i;

/** True for one required yes or no, from which a person starts with neither. */
export function isYesOrNo({ properties, required = [] }: FormSchema): boolean {
  const [only, ...others] = Object.entries(properties);
  if (only === undefined || others.length > 0) return false;
  const [name, field] = only;
  return field.type === "boolean" && field.default === undefined && required.includes(name);
}

/** True when the message alone says what the yes or no is to. */
export function isNamedByMessage(schema: FormSchema): boolean {
  if (!isYesOrNo(schema)) return false;
  const [name = "", field] = Object.entries(schema.properties)[0] ?? [];
  return EMPTY_NAMES.test(field?.title?.trim() || name);
}
