// What stands in a field's text control before the person types, and what it stands for when it comes back unchanged.

import type { KnownField } from "../../core/elicitation/field-kind.js";
import { neutralText } from "../../core/neutral-text.js";
import { shortestLocal, toLocalTime } from "./date-time.js";

/** The default of a field as its control shows it; `undefined` when there is none, or the field has no text. */
export function shownDefault({ kind, field }: KnownField): string | undefined {
  switch (kind) {
    case "text":
    case "date":
    case "number":
      return field.default === undefined ? undefined : asShown(String(field.default));
    case "date-time":
      return field.default === undefined ? undefined : (toLocalTime(field.default)?.local ?? field.default);
    default:
      // Nothing of the others is shown as text; of a credential not even its default is.
      return undefined;
  }
}

/** True when a text control came back as it was sent out, so that the default is meant to the last character. */
export function isUnchanged(known: KnownField, text: string, zone: string): boolean {
  const shown = shownDefault(known);
  if (shown === undefined) return false;
  if (known.kind !== "date-time") return asSent(shown) === asSent(text);
  const { default: preset } = known.field;
  const local = preset === undefined ? undefined : toLocalTime(preset);
  if (local === undefined) return shown === text;
  return local.local === shortestLocal(text) && local.zone === zone;
}

/** Characters that hide are not hidden in a control either. */
const asShown = (text: string): string => neutralText(text);

/** Browsers write line breaks in their own way. */
export const asSent = (text: string): string => text.replace(/\r\n?/g, "\n");
