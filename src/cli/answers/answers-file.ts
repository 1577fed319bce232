// Answers that somebody wrote down before: the rules of a policy, in a file.

import { basename } from "node:path";
import type { FormContent } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { requireFormSchema } from "../../core/elicitation/require-form-schema.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";
import type { PolicyRule } from "../../responders/policy-rule.js";
import { schemaFingerprint } from "../../responders/schema-fingerprint.js";
import { CliError } from "../frame/cli-error.js";
import { readJsonFile } from "../frame/read-input.js";
import type { Surroundings } from "../frame/surroundings.js";

/** The option that names the file. */
export const answersOption = {
  answers: {
    type: "text",
    value: "FILE",
    summary: "a JSON file with answers to forms that are known beforehand",
  },
} as const;

const members = ["name", "server", "origin", "tool", "message", "schema", "content", "cancel"];

/** Reads the rules in a file. Each names its form exactly, and is recorded by its name. */
export async function readAnswers(path: string, surroundings: Surroundings): Promise<readonly PolicyRule[]> {
  const given = await readJsonFile("The answers", path, surroundings);
  return readRules(given, basename(path));
}

/** The rules in a value: a list of `{ schema, content }`, each with what else it is about. */
export function readRules(given: unknown, file: string): readonly PolicyRule[] {
  if (!Array.isArray(given)) refuse(file, `is no list. Write [{ "schema": …, "content": … }].`);
  return given.map((entry: unknown, index) => {
    const at = `has an entry ${index + 1} that`;
    if (!isObject(entry)) return refuse(file, `${at} is no object.`);
    const unknown = Object.keys(entry).find((name) => !members.includes(name));
    if (unknown !== undefined)
      refuse(file, `${at} has ${JSON.stringify(unknown)}. There can be ${members.join(", ")}.`);
    return toRule(entry, `${file}#${index + 1}`, (reason) => refuse(file, `${at} ${reason}`));
  });
}

type Refuse = (reason: string) => never;

function toRule(entry: JsonObject, fallbackName: string, no: Refuse): PolicyRule {
  const { name = fallbackName, content, cancel, schema } = entry;
  if (typeof name !== "string") no("has a name that is no text.");
  const when = {
    ...optionalText("server", entry.server, no),
    ...optionalText("origin", entry.origin, no),
    ...optionalText("tool", entry.tool, no),
    ...optionalText("message", entry.message, no),
    ...(schema !== undefined && { schema: fingerprintOf(schema, no) }),
  };
  if (cancel !== undefined && cancel !== true) no("has cancel, which can only be true.");
  if (cancel === true && content !== undefined) no("has content and cancels. Take one of them out.");
  if (cancel === true) return { name: String(name), when, do: "cancel" };
  if (!isObject(content)) return no("has no content: an object of values by field.");
  if (schema === undefined)
    no(
      "has no schema: the form as the server sends it, or its fingerprint, which is told where it was asked in vain.",
    );
  // Held against the form when it is used.
  return { name: String(name), when, do: { content: content as FormContent } };
}

function optionalText<Name extends string>(
  name: Name,
  value: unknown,
  no: Refuse,
): { [Key in Name]?: string } {
  if (value === undefined) return {};
  if (typeof value !== "string") return no(`has ${name}, which is no text.`);
  // The computed member is the one of the type.
  return { [name]: value } as { [Key in Name]?: string };
}

function fingerprintOf(schema: unknown, no: Refuse): string {
  if (typeof schema === "string") return schema;
  try {
    // Refuses whatever is no form.
    return schemaFingerprint(requireFormSchema(schema) satisfies FormSchema);
  } catch (error) {
    return no(`has a schema that is no form: ${messageOf(error)}`);
  }
}

function refuse(file: string, reason: string): never {
  throw new CliError("usage", `The answers in ${file} cannot be used: the file ${reason}`);
}
