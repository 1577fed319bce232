// Resource templates such as `myapp:///studies/{id}/cover`: matching, and building uris from values.
//
// Two kinds of variable are known: `{name}`, one segment, and `{+name}` (or `{name*}`), the rest of the path.
// Everything outside braces is literal, host and query included. Values are decoded when matched and
// encoded when built.

import { BeckonError } from "../../core/errors.js";
import { matchUri, type Part } from "./match-uri.js";

/** A template that is ready to use. */
export interface UriTemplate {
  readonly source: string;
  readonly variables: readonly string[];
  /** The decoded values of a uri of this template; `undefined` when it is not one. */
  match(uri: string): Readonly<Record<string, string>> | undefined;
  /** The uri for these values; throws when one is missing, empty or unknown. */
  build(values: Readonly<Record<string, string | number>>): string;
  /** Sorts before a less specific template. */
  readonly specificity: readonly number[];
}

const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*:/;
const MAX_URI_LENGTH = 8192;
const EXPRESSION = /\{(\+?)([A-Za-z_][A-Za-z0-9_]*)(\*?)\}/g;

/** Reads a template; throws with what is wrong about it. */
export function parseUriTemplate(source: string): UriTemplate {
  const complain = (problem: string): never => {
    throw new BeckonError("invalid-definition", `The uri template ${source} ${problem}.`);
  };
  if (!SCHEME.test(source)) complain("has no scheme");
  const parts = readParts(source, complain);
  const variables = parts.flatMap((part) => ("variable" in part ? [part.variable] : []));
  if (new Set(variables).size !== variables.length) complain("names a variable twice");
  // The one name that an object of values would not keep.
  if (variables.includes("__proto__")) complain("has a variable named __proto__");
  if (parts.filter((part) => "variable" in part && part.rest).length > 1)
    complain("has two variables that take the rest");
  return {
    source,
    variables,
    match: (uri) => readValues(parts, uri),
    build: (values) => buildUri(source, parts, variables, values),
    specificity: specificityOf(parts),
  };
}

function readParts(source: string, complain: (problem: string) => never): readonly Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of source.matchAll(EXPRESSION)) {
    const [whole, plus, name = "", star] = found;
    if (found.index > end) parts.push({ literal: source.slice(end, found.index) });
    else if (end > 0) complain("has two variables without anything between them");
    parts.push({ variable: name, rest: plus === "+" || star === "*" });
    end = found.index + whole.length;
  }
  if (end < source.length) parts.push({ literal: source.slice(end) });
  if (parts.some((part) => "literal" in part && /[{}]/.test(part.literal))) {
    complain("has a brace that is no {name}, {+name} or {name*}");
  }
  return parts;
}

function readValues(parts: readonly Part[], uri: string): Record<string, string> | undefined {
  const found = uri.length > MAX_URI_LENGTH ? undefined : matchUri(parts, uri);
  if (found === undefined) return undefined;
  const values: Record<string, string> = {};
  for (const [variable, text] of found) {
    const value = decode(text);
    if (value === undefined) return undefined;
    values[variable] = value;
  }
  return values;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: no uri that `build` could have written.
    return undefined;
  }
}

function buildUri(
  source: string,
  parts: readonly Part[],
  variables: readonly string[],
  values: Readonly<Record<string, string | number>>,
): string {
  const unknown = Object.keys(values).filter((name) => !variables.includes(name));
  if (unknown.length > 0)
    throw new BeckonError("invalid-arguments", `${source} has no variable ${unknown.join(", ")}.`);
  return parts
    .map((part) => ("literal" in part ? part.literal : encode(source, part, own(values, part.variable))))
    .join("");
}

const own = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

function encode(
  source: string,
  part: { variable: string; rest: boolean },
  value: string | number | undefined,
): string {
  const text = value === undefined ? "" : String(value);
  if (text === "")
    throw new BeckonError("invalid-arguments", `${source} needs a value for ${part.variable}.`);
  return part.rest ? text.split("/").map(encodeURIComponent).join("/") : encodeURIComponent(text);
}

/** Without a variable that takes the rest first, then more literal characters, then fewer variables. */
function specificityOf(parts: readonly Part[]): readonly number[] {
  const literal = parts.reduce((sum, part) => sum + ("literal" in part ? part.literal.length : 0), 0);
  const rest = parts.filter((part) => "variable" in part && part.rest).length;
  const variables = parts.filter((part) => "variable" in part).length;
  return [rest, -literal, variables];
}

/** Orders templates most specific first. */
export function bySpecificity(a: UriTemplate, b: UriTemplate): number {
  for (const [index, value] of a.specificity.entries()) {
    const difference = value - (b.specificity[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.source < b.source ? -1 : 1;
}
