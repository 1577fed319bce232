// The kinds of fields that only Beckon's own views have: no MCP form can carry them.

import type { FieldSchema, FormSchema } from "./form-schema.js";

/** A kind of field that no MCP form can carry. */
export type OwnFieldKind = "secret" | "file";

/** The names of the fields of one such kind. */
export const fieldsOfKind = ({ properties }: FormSchema, kind: OwnFieldKind): readonly string[] =>
  Object.keys(properties).filter((name) => properties[name]?.type === kind);

/** Kinds of such fields; true for one of which something must be given. */
export type OwnKinds = ReadonlyMap<OwnFieldKind, boolean>;

/** The kinds of such fields that a form has. */
export function ownKindsOf({ properties, required = [] }: FormSchema): OwnKinds {
  const kinds = new Map<OwnFieldKind, boolean>();
  for (const [name, { type }] of Object.entries(properties))
    if (isOwnKind(type)) kinds.set(type, kinds.get(type) === true || required.includes(name));
  return kinds;
}

const isOwnKind = (type: FieldSchema["type"]): type is OwnFieldKind => type === "secret" || type === "file";
