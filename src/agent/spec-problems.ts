// Collects what is wrong with a model's question while it is read.

import { BeckonError } from "../core/errors.js";
import type { JsonObject } from "../core/json.js";
import { firstProblems, type Problem, problemLine } from "../core/problem.js";
import type { SpecDefault } from "./spec.js";

/** Timers understand no more. */
const LONGEST_DAYS = 24;
const LONGEST_SECONDS = LONGEST_DAYS * 24 * 60 * 60;

/** Reads single values; what does not fit is noted with what to write instead. */
export class SpecProblems {
  readonly #problems: Problem[] = [];

  add(path: string, message: string): void {
    this.#problems.push({ path, message });
  }

  /** Throws one error that names them all. */
  throwIfAny(): void {
    if (this.#problems.length === 0) return;
    const lines = firstProblems(this.#problems, (problem) => problem).map(problemLine);
    throw new BeckonError("invalid-arguments", `The spec cannot be asked. ${lines.join("; ")}.`, {
      problems: this.#problems,
    });
  }

  unknownKeys(path: string, given: JsonObject, known: readonly string[]): void {
    for (const key of Object.keys(given))
      if (!known.includes(key)) this.add(`${path}${key}`, `is unknown; there are ${known.join(", ")}`);
  }

  oneOf<T extends string>(path: string, value: unknown, among: readonly T[]): T | undefined {
    const found = among.find((one) => one === value);
    if (found === undefined) {
      const had = value === undefined ? "is missing; it" : `is ${JSON.stringify(value)}, and`;
      this.add(path, `${had} must be one of ${among.join(", ")}`);
    }
    return found;
  }

  text(path: string, value: unknown, meaning: string): string | undefined {
    if (typeof value === "string" && value.trim() !== "") return value;
    this.add(
      path,
      value === undefined ? `is missing; write ${meaning}` : `must be text that says ${meaning}`,
    );
    return undefined;
  }

  optionalText(path: string, value: unknown): string | undefined {
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "string") return value;
    this.add(path, "must be text");
    return undefined;
  }

  flag(path: string, value: unknown): boolean {
    if (typeof value === "boolean") return value;
    if (value !== undefined && value !== null) this.add(path, "must be true or false");
    return false;
  }

  positive(path: string, value: unknown): number | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value === "number" && value > 0 && value <= LONGEST_SECONDS) return value;
    this.add(path, `must be a number of seconds above 0, up to ${LONGEST_SECONDS} (${LONGEST_DAYS} days)`);
    return undefined;
  }

  options(path: string, value: unknown): readonly string[] | undefined {
    const isList = Array.isArray(value) && value.length > 0;
    if (!isList || !value.every((one) => typeof one === "string" && one.trim() !== "")) {
      this.add(path, 'must be a list of texts such as ["red", "blue"]');
      return undefined;
    }
    if (new Set(value).size < value.length) {
      this.add(path, "must not have the same option twice");
      return undefined;
    }
    return value;
  }

  /** What is preset, as the kind holds it. Models write a yes as text, too. */
  preset(
    path: string,
    kind: string,
    value: unknown,
    options: readonly string[] | undefined,
  ): SpecDefault | undefined {
    if (value === undefined || value === null) return undefined;
    const found = presetOf(kind, value, options);
    if (found !== undefined) return found;
    this.add(path, presetRules[kind] ?? "is not possible here; leave it out");
    return undefined;
  }
}

const presetRules: { readonly [kind: string]: string } = {
  text: "must be text",
  choice: "must be one of the options",
  multi_choice: "must be a list of some of the options",
  boolean: "must be true or false",
  number: "must be a number",
  secret: "is not possible for a secret; leave it out",
  form: "is not possible for a form; give its fields defaults",
};

const yesOrNo: { readonly [text: string]: boolean } = {
  true: true,
  yes: true,
  y: true,
  false: false,
  no: false,
  n: false,
};

function presetOf(
  kind: string,
  value: unknown,
  options: readonly string[] | undefined,
): SpecDefault | undefined {
  switch (kind) {
    case "text":
      return typeof value === "string" ? value : undefined;
    case "choice":
      // Options that are wrong themselves are told once.
      return typeof value === "string" && (options?.includes(value) ?? true) ? value : undefined;
    case "multi_choice": {
      const list = Array.isArray(value) ? value : [value];
      const isAmong = (one: unknown) => typeof one === "string" && (options?.includes(one) ?? true);
      return list.every(isAmong) && new Set(list).size === list.length ? list : undefined;
    }
    case "boolean":
      return typeof value === "boolean" ? value : yesOrNo[String(value).trim().toLowerCase()];
    case "number":
      return typeof value === "number" && Number.isFinite(value) ? value : undefined;
    default:
      return undefined;
  }
}
