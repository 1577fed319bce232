// Templates of the config file: questions with holes, asked by name.

import { parseSpec } from "../../agent/parse-spec.js";
import type { ElicitSpec } from "../../agent/spec.js";
import type { Broker } from "../../broker/broker.js";
import { requireAskedSchema } from "../../broker/require-asked-schema.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { BeckonError } from "../../core/errors.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { problemLine } from "../../core/problem.js";
import { toElicitation } from "./from-spec.js";

/** A question with `{{variable}}` in its texts. */
export interface QuestionTemplate {
  /** What the variables must be. */
  readonly variables: FormSchema;
  /** The spec, as it was written. */
  readonly spec: JsonObject;
}

const HOLE = /\{\{\s*([A-Za-z][\w.-]*)\s*\}\}/g;
const NO_VARIABLES: FormSchema = { type: "object", properties: {} };

/** Reads a template. Throws with what is wrong. */
export function readTemplate(given: object): QuestionTemplate {
  const { variables = NO_VARIABLES, spec, ...others } = given as JsonObject;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) refuse(`${unknown} is unknown; there are variables and spec`);
  if (!isObject(spec))
    refuse('it has no spec. Write one such as {"type": "confirmation", "prompt": "Deploy {{service}}?"}');
  const schema = requireAskedSchema(variables);
  parseSpec(spec);
  for (const [, name = ""] of JSON.stringify(spec).matchAll(HOLE))
    if (!Object.hasOwn(schema.properties, name))
      refuse(`the spec has {{${name}}}, which is none of its variables`);
  return { variables: schema, spec };
}

/** The question that a template makes of variables. Throws everything that is wrong with them, for a model to act on. */
export function fillTemplate(
  templates: ReadonlyMap<string, QuestionTemplate>,
  name: string,
  variables: unknown,
): ElicitSpec {
  const template = templates.get(name);
  if (template === undefined)
    throw new BeckonError(
      "unknown-name",
      `There is no template ${JSON.stringify(name)}. There ${templates.size === 0 ? "are none" : `are ${[...templates.keys()].join(", ")}`}.`,
    );
  const checked = checkContent(template.variables, variables ?? {});
  if (checked.problems !== undefined)
    throw new BeckonError(
      "invalid-arguments",
      `The variables of template ${name} do not fit: ${checked.problems.map(problemLine).join("; ")}.`,
    );
  return parseSpec(filled(template.spec, checked.value));
}

/** Declares the templates to a broker, so that its other askers have them too. */
export function defineTemplates(broker: Broker, templates: ReadonlyMap<string, QuestionTemplate>): void {
  for (const [name, { variables }] of templates)
    broker.defineTemplate<FormContent>(name, {
      variables,
      elicitation: (values) => toElicitation(fillTemplate(templates, name, values)),
    });
}

/** Puts values into every text, in one pass: what a value holds is never looked at for holes. */
function filled(value: unknown, values: FormContent): unknown {
  if (typeof value === "string")
    return value.replace(HOLE, (hole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : hole,
    );
  if (Array.isArray(value)) return value.map((one) => filled(one, values));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, values)]));
}

function refuse(problem: string): never {
  throw new BeckonError("invalid-option", `${problem}.`);
}
