// The check of a simple JSON Schema, for values that fit: what most calls need, without loading the validator.

import { isObject, type JsonObject } from "../../core/json.js";

/** True when a value fits for certain; false when it does not, or when only the validator can tell. */
export type QuickCheck = (value: unknown) => boolean;

/** Keywords that say nothing about which values fit. */
const NOTES: ReadonlySet<string> = new Set([
  "$schema",
  "$comment",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** Readies a schema; `undefined` for one with keywords that are left to the validator. */
export function quickCheck(schema: unknown): QuickCheck | undefined {
  if (schema === true) return () => true;
  if (!isObject(schema)) return undefined;
  const { type, enum: values, const: only, ...rest } = schema;
  const bounds = Object.fromEntries(Object.entries(rest).filter(([keyword]) => !isNote(keyword)));
  const fits = type === undefined ? anything(bounds) : ofType(type, bounds);
  if (fits === undefined) return undefined;
  const listed = Object.hasOwn(schema, "const") ? [only] : values;
  if (listed === undefined) return fits;
  if (!Array.isArray(listed) || !listed.every(isScalar)) return undefined;
  if (Object.hasOwn(schema, "const") && values !== undefined) return undefined;
  return (value) => listed.includes(value) && fits(value);
}

const isNote = (keyword: string): boolean => NOTES.has(keyword) || keyword.startsWith("x-");

const isScalar = (value: unknown): boolean => value === null || typeof value !== "object";

const anything = (bounds: JsonObject): QuickCheck | undefined =>
  Object.keys(bounds).length === 0 ? () => true : undefined;

function ofType(type: unknown, bounds: JsonObject): QuickCheck | undefined {
  switch (type) {
    case "object":
      return objectCheck(bounds);
    case "array":
      return arrayCheck(bounds);
    case "string":
      return stringCheck(bounds);
    case "number":
      return numberCheck(bounds, Number.isFinite);
    case "integer":
      return numberCheck(bounds, Number.isInteger);
    case "boolean":
      return anything(bounds) && ((value) => typeof value === "boolean");
    case "null":
      return anything(bounds) && ((value) => value === null);
    default:
      return undefined;
  }
}

function numberCheck(bounds: JsonObject, isNumber: (value: unknown) => boolean): QuickCheck | undefined {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, ...others } = bounds;
  const least = bound(minimum, -Infinity);
  const most = bound(maximum, Infinity);
  const above = bound(exclusiveMinimum, -Infinity);
  const below = bound(exclusiveMaximum, Infinity);
  if (anything(others) === undefined) return undefined;
  if (least === undefined || most === undefined || above === undefined || below === undefined)
    return undefined;
  return (value) =>
    typeof value === "number" &&
    isNumber(value) &&
    value >= least &&
    value <= most &&
    value > above &&
    value < below;
}

function stringCheck({ minLength, maxLength, ...others }: JsonObject): QuickCheck | undefined {
  const least = bound(minLength, 0);
  const most = bound(maxLength, Infinity);
  if (anything(others) === undefined || least === undefined || most === undefined) return undefined;
  // Lengths are counted in characters, which may be two units of a string each.
  const leastUnits = least * 2 - 1;
  return (value) => typeof value === "string" && value.length >= leastUnits && value.length <= most;
}

function arrayCheck({ items = true, minItems, maxItems, ...others }: JsonObject): QuickCheck | undefined {
  const fits = quickCheck(items);
  const least = bound(minItems, 0);
  const most = bound(maxItems, Infinity);
  if (anything(others) === undefined || fits === undefined || least === undefined || most === undefined)
    return undefined;
  return (value) =>
    Array.isArray(value) && value.length >= least && value.length <= most && value.every(fits);
}

/** A member that the schema names. */
interface Member {
  readonly name: string;
  readonly fits: QuickCheck;
  readonly isRequired: boolean;
  /** True for names that every object answers to. */
  readonly isInherited: boolean;
}

function objectCheck(bounds: JsonObject): QuickCheck | undefined {
  const { properties = {}, required = [], additionalProperties = true, ...others } = bounds;
  if (anything(others) === undefined || typeof additionalProperties !== "boolean") return undefined;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  // What is required and not described is left to the validator too.
  if (!required.every((name) => Object.hasOwn(properties, name))) return undefined;
  const members: Member[] = [];
  for (const [name, schema] of Object.entries(properties)) {
    const fits = quickCheck(schema);
    if (fits === undefined) return undefined;
    members.push({ name, fits, isRequired: required.includes(name), isInherited: name in Object.prototype });
  }
  return (value) => {
    if (!isObject(value) || !isPlain(value)) return false;
    let found = 0;
    for (const { name, fits, isRequired, isInherited } of members) {
      const member = isInherited && !Object.hasOwn(value, name) ? undefined : value[name];
      if (member !== undefined) {
        if (!fits(member)) return false;
        found += 1;
      } else if (isRequired) return false;
    }
    // What is there and undefined was not counted, and so is left to the validator.
    return additionalProperties || Object.keys(value).length === found;
  };
}

/** Others may have members that are not their own, or become something else in JSON. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The number of a bound; `undefined` for one that an older dialect writes in another way. */
function bound(given: unknown, otherwise: number): number | undefined {
  if (given === undefined) return otherwise;
  return typeof given === "number" ? given : undefined;
}
