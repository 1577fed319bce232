// Reads a model's question, and says everything that is wrong with it in a way that a model can act on.

import { looksLikeCredential } from "../core/elicitation/credential-name.js";
import { BeckonError } from "../core/errors.js";
import { isObject, type JsonObject } from "../core/json.js";
import { messageOf } from "../core/message-of.js";
import { isHandleName } from "./handles.js";
import { type ElicitSpec, fieldKinds, type SpecField, specKinds } from "./spec.js";
import { SpecProblems } from "./spec-problems.js";

const topKeys = [
  "type",
  "prompt",
  "description",
  "options",
  "fields",
  "default",
  "sensitive",
  "name",
  "timeout_seconds",
  "wait_seconds",
];
const fieldKeys = ["name", "type", "prompt", "description", "options", "required", "default", "sensitive"];

/**
 * Reads a question: JSON as text, with or without a code fence around it, or the value itself. Throws
 * `invalid-arguments` with every problem, where it is and what to write instead.
 */
export const parseSpec = (given: unknown): ElicitSpec => parseSpecBeside([], given);

/** The same, where members of these names stand beside the spec and were read already: they are named with its own. */
export function parseSpecBeside(others: readonly string[], given: unknown): ElicitSpec {
  const spec = typeof given === "string" ? parseText(given) : given;
  if (!isObject(spec))
    throw new BeckonError(
      "invalid-arguments",
      'The spec is no JSON object. Write one such as {"type": "text", "prompt": "Which city?"}.',
    );
  const problems = new SpecProblems();
  const read = readSpec(spec, others, problems);
  problems.throwIfAny();
  return read;
}

/** A code fence, with whatever language it names. */
const FENCE = /^```[^\n`]*\n([\s\S]*?)\n?```$/;

function parseText(text: string): unknown {
  const trimmed = text.trim();
  const [, inside = trimmed] = FENCE.exec(trimmed) ?? [];
  try {
    return JSON.parse(inside);
  } catch (error) {
    throw new BeckonError(
      "invalid-arguments",
      `The spec is no valid JSON: ${messageOf(error)}. Write one JSON object, with double quotes and without comments.`,
      { cause: error },
    );
  }
}

function readSpec(spec: JsonObject, others: readonly string[], problems: SpecProblems): ElicitSpec {
  problems.unknownKeys("", spec, [...topKeys, ...others]);
  const type = problems.oneOf("type", spec.type, specKinds) ?? "text";
  const prompt = problems.text("prompt", spec.prompt, "what the person is asked") ?? "";
  const options = readOptions("", type, spec.options, problems);
  const description = problems.optionalText("description", spec.description);
  const sensitive = problems.flag("sensitive", spec.sensitive) || type === "secret";
  const name = readName(spec.name, sensitive, problems);
  const timeoutSeconds = problems.positive("timeout_seconds", spec.timeout_seconds);
  const waitSeconds = problems.positive("wait_seconds", spec.wait_seconds);
  const fields = readFields(type, spec.fields, problems);
  const preset = problems.preset(
    "default",
    type === "confirmation" ? "boolean" : type,
    spec.default,
    options,
  );
  return {
    type,
    prompt,
    sensitive,
    ...(description !== undefined && { description }),
    ...(options && { options }),
    ...(fields && { fields }),
    ...(preset !== undefined && { default: preset }),
    ...(name !== undefined && { name }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    ...(waitSeconds !== undefined && { waitSeconds }),
  };
}

function readOptions(
  path: string,
  type: string,
  given: unknown,
  problems: SpecProblems,
): readonly string[] | undefined {
  const at = `${path}options`;
  if (type === "choice" || type === "multi_choice") return problems.options(at, given);
  if (given !== undefined && given !== null)
    problems.add(at, `is only for choice and multi_choice, not for ${type}`);
  return undefined;
}

function readFields(type: string, given: unknown, problems: SpecProblems): readonly SpecField[] | undefined {
  if (type !== "form") {
    if (given !== undefined && given !== null) problems.add("fields", `is only for form, not for ${type}`);
    return undefined;
  }
  if (!Array.isArray(given) || given.length === 0) {
    problems.add("fields", 'must be a list with at least one field such as {"name": "city", "type": "text"}');
    return undefined;
  }
  const fields = given.map((field, index) => readField(`fields[${index}]`, field, problems));
  const names = fields.map((field) => field.name);
  names.forEach((name, index) => {
    if (name !== "" && names.indexOf(name) < index)
      problems.add(`fields[${index}].name`, `is ${JSON.stringify(name)} again, and each field needs its own`);
  });
  return fields;
}

function readField(path: string, given: unknown, problems: SpecProblems): SpecField {
  if (!isObject(given)) {
    problems.add(path, 'must be an object such as {"name": "city", "type": "text"}');
    return { name: "", type: "text", required: true, sensitive: false };
  }
  problems.unknownKeys(`${path}.`, given, fieldKeys);
  const name = problems.text(`${path}.name`, given.name, "a name such as city") ?? "";
  if (name !== "" && !isHandleName(name))
    problems.add(`${path}.name`, "must begin with a letter and have only letters, digits, _, . and -");
  const type = problems.oneOf(`${path}.type`, given.type ?? "text", fieldKinds) ?? "text";
  if (type === "text" && given.sensitive !== true && looksLikeCredential(name))
    problems.add(`${path}.type`, `is text, and ${name} looks like a credential; use secret`);
  const prompt = problems.optionalText(`${path}.prompt`, given.prompt);
  const description = problems.optionalText(`${path}.description`, given.description);
  const options = readOptions(`${path}.`, type, given.options, problems);
  const preset = problems.preset(`${path}.default`, type, given.default, options);
  return {
    name,
    type,
    required: given.required === undefined ? true : problems.flag(`${path}.required`, given.required),
    sensitive: problems.flag(`${path}.sensitive`, given.sensitive) || type === "secret",
    ...(prompt !== undefined && { prompt }),
    ...(description !== undefined && { description }),
    ...(options && { options }),
    ...(preset !== undefined && { default: preset }),
  };
}

function readName(given: unknown, sensitive: boolean, problems: SpecProblems): string | undefined {
  const name = problems.optionalText("name", given);
  if (name === undefined) return undefined;
  if (!isHandleName(name))
    problems.add(
      "name",
      "must begin with a letter and have only letters, digits, _, . and -, such as openai_key",
    );
  if (!sensitive) problems.add("name", "is only for a secret, or with sensitive: true");
  return name;
}
