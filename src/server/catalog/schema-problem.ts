// What keeps a plain JSON Schema from being used, found when it is defined and not by the first caller.

import { isObject, type JsonObject } from "../../core/json.js";
import type { JsonSchema } from "../../core/problem.js";

const DIALECTS: ReadonlySet<string> = new Set([
  "json-schema.org/draft/2020-12/schema",
  "json-schema.org/draft/2019-09/schema",
  "json-schema.org/draft-07/schema",
  "json-schema.org/draft-04/schema",
]);

/** True for 2020-12, which is meant where nothing is said, and for the older dialects that are understood. */
const isKnownDialect = ({ $schema = "https://json-schema.org/draft/2020-12/schema" }: JsonSchema): boolean =>
  typeof $schema === "string" && DIALECTS.has($schema.replace(/^https?:\/\//, "").replace(/#$/, ""));

/** Keywords whose members are schemas under names of the author's. */
const MAPS: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
]);

/** Keywords that hold values, not schemas. */
const VALUES: ReadonlySet<string> = new Set(["const", "enum", "default", "examples"]);

/** Where references start from in a schema without `$id`. Nothing is ever fetched. */
const BASE = "schema:///";

/** A schema inside the whole one, and the url its references start from. */
interface Place {
  readonly node: JsonObject;
  readonly base: string;
}

/** What the part of a reference after `#` is looked up in. */
interface Document {
  root: JsonObject | undefined;
  readonly anchors: Set<unknown>;
}

/** The first problem, to stand behind the name of the schema; `undefined` when there is none. */
export function findSchemaProblem(schema: JsonSchema): string | undefined {
  if (!isKnownDialect(schema))
    return `uses the JSON Schema dialect ${String(schema.$schema)}, which is not supported`;
  const places = [...placesIn(schema, BASE)];
  const documents = documentsOf(schema, places);
  for (const { node, base } of places) {
    const wrong = patternsOf(node).find((pattern) => !isExpression(pattern));
    if (wrong !== undefined) return `has the pattern ${wrong}, which is no regular expression`;
    for (const reference of [node.$ref, node.$dynamicRef, node.$recursiveRef]) {
      if (reference !== undefined && !resolves(reference, base, documents))
        return `refers to ${String(reference)}, which is not in it; references to elsewhere are never followed`;
    }
  }
  return undefined;
}

function* placesIn(value: unknown, outer: string): Generator<Place> {
  if (Array.isArray(value)) for (const item of value) yield* placesIn(item, outer);
  if (!isObject(value)) return;
  const base = typeof value.$id === "string" ? withoutFragment(value.$id, outer) : outer;
  yield { node: value, base };
  for (const [key, inner] of Object.entries(value)) {
    if (VALUES.has(key)) continue;
    if (MAPS.has(key) && isObject(inner)) for (const one of Object.values(inner)) yield* placesIn(one, base);
    else yield* placesIn(inner, base);
  }
}

function documentsOf(schema: JsonSchema, places: readonly Place[]): ReadonlyMap<string, Document> {
  const documents = new Map<string, Document>([[BASE, { root: schema, anchors: new Set() }]]);
  for (const { node, base } of places) {
    const document = documents.get(base) ?? { root: undefined, anchors: new Set() };
    documents.set(base, document);
    document.root ??= node;
    const named = typeof node.$id === "string" && node.$id.startsWith("#") ? node.$id.slice(1) : undefined;
    for (const anchor of [node.$anchor, node.$dynamicAnchor, named])
      if (anchor !== undefined) document.anchors.add(anchor);
  }
  return documents;
}

function resolves(reference: unknown, base: string, documents: ReadonlyMap<string, Document>): boolean {
  if (typeof reference !== "string") return false;
  const document = documents.get(withoutFragment(reference, base));
  const mark = reference.indexOf("#");
  const fragment = mark < 0 ? "" : decode(reference.slice(mark + 1));
  if (document?.root === undefined || fragment === undefined) return false;
  if (fragment === "") return true;
  if (!fragment.startsWith("/")) return document.anchors.has(fragment);
  return isSchema(
    fragment
      .slice(1)
      .split("/")
      .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"))
      .reduce<unknown>(memberOf, document.root),
  );
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign names nothing.
    return undefined;
  }
}

// Whatever has the key as its own may be asked for it.
const memberOf = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, key)
    ? (value as JsonObject)[key]
    : undefined;

const isSchema = (value: unknown): boolean => isObject(value) || typeof value === "boolean";

/** The url without what follows `#`; one that cannot be read is none of ours. */
function withoutFragment(reference: string, base: string): string {
  try {
    const url = new URL(reference, base);
    url.hash = "";
    return url.href;
  } catch {
    return reference;
  }
}

const patternsOf = ({ pattern, patternProperties }: JsonObject): readonly string[] => [
  ...(typeof pattern === "string" ? [pattern] : []),
  ...(isObject(patternProperties) ? Object.keys(patternProperties) : []),
];

function isExpression(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
