// The options of a choice, whichever of MCP's five shapes it is written in.

import type { ChoiceFieldSchema, ChoicesFieldSchema, FieldSchema, TitledOption } from "./form-schema.js";

/** True for a field with a single choice. */
export const isChoice = (schema: FieldSchema): schema is ChoiceFieldSchema =>
  schema.type === "string" && ("oneOf" in schema || "enum" in schema);

/** The options in the order in which people see them; one without a title is called by its value. */
export function optionsOf(schema: ChoiceFieldSchema | ChoicesFieldSchema): readonly TitledOption[] {
  if (schema.type === "array")
    return "anyOf" in schema.items ? schema.items.anyOf : untitled(schema.items.enum);
  return schema.oneOf ?? untitled(schema.enum ?? [], schema.enumNames);
}

/** True when the value is one of the options. */
export function hasOption(schema: ChoiceFieldSchema | ChoicesFieldSchema, value: string): boolean {
  if (schema.type === "array") {
    const { items } = schema;
    return "anyOf" in items ? isAmong(items.anyOf, value) : items.enum.includes(value);
  }
  return schema.oneOf ? isAmong(schema.oneOf, value) : (schema.enum ?? []).includes(value);
}

function isAmong(options: readonly TitledOption[], value: string): boolean {
  for (const option of options) if (option.const === value) return true;
  return false;
}

const untitled = (values: readonly string[], names: readonly string[] = []): readonly TitledOption[] =>
  values.map((value, index) => ({ const: value, title: names[index] ?? value }));
