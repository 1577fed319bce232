// The schemas of the specification, compiled: as they are, and closed to members that a revision does not know.

import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { type Definition, errata } from "../fixtures/spec/errata.js";

export const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

export type RevisionName = (typeof revisions)[number];

/** Says what is wrong with a value that should be of that definition; an empty list when nothing is. */
export type Check = (definition: string, value: unknown) => readonly string[];

export interface Validators {
  /** Against the schema as published, errata mended. */
  readonly published: Check;
  /** Against the same with every named definition closed: a member it does not name is a problem. */
  readonly closed: Check;
  /** True when the schema has such a definition. */
  has(definition: string): boolean;
  /** True when the definition names the member. */
  names(definition: string, member: string): boolean;
}

type Definitions = Record<string, Definition & { type?: unknown; additionalProperties?: unknown }>;

/** Definitions that are open by what they are for: `_meta`, JSON Schemas and whatever an author puts there. */
const OPEN = /Meta(?:Object)?$|^Result$|^EmptyResult$|^JSONValue$|^JSONObject$|^PaginatedResult$/;

export const validatorsOf = (revision: RevisionName): Validators => {
  const definitions = read(revision).definitions;
  return {
    published: compile(revision, false),
    closed: compile(revision, true),
    has: (definition) => Object.hasOwn(definitions, definition),
    names: (definition, member) => Object.hasOwn(definitions[definition]?.properties ?? {}, member),
  };
};

function read(revision: RevisionName): { schema: object; definitions: Definitions; key: string } {
  const url = new URL(`../fixtures/spec/${revision}/schema.json`, import.meta.url);
  const schema = JSON.parse(readFileSync(url, "utf8"));
  const key = schema.definitions === undefined ? "$defs" : "definitions";
  const definitions: Definitions = schema[key];
  for (const erratum of errata) {
    if (!erratum.revisions.includes(revision)) continue;
    const definition = definitions[erratum.definition];
    if (definition === undefined) throw new Error(`${revision} has no ${erratum.definition}.`);
    erratum.mend(definition);
  }
  return { schema, definitions, key };
}

function compile(revision: RevisionName, isClosed: boolean): Check {
  const { schema, definitions, key } = read(revision);
  if (isClosed) close(definitions);
  // The schemas name formats of their own ("int64"), so unknown ones are no error of ours.
  const options = { strict: false, allErrors: true, logger: false } as const;
  const ajv = key === "$defs" ? new Ajv2020(options) : new Ajv(options);
  formats.default(ajv);
  ajv.addSchema({ ...schema, $id: "mcp" });
  const compiled = new Map<string, ValidateFunction>();
  return (definition, value) => {
    let validate = compiled.get(definition);
    if (validate === undefined) {
      validate = ajv.compile({ $ref: `mcp#/${key}/${definition}` });
      compiled.set(definition, validate);
    }
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${definition}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  };
}

function close(definitions: Definitions): void {
  for (const [name, definition] of Object.entries(definitions)) {
    if (OPEN.test(name) || definition.properties === undefined) continue;
    definition.additionalProperties ??= false;
    // The first revision has its annotations in place, wherever something can be annotated.
    const annotations = definition.properties.annotations as Definitions[string] | undefined;
    if (annotations?.properties !== undefined) annotations.additionalProperties ??= false;
  }
}
