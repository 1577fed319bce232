// What is wrong with how a handler asks: questions that change, questions that nobody waits for, races.

import type { Exchange, TracedAsk } from "../tracing/exchange.js";
import type { Trial } from "./trial.js";
import { quoted } from "./words.js";

/** Questions that an execution asked and the next one did not. */
export function changedQuestions({ exchanges }: Trial): readonly string[] {
  return exchanges.flatMap((exchange, index) => {
    const next = exchanges[index + 1];
    if (next === undefined || exchange.outcome !== "questions") return [];
    const again = new Set(next.asks.map(({ key }) => key));
    const known = new Set(exchange.asks.map(({ key }) => key));
    const instead = next.asks.find(({ key }) => !known.has(key));
    return exchange.asks.filter(({ key }) => !again.has(key)).map((ask) => changed(ask, instead));
  });
}

const changed = ({ label }: TracedAsk, instead: TracedAsk | undefined): string =>
  `The handler asked ${quoted(label)}, and when it ran again ${
    instead === undefined ? "it did not ask that" : `it asked ${quoted(instead.label)} instead`
  }, so the answer is lost. What it asks must come out the same every time: take times and random values from ctx.now(), ctx.uuid() and ctx.random(), and read what may change in a step.`;

/** More questions, or fewer, than in the reference. Their words may differ: there may be a time or an id in them. */
export function differentQuestions(trial: Trial, reference: Trial): readonly string[] {
  const [had, wanted] = [questionsOf(trial), questionsOf(reference)];
  if (had.size === wanted.size) return [];
  return [
    `The handler asked ${list(had)}; in ${reference.name} it asked ${list(wanted)}. What it asks must not depend on the era, on ctx.replaying, or on how often it ran.`,
  ];
}

/** What was asked in all rounds together, by key. */
const questionsOf = ({ exchanges }: Trial): ReadonlyMap<string, string> =>
  new Map(exchanges.flatMap(({ asks }) => asks.map(({ key, label }) => [key, label] as const)));

const list = (questions: ReadonlyMap<string, string>): string =>
  questions.size === 0 ? "nothing" : [...questions.values()].map(quoted).join(" and ");

/** Questions that were open when the handler returned. */
export function droppedQuestions({ exchanges }: Trial): readonly string[] {
  return exchanges
    .filter(({ outcome }) => outcome === "result")
    .flatMap((exchange) => openAsks(exchange).map((ask) => dropped(ask, exchange)));
}

function dropped({ label }: TracedAsk, { asks }: Exchange): string {
  const other = asks.find(({ isAnswered }) => isAnswered);
  const raced =
    other === undefined
      ? "raced it against something that is not a question"
      : `raced it: against something that is not a question, or against ${quoted(other.label)}, where the first answer wins in the legacy era and the modern era waits for both`;
  return `The handler returned while ${quoted(label)} was open: it did not wait for the answer, or ${raced}. Await every question; for a time limit use its \`timeoutMs\`.`;
}

/** Timers that ran on when a round had ended. */
export function runningTimers({ exchanges }: Trial): readonly string[] {
  return exchanges
    .filter(({ outcome }) => outcome === "questions")
    .flatMap((exchange) =>
      exchange.timersLeft.map(
        (at) =>
          `A timer (set at ${at}) was running while ${openAsks(exchange)
            .map(({ label }) => quoted(label))
            .join(
              " and ",
            )} was open. A round does not wait for it, so it cannot race a question: give the question a \`timeoutMs\` instead. One that only has to stop is to be cleared in ctx.defer(…).`,
      ),
    );
}

const openAsks = ({ asks }: Exchange): readonly TracedAsk[] => asks.filter(({ isAnswered }) => !isAnswered);
