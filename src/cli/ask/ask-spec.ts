// What a shell script asks: a spec in a file, or made of the options.

import { parseSpec } from "../../agent/parse-spec.js";
import type { ElicitSpec } from "../../agent/spec.js";
import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { CliError } from "../frame/cli-error.js";
import type { Values } from "../frame/command.js";
import { readJsonFile } from "../frame/read-input.js";
import type { Surroundings } from "../frame/surroundings.js";

/** The options that say what is asked. */
export const specOptions = {
  choice: { type: "text", value: "OPTION", several: true, summary: "something to choose; give at least two" },
  several: { type: "flag", summary: "any number of the choices, instead of one" },
  confirm: { type: "flag", summary: "yes or no; only a yes is exit code 0" },
  secret: { type: "flag", summary: "something that is shown nowhere" },
  default: { type: "text", value: "VALUE", summary: "what is preset; for --confirm yes or no" },
  description: { type: "text", value: "TEXT", summary: "what else to say about it" },
  spec: {
    type: "text",
    value: "FILE",
    summary: "a JSON file with the question as agents write it, forms too; - is standard input",
  },
  timeout: {
    type: "number",
    value: "SECONDS",
    minimum: 1,
    summary: "how long an answer may take; else for ever",
  },
} as const;

type SpecOptions = Values<typeof specOptions>;

/** Reads it. What does not fit is told with all its problems. */
export async function readAskSpec(
  question: string | undefined,
  options: SpecOptions & { readonly name: string | undefined },
  surroundings: Surroundings,
): Promise<ElicitSpec> {
  const { timeout, name } = options;
  const given =
    options.spec === undefined
      ? fromOptions(question, options)
      : await fromFile(question, options, surroundings);
  try {
    const spec = parseSpec(name !== undefined && isObject(given) ? { ...given, name } : given);
    return timeout === undefined ? spec : { ...spec, timeoutSeconds: timeout };
  } catch (error) {
    if (error instanceof BeckonError) throw new CliError("usage", error.message);
    throw error;
  }
}

async function fromFile(
  question: string | undefined,
  options: SpecOptions,
  surroundings: Surroundings,
): Promise<unknown> {
  const also = (["confirm", "secret", "several", "default", "description"] as const).find(
    (name) => options[name],
  );
  if (question !== undefined || also !== undefined || options.choice.length > 0)
    throw new CliError(
      "usage",
      "The question is in the file of --spec. Take the text and the options that say the same out of the command line.",
    );
  return readJsonFile("The spec", options.spec ?? "-", surroundings);
}

function fromOptions(question: string | undefined, options: SpecOptions): object {
  const { choice, several, confirm, secret, description, default: preset } = options;
  if (question === undefined)
    throw new CliError(
      "usage",
      "QUESTION is missing: what the person is asked. A whole form goes into --spec FILE.",
    );
  if ([choice.length > 0, confirm, secret].filter(Boolean).length > 1)
    throw new CliError("usage", "Give only one of --choice, --confirm and --secret.");
  if (several && choice.length === 0)
    throw new CliError("usage", "--several is about choices. Give --choice too.");
  // Whoever can only take what is there is not asked.
  if (choice.length === 1)
    throw new CliError(
      "usage",
      "One --choice is nothing to choose from. Give at least two, or use --confirm.",
    );
  const type = confirm
    ? "confirmation"
    : secret
      ? "secret"
      : choice.length === 0
        ? "text"
        : several
          ? "multi_choice"
          : "choice";
  return {
    type,
    prompt: question,
    ...(description !== undefined && { description }),
    ...(choice.length > 0 && { options: choice }),
    ...(preset !== undefined && { default: presetOf(type, preset) }),
  };
}

function presetOf(type: string, preset: string): unknown {
  if (type === "multi_choice") return preset.split(",").map((one) => one.trim());
  if (type !== "confirmation") return preset;
  if (preset !== "yes" && preset !== "no")
    throw new CliError("usage", "--default is yes or no for --confirm.");
  return preset === "yes";
}
