// Hands the answers of a card to whoever asked, and says what the person is told about it.

import type { Answer } from "../core/elicitation/answer.js";
import { messageOf } from "../core/message-of.js";
import { neutralLine } from "../core/neutral-text.js";
import { fieldKey } from "./card/card-field.js";
import type { Verdict } from "./machine/answers.js";
import { type Item, nameOf, type Queue } from "./queue.js";

/** Why answers were not taken, by the key of the field. */
export interface Refusal {
  readonly problems: ReadonlyMap<string, string>;
  readonly failure: string | undefined;
}

/** What became of an answer, for the person. */
export type Settled =
  | { readonly type: "taken" }
  | { readonly type: "gone"; readonly why: string }
  | ({ readonly type: "refused" } & Refusal);

/** What a desk does about the outcome of each answer. */
export interface SettleEvents {
  /** It was taken. */
  onReceipt(line: string): void;
  /** It came too late. */
  onLate(line: string): void;
  /** The person looks at these another time. */
  onLater(items: readonly Item[]): void;
}

/** What is left to do for a card. */
export interface CardOutcome {
  /** Why some of it was not taken. */
  readonly refusal: Refusal | undefined;
  /** True when the person has gone to a page that is only here, which is waited for. */
  readonly isAway: boolean;
}

/** Sends what a person made of each question of a card, all at once. What was taken leaves the queue. */
export async function settleCard(
  queue: Queue,
  items: readonly Item[],
  verdicts: readonly Verdict[],
  events: SettleEvents,
): Promise<CardOutcome> {
  const byKey = new Map(verdicts.map(({ question, answer }) => [question, answer]));
  const refusals: Refusal[] = [];
  let isAway = false;
  const later = items.filter(({ key }) => byKey.get(key)?.action === "later");
  if (later.length > 0) events.onLater(later);
  await Promise.all(
    items.map(async (item) => {
      const answer = byKey.get(item.key);
      if (answer === undefined || answer.action === "later") return;
      const settled = await settleItem(item, answer);
      // It may have gone away meanwhile, and then its line has been said.
      if (!queue.has(item)) return;
      if (settled.type === "refused") {
        refusals.push(settled);
        return;
      }
      item.isTaken = settled.type === "taken";
      if (settled.type === "gone") events.onLate(`${nameOf(item)} was too late: ${settled.why}`);
      else events.onReceipt(`${RECEIPTS[answer.action]}: ${nameOf(item)}`);
      if (item.isTaken && isAwaited(item) && answer.action === "accept") isAway = true;
      else queue.remove(item);
    }),
  );
  return { refusal: joinRefusals(refusals), isAway };
}

/** True for a page whose end comes after its answer. What is kept elsewhere is answered when the person comes back. */
const isAwaited = ({ question: { elicitation, later } }: Item): boolean =>
  elicitation.mode === "url" && later === undefined;

/** Never rejects: what goes wrong is for the person to read, who keeps what was typed. */
export async function settleItem({ question, key }: Item, answer: Answer): Promise<Settled> {
  try {
    const outcome = await question.settle(answer);
    if (outcome === undefined) return { type: "taken" };
    if ("gone" in outcome) return { type: "gone", why: neutralLine(outcome.gone) };
    const named = new Set(
      question.elicitation.mode === "form" ? Object.keys(question.elicitation.schema.properties) : [],
    );
    const others = outcome.problems.filter(({ path }) => !named.has(path)).map(({ message }) => message);
    return {
      type: "refused",
      problems: new Map(
        outcome.problems
          .filter(({ path }) => named.has(path))
          .map(({ path, message }) => [fieldKey(key, path), message]),
      ),
      failure: others.length > 0 ? neutralLine(others.join("; ")) : undefined,
    };
  } catch (error) {
    const failure = `It could not be sent: ${neutralLine(messageOf(error))} Nothing is lost; try again.`;
    return { type: "refused", problems: new Map(), failure };
  }
}

/** Why some of a card were not taken, as one; `undefined` when all were. */
function joinRefusals(refusals: readonly Refusal[]): Refusal | undefined {
  if (refusals.length === 0) return undefined;
  const failures = new Set(refusals.flatMap(({ failure }) => (failure === undefined ? [] : [failure])));
  return {
    problems: new Map(refusals.flatMap(({ problems }) => [...problems])),
    failure: failures.size === 0 ? undefined : [...failures].join(" "),
  };
}

/** What a receipt calls an answer. */
const RECEIPTS: { readonly [action in Answer["action"]]: string } = {
  accept: "Sent",
  decline: "Declined",
  cancel: "Cancelled",
  timeout: "Time is over",
  unavailable: "Nobody asked",
};
