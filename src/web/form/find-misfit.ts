// Tells a post that the form's own page could have sent from one that was made up.

import { kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { optionsOf } from "../../core/elicitation/options-of.js";
import { type Posted, placeFields, zoneControl } from "./controls.js";

/** What no page of this form would send, as a sentence; `undefined` when everything fits. */
export function findMisfit(schema: FormSchema, posted: Posted): string | undefined {
  const tests = new Map<string, (values: readonly string[]) => boolean>();
  for (const placed of placeFields(schema)) {
    const known = kindOf(placed);
    if (known === undefined) continue;
    const { control } = placed;
    switch (known.kind) {
      case "boolean":
        tests.set(control, ([text, ...others]) => others.length === 0 && /^(?:yes|no)?$/.test(text ?? ""));
        break;
      case "choice": {
        const isPlace = placesOf(optionsOf(known.field).length);
        tests.set(control, ([text = "", ...more]) => more.length === 0 && (text === "" || isPlace(text)));
        break;
      }
      case "choices": {
        const isPlace = placesOf(optionsOf(known.field).length);
        tests.set(control, (texts) => texts.every(isPlace) && new Set(texts).size === texts.length);
        break;
      }
      case "date-time":
        tests.set(zoneControl(control), ([zone = "", ...more]) => more.length === 0 && ZONE.test(zone));
        tests.set(control, isSingle);
        break;
      case "file":
        // Its content comes as files, never as text.
        break;
      default:
        tests.set(control, isSingle);
    }
  }
  for (const [name, values] of posted) {
    const fits = tests.get(name);
    if (fits === undefined) return "It has a field that this form does not have.";
    if (!fits(values)) return "It has a value that this form does not offer.";
  }
  return undefined;
}

const ZONE = /^(?:z|[+-]\d\d:\d\d)?$/i;

const isSingle = (values: readonly string[]): boolean => values.length === 1;

const placesOf =
  (count: number) =>
  (text: string): boolean =>
    /^\d{1,6}$/.test(text) && Number(text) < count && String(Number(text)) === text;
