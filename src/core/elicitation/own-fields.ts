// The kinds of fields that only Beckon's own views have: no MCP form can carry them.

import type { FieldSchema, FormSchema } from "./form-schema.js";

/** A kind of field that no MCP form can carry. */
export type OwnFieldKind = "secret" | "file";

/** The names of the fields of one such kind. */
export const fieldsOfKind = ({ properties }: FormSchema, kind: OwnFieldKind): readonly string[] =>
  Object.keys(properties).filter((name) => properties[name]?.type === kind);

/** The kinds of such fields that a form has. */
export function ownKindsOf({ properties }: FormSchema): ReadonlySet<OwnFieldKind> {
  const kinds = new Set<OwnFieldKind>();
  for (const { type } of Object.values(properties)) if (isOwnKind(type)) kinds.add(type);
  return kinds;
}

const isOwnKind = (type: FieldSchema["type"]): type is OwnFieldKind => type === "secret" || type === "file";
