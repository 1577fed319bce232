// Asserts that a handler gives and does the same, however often it is suspended and run again.

import { isObject } from "../../core/json.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { TestAnswers } from "../client/answer-script.js";
import { failure, TestFault } from "../client/failure.js";
import type { TestClientOptions } from "../client/traced-client.js";
import type { MakeServer } from "../server-kit.js";
import { differentOutcome } from "./different-outcome.js";
import { differentEffects, differentSteps, heldResources } from "./effect-problems.js";
import {
  changedQuestions,
  differentQuestions,
  droppedQuestions,
  runningTimers,
} from "./question-problems.js";
import { type SeenMaker, seeMaker } from "./seen-maker.js";
import { slowAnswers } from "./slow-answers.js";
import { nameOf, type ReplaySubject, type Trial, type TrialOutcome, tryOut } from "./trial.js";
import { MODERN, ways } from "./ways.js";

/** What is called, and how it is answered. */
export type ReplaySafeOptions = ReplaySubject &
  Pick<TestClientOptions, "capabilities" | "headers"> & {
    /** What the person answers; every trial begins it anew. @default nothing is asked */
    readonly answers?: TestAnswers;
    /** Makes results of different runs comparable, when they have ids or times in them. @default as they are */
    readonly normalize?: (result: unknown) => unknown;
    /** True when the call is to fail; one that fails otherwise tests nothing. @default false */
    readonly expectError?: boolean;
  };

const REFERENCE = "the legacy era";
const LATE = `${REFERENCE}, where answers take their time`;

const NAMES: { readonly [name in keyof Required<ReplaySafeOptions> | KeysOf<ReplaySubject>]: true } = {
  tool: true,
  prompt: true,
  resource: true,
  args: true,
  answers: true,
  capabilities: true,
  headers: true,
  normalize: true,
  expectError: true,
};

/** The names of the members of each type of a union. */
type KeysOf<T> = T extends unknown ? keyof T : never;

/**
 * Fails unless a handler is replay-safe. It runs in the legacy era first, where it is never suspended; then in the
 * modern era, suspended at every question, with answers one by one, rounds run again, lost replies, doubled retries,
 * and, if the servers take `keys`, a new server for every round and two servers in turn. Results, effects, steps, questions and what is held
 * must come out the same. In the end it runs in the legacy era with every answer a moment late: it must wait for each.
 */
export async function assertReplaySafe(makeServer: MakeServer, options: ReplaySafeOptions): Promise<void> {
  const { answers = [], capabilities, headers = {}, normalize = (result) => result } = options;
  requireKnown(options);
  const maker = seeMaker(makeServer);
  const base: TestClientOptions = { answers, headers, ...(capabilities && { capabilities }) };
  const trial = async (name: string, more: TestClientOptions): Promise<Trial> => {
    const seen = await tryOut(name, maker.make, options, { ...base, ...more });
    if ("error" in seen.outcome && seen.outcome.error instanceof TestFault) throw seen.outcome.error;
    return seen;
  };
  const check = (seen: Trial, problems: readonly string[]): void => {
    if (problems.length > 0) throw unsafe(options, seen, problems);
  };

  const reference = await trial(REFERENCE, { era: "legacy" });
  requireFair(options, reference);
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
    if (found.length > 0) return found;
    const other = differentOutcome(seen, reference, normalize);
    return other.length > 0 ? other : differentQuestions(seen, reference);
  };

  const plain = await trial(MODERN, { era: "modern" });
  check(plain, problemsOf(plain));
  for (const { name, faults, rounds, isSeveral = false } of ways) {
    if (isSeveral && !plain.areKeysTaken) continue;
    if (isSeveral) requireEngine(plain, maker);
    maker.allowMoreRounds(rounds(plain));
    const seen = await trial(name, { era: "modern", faults });
    check(seen, problemsOf(seen));
  }
  // What it comes to by then is another matter: a question may have its deadline.
  const late = await tryOut(LATE, maker.make, options, {
    ...base,
    era: "legacy",
    answers: slowAnswers(answers),
  });
  check(late, droppedQuestions(late));
}

/** An option that does nothing would be blamed on the handler. */
function requireKnown(options: ReplaySafeOptions): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown === undefined) return;
  throw new TestFault(
    `${unknown} is no option of assertReplaySafe. There are ${Object.keys(NAMES).join(", ")}; what a tool or prompt is called with is args.`,
  );
}

/** A script that does not fit is the test's fault, not the handler's; so is a call that comes to nothing. */
function requireFair(options: ReplaySafeOptions, { outcome, name }: Trial): void {
  if ("error" in outcome && !(outcome.error instanceof RpcError)) throw outcome.error;
  const { expectError = false } = options;
  const error = errorOf(outcome);
  if (error !== undefined && !expectError)
    throw new TestFault(
      `${nameOf(options)} failed in ${name}, so nothing was tested: ${error} If it is to fail, say \`expectError: true\`.`,
    );
  // A call that failed did not come to its questions, so that this is told second.
  if ("complaint" in outcome && outcome.complaint !== undefined) throw outcome.complaint;
  if (error === undefined && expectError)
    throw new TestFault(`${nameOf(options)} did not fail in ${name}, and \`expectError\` says that it does.`);
}

/** What the call says went wrong; `undefined` when nothing did. */
function errorOf(outcome: TrialOutcome): string | undefined {
  if ("error" in outcome) return asSentence(outcome.error.message);
  const { result } = outcome;
  if (!isObject(result) || result.isError !== true) return undefined;
  return asSentence(String(result.text));
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** Servers that share nothing but keys do not know of each other's pages. */
function requireEngine({ page }: Trial, { sharesEngine }: SeenMaker): void {
  if (page === undefined || sharesEngine) return;
  throw new TestFault(
    `The page of “${page}” is to be completed on any of several servers, and they do not share an engine. The function that makes servers takes \`keys\`: have it take \`engine\` too, and pass both to createServer.`,
  );
}

function unsafe(subject: ReplaySubject, { name }: Trial, problems: readonly string[]): Error {
  const sentences = [...new Set(problems)].map((problem) => `- ${problem}`);
  return failure([`${nameOf(subject)} is not replay-safe. In ${name}:`, ...sentences].join("\n"));
}
