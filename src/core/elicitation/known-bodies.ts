// The bodies of forms that were built before: handlers build the same few in every execution, and what is the same
// form is known by identity to all who look at it later.

import type { Field, Fields } from "./field.js";
import type { FormBody } from "./form-body.js";

const MOST_KNOWN = 256;
/** How many forms whose first fields have the same name are known: each new one is compared with all of them. */
const MOST_ALIKE = 8;
/** Forms with more text than that, in all their options, are not kept. */
const MOST_TEXT = 2048;

/** A body, and what it was built of. */
interface Known {
  readonly fields: readonly (readonly [name: string, field: Field])[];
  readonly body: FormBody<unknown>;
}

/** Knows bodies by the fields they were built of. */
export class KnownBodies {
  /** By the name of the first field. */
  #alike = new Map<string, Known[]>();
  #size = 0;

  /** The body of equal fields, or the one that `build` makes of these. */
  find(fields: Fields, build: () => FormBody<unknown>): FormBody<unknown> {
    const names = Object.keys(fields);
    const first = names[0] ?? "";
    const alike = this.#alike.get(first);
    const known = alike?.find((one) => isBuiltOf(one, names, fields));
    if (known !== undefined) return known.body;
    const kept = copyOf(names, fields);
    const body = build();
    if (kept !== undefined) this.#keep(first, { fields: kept, body });
    return body;
  }

  #keep(first: string, known: Known): void {
    if (this.#size >= MOST_KNOWN) {
      this.#alike = new Map();
      this.#size = 0;
    }
    const alike = this.#alike.get(first) ?? [];
    if (alike.length === 0) this.#alike.set(first, alike);
    if (alike.length >= MOST_ALIKE) alike.shift();
    else this.#size += 1;
    alike.push(known);
  }
}

function isBuiltOf({ fields: kept }: Known, names: readonly string[], fields: Fields): boolean {
  if (kept.length !== names.length) return false;
  return kept.every(([name, field], at) => {
    const given = fields[name];
    return names[at] === name && given?.kind === field.kind && isSame(field.options, given.options);
  });
}

/** The same members in the same order. What a member has members of is a list or an object of texts. */
function isSame(kept: Field["options"], given: unknown): boolean {
  if (!isRecord(given) || Array.isArray(kept) !== Array.isArray(given)) return false;
  const names = Object.keys(given);
  let at = 0;
  for (const name in kept) {
    if (names[at] !== name) return false;
    at += 1;
    const [one, other] = [kept[name], given[name]];
    if (one !== other && !(isRecord(one) && isSame(one, other))) return false;
  }
  return at === names.length;
}

/** The fields as they are now; `undefined` where they could not be told from others, or are long. */
function copyOf(names: readonly string[], fields: Fields): Known["fields"] | undefined {
  const copy = names.map((name) => [name, copyField(fields[name])] as const);
  if (!copy.every((pair): pair is readonly [string, Field] => pair[1] !== undefined)) return undefined;
  return JSON.stringify(copy).length > MOST_TEXT ? undefined : copy;
}

function copyField(field: Field | undefined): Field | undefined {
  const options: unknown = field?.options;
  if (field === undefined || !isRecord(options)) return undefined;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(options)) {
    const value = options[name];
    if (!isTold(value)) return undefined;
    copy[name] = isRecord(value) ? (Array.isArray(value) ? [...value] : { ...value }) : value;
  }
  return { kind: field.kind, options: copy };
}

/** True for what is the same when its members are. */
function isTold(value: unknown): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value);
    case "object":
      return isRecord(value) && Object.keys(value).every((name) => typeof value[name] === "string");
    default:
      return false;
  }
}

/** True for lists and plain objects. */
function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
