// The names of a form's controls. They are made of places, so that no name of a field can mean anything to a browser.

import type { FieldSchema, FormSchema } from "../../core/elicitation/form-schema.js";

/** One field, and where it stands. */
export interface PlacedField {
  /** The name of its control, and the id of what an error links to. */
  readonly control: string;
  readonly name: string;
  readonly field: FieldSchema;
  readonly isRequired: boolean;
}

/** The fields of a form in their order. Where several forms are on one page, each has a prefix of its own. */
export function placeFields(schema: FormSchema, prefix = ""): readonly PlacedField[] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties).map(([name, field], index) => ({
    control: `${prefix}f${index}`,
    name,
    field,
    isRequired: required.has(name),
  }));
}

/** The control that says in which time zone a date and time is. */
export const zoneControl = (control: string): string => `${control}-zone`;

/** What is posted under each name, in order. */
export type Posted = ReadonlyMap<string, readonly string[]>;

/** The one text that was posted under a name; empty when there is none. */
export const postedText = (posted: Posted, control: string): string => posted.get(control)?.[0] ?? "";

/** What was posted for the form with this prefix, as if it were alone. */
export function withoutPrefix<Value>(posted: ReadonlyMap<string, Value>, prefix: string): Map<string, Value> {
  const own = [...posted].filter(([control]) => control.startsWith(prefix));
  return new Map(own.map(([control, value]) => [control.slice(prefix.length), value]));
}
