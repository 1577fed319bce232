// Holds what came of a run, and everything that happened on the way, against what its program means.

import { expect } from "vitest";
import { type Effect, type Execution, turns, valueName, type World } from "./asking-handler.js";
import type { Script } from "./asking-person.js";
import { has, type Program } from "./asking-program.js";
import { interpret, type Meaning } from "./asking-reference.js";

/** As long as anything takes that is under way when a run is over, in turns of the event loop. */
const QUIET = 20;

/** What the reference makes of a program, with the values that an execution was given. */
export const meaningOf = (program: Program, scripts: readonly Script[], last?: Execution): Meaning =>
  interpret(program, scripts, (kind, count) => last?.values.get(valueName(kind, count)) ?? null);

export interface CheckOptions {
  readonly world: World;
  readonly program: Program;
  readonly scripts: readonly Script[];
  readonly result: Record<string, unknown>;
  /** How often one effect may happen in one run. @default 1 */
  readonly mostEffects?: number;
}

/** Checks result, effects and executions; gives what the program means. */
export async function check(options: CheckOptions): Promise<Meaning> {
  const { world, program, scripts, result, mostEffects = 1 } = options;
  await turns(QUIET);
  const { runId, trace, outcome } = readResult(result);
  const executions = world.executions.filter((execution) => execution.runId === runId);
  const last = executions.findLast(({ isFinished }) => isFinished);
  const meaning = meaningOf(program, scripts, last);
  expect({ trace, outcome, isError: result.isError === true }, "the result").toEqual({
    trace: meaning.trace,
    outcome: meaning.outcome,
    isError: meaning.isError,
  });
  checkCounts(world.effects, mostEffects);
  for (const execution of world.executions) checkPlaces(execution, program, meaning);
  if (mostEffects > 1) return meaning;
  checkEffects(
    world.effects.filter((effect) => effect.runId === runId),
    program,
    meaning,
  );
  checkEnds(executions, program, meaning);
  return meaning;
}

function readResult({ content }: Record<string, unknown>): {
  readonly runId: string;
  readonly trace: unknown;
  readonly outcome: unknown;
} {
  // Written by the handler.
  const [{ text }] = content as [{ text: string }];
  return JSON.parse(text) as ReturnType<typeof readResult>;
}

/** No effect happens too often, whichever run it belongs to, and none happens in two rounds. */
function checkCounts(effects: readonly Effect[], most: number): void {
  const rounds = new Map<string, number[]>();
  for (const { runId, key, round } of effects) {
    const name = `${runId} ${key}`;
    rounds.set(name, [...(rounds.get(name) ?? []), round]);
  }
  for (const [name, found] of rounds) {
    expect(found.length, `effects of ${name}`).toBeLessThanOrEqual(most);
    expect(new Set(found).size, `rounds of ${name}`).toBe(1);
  }
}

/** The effects of a run are those of its program, each with what the program gave it. */
function checkEffects(effects: readonly Effect[], program: Program, meaning: Meaning): void {
  const isOrdered = !has(program, "both");
  const ordered = (list: Meaning["effects"]): Meaning["effects"] =>
    isOrdered ? list : list.toSorted((a, b) => a.key.localeCompare(b.key));
  const happened = effects.map(({ key, given }) => ({ key, given }));
  expect(ordered(happened), "the effects").toEqual(ordered(meaning.effects));
}

/** An execution comes to places of its program in their order, and stops where it asks; what it deferred runs. */
function checkPlaces(execution: Execution, program: Program, meaning: Meaning): void {
  const { marks, isBroken, cleaned, deferred } = execution;
  const labels = marks.map(({ label }) => label);
  if (isOneLine(program)) expect(labels).toEqual(meaning.marks.slice(0, labels.length));
  else expect(labels.filter((label) => !meaning.marks.includes(label))).toEqual([]);
  expect(new Set(labels).size, "places").toBe(labels.length);
  // What is deferred after an execution has ended runs at once.
  const isAtEnd = !isBroken && !has(program, "pause");
  if (isAtEnd) expect(cleaned, "what was deferred").toEqual(deferred.toReversed());
  else expect(cleaned.toSorted(), "what was deferred").toEqual(deferred.toSorted());
}

/** One undisturbed execution comes to the end; all have the same values; each place is new to one of them. */
function checkEnds(executions: readonly Execution[], program: Program, meaning: Meaning): void {
  const undisturbed = executions.filter(({ isBroken }) => !isBroken);
  const ended = executions.filter(({ isFinished }) => isFinished);
  for (const { marks } of ended)
    expect(marks.map(({ label }) => label).toSorted()).toEqual(meaning.marks.toSorted());
  // What a handler does while it waits for something else goes on when its round ends, and counts for nothing.
  if (has(program, "pause")) return;
  expect(ended.filter(({ isBroken }) => !isBroken).length, "ends of the run").toBeLessThan(2);
  const last = ended.at(-1);
  for (const { values } of undisturbed)
    for (const [name, value] of values) expect(value, name).toBe(last?.values.get(name));
  if (!isOneLine(program) || undisturbed.length < executions.length) return;
  const fresh = executions.flatMap(({ marks }) => marks.filter(({ replaying }) => !replaying));
  expect(
    fresh.map(({ label }) => label),
    "places gone to for the first time",
  ).toEqual(meaning.marks);
}

/** True for a program that does one thing at a time. */
const isOneLine = (program: Program): boolean => !has(program, "both", "late", "asks");
