// A person with their answers decided beforehand: each question has its own, however and whenever it is asked.

import fc from "fast-check";
import type { AskKind } from "./asking-program.js";

/** What a person does in the end. */
export interface Final {
  readonly action: "accept" | "decline" | "cancel";
  readonly number: number;
  readonly flag: boolean;
  /** Absent where the form's default is left to stand. */
  readonly seat: "in" | "out" | undefined;
  readonly note: string | undefined;
  /** True for content with members that nobody asked for. */
  readonly extra: boolean;
}

/** How a person comes to answer one question. */
export interface Script {
  /** How often the answer is left out first; only the modern era has this. */
  readonly missing: number;
  /** How often it is invalid then; forever when that is more than anybody asks for. */
  readonly invalid: number;
  readonly final: Final;
}

/** As many invalid answers as end a question. */
export const MOST_INVALID = 4;

const final: fc.Arbitrary<Final> = fc.record({
  action: fc.constantFrom("accept", "accept", "accept", "decline", "cancel"),
  number: fc.integer({ min: 1, max: 9 }),
  flag: fc.boolean(),
  seat: fc.constantFrom("in", "out", undefined),
  note: fc.option(fc.string({ maxLength: 4 }), { nil: undefined }),
  extra: fc.boolean(),
});

const mostlyNone = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(0) },
    { weight: 2, arbitrary: fc.integer({ min: 1, max: most }) },
  );

/** The scripts of a person; each question takes one of them. */
export const anyScripts: fc.Arbitrary<readonly Script[]> = fc.array(
  fc.record({ missing: mostlyNone(2), invalid: mostlyNone(MOST_INVALID), final }),
  { minLength: 1, maxLength: 6 },
);

/**
 * The script for the n-th question of a message. Of equal questions only the first is answered wrongly: where several of
 * them are asked again at once, in whichever order, nobody can tell which of them is which.
 */
export function scriptFor(scripts: readonly Script[], message: string, occurrence: number): Script {
  let sum = occurrence * 7;
  for (const letter of message) sum += letter.charCodeAt(0);
  const script = scripts[sum % scripts.length];
  if (script === undefined) throw new Error("A person has at least one script.");
  return occurrence === 1 ? script : { ...script, invalid: 0 };
}

/** The content that is sent. */
export function contentOf(kind: AskKind, { number, flag, seat, note, extra }: Final): object {
  const more: object = extra ? { unasked: "x", constructor: true } : {};
  switch (kind) {
    case "party":
      return { guests: number, ...(seat && { seat }), ...more };
    case "terms":
      return { agreed: flag, ...(note !== undefined && { note }), ...more };
    case "confirm":
      return { confirmed: flag, ...more };
    case "choose":
      return { choice: flag ? "tea" : "coffee", ...more };
  }
}

const INVALID: Readonly<Record<AskKind, readonly object[]>> = {
  party: [{ guests: 99 }, { guests: "many" }, {}],
  terms: [{}, { agreed: "yes" }, { agreed: true, note: 7 }],
  confirm: [{}, { confirmed: "yes" }],
  choose: [{ choice: "wine" }, { choice: ["tea"] }],
};

/** What a handler gets for a question in the end. */
export function answerFor(kind: AskKind, { invalid, final }: Script): unknown {
  if (invalid >= MOST_INVALID)
    return kind === "confirm" ? false : { action: "cancel", reason: "the answers were invalid" };
  const { action, number, flag, seat, note } = final;
  if (kind === "confirm") return action === "accept" && flag;
  if (action === "decline") return { action };
  if (action === "cancel") return { action, reason: "dismissed" };
  switch (kind) {
    case "party":
      return { action, content: { guests: number, seat: seat ?? "in" } };
    case "terms":
      return { action, content: { agreed: flag, ...(note !== undefined && { note }) } };
    case "choose":
      return { action, content: flag ? "tea" : "coffee" };
  }
}

/** What a client is asked for. */
interface Request {
  readonly message: string;
  readonly requestedSchema: { readonly properties: object };
}

/** A person through one run. */
export interface Person {
  /** The result for a question of the modern era, which is known by its key; `undefined` for none this time. */
  respond(key: string, params: Request): object | undefined;
  /** The result for a question of the legacy era, which is known by its message and by what came before. */
  respondLive(params: Request): object;
  /** True when the final answers to these questions, by key, were given. */
  isDoneWith(keys: readonly string[]): boolean;
}

export function createPerson(scripts: readonly Script[]): Person {
  const counts = new Map<string, number>();
  const known = new Map<string, Memory>();
  /** The questions whose answers were invalid, in order: so they are asked again. */
  const corrections = new Map<string, Memory[]>();

  function meet(message: string): Memory {
    const occurrence = (counts.get(message) ?? 0) + 1;
    counts.set(message, occurrence);
    return { script: scriptFor(scripts, message, occurrence), missed: 0, failed: 0, isDone: false };
  }

  return {
    respond(key, params) {
      const memory = known.get(key) ?? meet(plain(params.message));
      known.set(key, memory);
      if (memory.missed < memory.script.missing) {
        memory.missed += 1;
        return undefined;
      }
      return resultOf(memory, kindOf(params));
    },
    respondLive(params) {
      const message = plain(params.message);
      const again = corrections.get(message) ?? [];
      corrections.set(message, again);
      const memory = message === params.message ? meet(message) : again.shift();
      if (memory === undefined) throw new Error(`Nothing was to be corrected: ${params.message}`);
      const { failed } = memory;
      const result = resultOf(memory, kindOf(params));
      if (memory.failed > failed && memory.failed < MOST_INVALID) again.push(memory);
      return result;
    },
    isDoneWith: (keys) => keys.every((key) => known.get(key)?.isDone === true),
  };
}

interface Memory {
  readonly script: Script;
  missed: number;
  failed: number;
  /** True once the final answer was given. */
  isDone: boolean;
}

function resultOf(memory: Memory, kind: AskKind): object {
  const { script } = memory;
  if (memory.failed < script.invalid || script.invalid >= MOST_INVALID) {
    const content = INVALID[kind][memory.failed % INVALID[kind].length];
    memory.failed += 1;
    return { action: "accept", content };
  }
  memory.isDone = true;
  const { action } = script.final;
  return action === "accept" ? { action, content: contentOf(kind, script.final) } : { action };
}

/** The message without what was wrong with the last answer. */
const plain = (message: string): string => message.split("\n\nPlease correct:")[0] ?? message;

function kindOf({ requestedSchema: { properties } }: Request): AskKind {
  if ("guests" in properties) return "party";
  if ("agreed" in properties) return "terms";
  return "confirmed" in properties ? "confirm" : "choose";
}
