// What happened too often or not at all: effects, steps, and resources that stay held.

import type { Exchange, TracedEffect } from "../tracing/exchange.js";
import type { Trial } from "./trial.js";
import { countOf, howOften, quoted, times } from "./words.js";

/** Effects that did not happen as often as in the reference. */
export function differentEffects(trial: Trial, reference: Trial): readonly string[] {
  const [had, wanted] = [countOf(trial.effects), countOf(reference.effects)];
  return [...new Set([...had.keys(), ...wanted.keys()])].flatMap((name) => {
    const [count, expected] = [had.get(name) ?? 0, wanted.get(name) ?? 0];
    if (count === expected) return [];
    const happened = `${quoted(name)} ${howOften("happened", count)}; in ${reference.name} it ${howOften("happened", expected)}.`;
    return count < expected ? [happened] : [`${happened} ${whyRepeated(trial.exchanges, name)}`];
  });
}

/** Where an effect stands that is repeated. */
function whyRepeated(exchanges: readonly Exchange[], name: string): string {
  const isLoose = (effect: TracedEffect): boolean => effect.name === name && effect.step === undefined;
  const exchange = exchanges.find((one) => one.outcome === "questions" && one.effects.some(isLoose));
  const effect = exchange?.effects.find(isLoose);
  if (exchange === undefined || effect === undefined)
    return "The handler runs again for every round; do it in ctx.step(…).";
  const question =
    exchange.asks[effect.asksBefore] ?? exchange.asks.findLast(({ isAnswered }) => !isAnswered);
  const where = exchange.asks[effect.asksBefore] === undefined ? "while it waits for" : "before it asks";
  return `The handler does it outside of a step, ${where} ${quoted(question?.label ?? "")}, and it runs again from its first line for every answer. Do it in ctx.step("${stepName(name)}", …), or after the last question.`;
}

const stepName = (name: string): string => name.replaceAll('"', "'");

/** Steps that did not run as often as in the reference. */
export function differentSteps(trial: Trial, reference: Trial): readonly string[] {
  const [had, wanted] = [countOf(stepsOf(trial)), countOf(stepsOf(reference))];
  return [...new Set([...had.keys(), ...wanted.keys()])].flatMap((key) => {
    const [count, expected] = [had.get(key) ?? 0, wanted.get(key) ?? 0];
    if (count === expected) return [];
    return [
      `The step ${key} ${howOften("ran", count)}; in ${reference.name} it ${howOften("ran", expected)}. The handler takes another way when it runs again: what it branches on must come from answers, steps, ctx.now(), ctx.uuid() or ctx.random().`,
    ];
  });
}

const stepsOf = ({ exchanges }: Trial): readonly string[] => exchanges.flatMap(({ steps }) => steps);

/** Resources that were never let go. */
export function heldResources({ held }: Trial): readonly string[] {
  return [...held]
    .filter(([, count]) => count.held > 0)
    .map(
      ([name, count]) =>
        `${quoted(name)} was acquired ${times(count.acquired)} and is still held ${times(count.held)}. An execution that ends with a question runs no \`finally\`: let it go in ctx.defer(…), which runs at the end of every execution.`,
    );
}
