// `x-mcp-header`: tool parameters that clients mirror into `Mcp-Param-*` headers.

import { isObject, type JsonObject } from "../core/json.js";
import { decodeHeaderValue } from "./header-value.js";

/** One annotated parameter. */
export interface ParamHeader {
  /** Lower case, as header tables have it: `mcp-param-region`. */
  readonly header: string;
  readonly path: readonly string[];
  readonly type: "string" | "integer" | "boolean";
}

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const MIRRORED_TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "boolean"]);

/** Finds the annotated parameters of an input schema; `complain` is told of annotations that break the rules. */
export function findParamHeaders(
  schema: JsonObject,
  complain: (problem: string) => never,
): readonly ParamHeader[] {
  const found: ParamHeader[] = [];
  const visit = (node: JsonObject, path: readonly string[]): void => {
    if (!isObject(node.properties)) return;
    for (const [key, property] of Object.entries(node.properties)) {
      if (!isObject(property)) continue;
      const here = [...path, key];
      if (property["x-mcp-header"] !== undefined) found.push(readAnnotation(property, here, found, complain));
      visit(property, here);
    }
  };
  visit(schema, []);
  const reachable = found.length;
  const annotated = countAnnotations(schema);
  if (annotated !== reachable)
    complain("x-mcp-header is allowed only on properties reached through `properties` alone");
  return found;
}

function readAnnotation(
  property: JsonObject,
  path: readonly string[],
  earlier: readonly ParamHeader[],
  complain: (problem: string) => never,
): ParamHeader {
  const name = property["x-mcp-header"];
  const where = path.join(".");
  if (typeof name !== "string" || !TOKEN.test(name))
    return complain(`x-mcp-header of ${where} is no HTTP token`);
  if (!MIRRORED_TYPES.has(property.type)) {
    return complain(`x-mcp-header of ${where} needs the type string, integer or boolean`);
  }
  const header = `mcp-param-${name.toLowerCase()}`;
  if (earlier.some((other) => other.header === header)) return complain(`x-mcp-header ${name} stands twice`);
  // The set above holds exactly the three types.
  return { header, path, type: property.type as ParamHeader["type"] };
}

function countAnnotations(node: unknown): number {
  if (Array.isArray(node)) return node.reduce<number>((sum, item) => sum + countAnnotations(item), 0);
  if (!isObject(node)) return 0;
  let count = 0;
  for (const [key, value] of Object.entries(node)) {
    if (key === "const" || key === "default" || key === "enum" || key === "examples") continue;
    if (key === "x-mcp-header") count += 1;
    else count += countAnnotations(value);
  }
  return count;
}

/** The first disagreement between headers and arguments, as a sentence; `undefined` when they agree. */
export function paramHeaderProblem(
  params: readonly ParamHeader[],
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  args: JsonObject,
): string | undefined {
  for (const { header, path, type } of params) {
    const value = valueAt(args, path);
    const raw = headers[header];
    if (value === undefined || value === null) {
      if (raw !== undefined) return `${header} is set but the arguments have no ${path.join(".")}`;
      continue;
    }
    if (typeof raw !== "string") return `${header} is missing`;
    const decoded = decodeHeaderValue(raw);
    if (decoded === undefined) return `${header} has invalid characters`;
    if (!agrees(decoded, value, type)) return `${header} differs from the argument ${path.join(".")}`;
  }
  return undefined;
}

function valueAt(args: JsonObject, path: readonly string[]): unknown {
  let value: unknown = args;
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}

function agrees(text: string, value: unknown, type: ParamHeader["type"]): boolean {
  if (typeof value !== (type === "integer" ? "number" : type)) return false;
  // Numerically, but only what everybody reads as the same number: no exponents, no other bases.
  return type === "integer"
    ? /^-?\d+(?:\.0+)?$/.test(text) && Number(text) === value
    : text === String(value);
}
