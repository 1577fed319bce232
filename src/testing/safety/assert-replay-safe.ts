// Asserts that a handler gives and does the same, however often it is suspended and run again.

import { failure, type TestAnswers } from "../client/answer-script.js";
import type { TestClientOptions } from "../client/traced-client.js";
import type { MakeServer } from "../server-kit.js";
import { differentOutcome } from "./different-outcome.js";
import { differentEffects, differentSteps, heldResources } from "./effect-problems.js";
import { changedQuestions, droppedQuestions, runningTimers } from "./question-problems.js";
import { seeMaker } from "./seen-maker.js";
import { nameOf, type ReplaySubject, type Trial, tryOut } from "./trial.js";
import { MODERN, ways } from "./ways.js";

/** What is called, and how it is answered. */
export type ReplaySafeOptions = ReplaySubject &
  Pick<TestClientOptions, "capabilities" | "headers"> & {
    /** What the person answers; every trial begins it anew. @default nothing is asked */
    readonly answers?: TestAnswers;
    /** Makes results of different runs comparable, when they have ids or times in them. @default as they are */
    readonly normalize?: (result: unknown) => unknown;
  };

const REFERENCE = "the legacy era";

/**
 * Fails unless a handler is replay-safe. It runs in the legacy era first, where it is never suspended; then in the
 * modern era, suspended at every question, with answers one by one, rounds run again, lost replies, doubled retries,
 * and, if the servers take `keys`, a new server for every round. Results, effects, steps, questions and what is held
 * must come out the same.
 */
export async function assertReplaySafe(makeServer: MakeServer, options: ReplaySafeOptions): Promise<void> {
  const { answers = [], capabilities, headers = {}, normalize = (result) => result } = options;
  const maker = seeMaker(makeServer);
  const base: TestClientOptions = { answers, headers, ...(capabilities && { capabilities }) };
  const trial = (name: string, more: TestClientOptions): Promise<Trial> =>
    tryOut(name, maker.make, options, { ...base, ...more });
  const check = (seen: Trial, problems: readonly string[]): void => {
    if (problems.length > 0) throw unsafe(options, seen, problems);
  };

  const reference = await trial(REFERENCE, { era: "legacy" });
  requireFair(reference);
  check(reference, [...droppedQuestions(reference), ...heldResources(reference)]);
  const problemsOf = (seen: Trial): readonly string[] => {
    const found = [
      ...changedQuestions(seen),
      ...droppedQuestions(seen),
      ...runningTimers(seen),
      ...differentEffects(seen, reference),
      ...differentSteps(seen, reference),
      ...heldResources(seen),
    ];
    // Whatever else is wrong says why the outcome is another.
    return found.length > 0 ? found : differentOutcome(seen, reference, normalize);
  };

  const plain = await trial(MODERN, { era: "modern" });
  check(plain, problemsOf(plain));
  for (const { name, faults, rounds, needsKeys = false } of ways) {
    if (rounds(plain) > maker.maxRounds || (needsKeys && !maker.usesKeys)) continue;
    const seen = await trial(name, { era: "modern", faults });
    check(seen, problemsOf(seen));
  }
}

/** A script that does not fit is the test's fault, not the handler's. */
function requireFair({ outcome }: Trial): void {
  if ("complaint" in outcome && outcome.complaint !== undefined) throw outcome.complaint;
  if ("error" in outcome && outcome.error.name === "AssertionError") throw outcome.error;
}

function unsafe(subject: ReplaySubject, { name }: Trial, problems: readonly string[]): Error {
  const sentences = [...new Set(problems)].map((problem) => `- ${problem}`);
  return failure([`${nameOf(subject)} is not replay-safe. In ${name}:`, ...sentences].join("\n"));
}
