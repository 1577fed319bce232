// The questions that wait in a terminal, in the order in which they are shown.

import type { FormContent } from "../core/elicitation/answer.js";
import { shortLine } from "./card/card.js";
import { isShowable } from "./card/card-field.js";
import type { TerminalQuestion } from "./question.js";

/** A question that waits. */
export interface Item {
  readonly question: TerminalQuestion;
  /** Tells it from the others, also from one with the same id. */
  readonly key: string;
  /** What it is shown on; the forms of a round share one. */
  readonly card: string;
  readonly askedAt: number;
  expiresAt: number | undefined;
  transcript: readonly string[];
  /** What was typed before, or kept last. */
  draft: FormContent | undefined;
  /** True once a draft was asked for. */
  hasLooked: boolean;
  /** True once its answer was taken, and only the page is still being waited for. */
  isTaken: boolean;
}

/** Questions that are on one card. */
export type CardItems = readonly [Item, ...Item[]];

/** The questions that wait; those of one round stand together. */
export class Queue {
  #items: readonly Item[] = [];
  #added = 0;
  /** The cards that each round has had so far. */
  readonly #rounds = new Map<string, Set<string>>();

  /** What is shown: one question, or the forms of a round. */
  get current(): CardItems | undefined {
    const [first, ...others] = this.#items;
    return first && [first, ...others.filter(({ card }) => card === first.card)];
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  /** How many cards wait. */
  get size(): number {
    return new Set(this.#items.map(({ card }) => card)).size;
  }

  add(question: TerminalQuestion, now: number): Item {
    const { askedAt = now, transcript = [], elicitation } = question;
    this.#added += 1;
    const key = String(this.#added);
    const round = roundOf(question);
    const isJoined = round !== undefined && elicitation.mode === "form" && isShowable(elicitation.schema);
    const card = isJoined ? round : key;
    const item: Item = {
      question,
      key,
      card,
      askedAt,
      transcript,
      expiresAt: elicitation.expiresAt,
      draft: question.sentBefore,
      hasLooked: false,
      isTaken: false,
    };
    const last =
      round === undefined ? -1 : this.#items.findLastIndex((other) => roundOf(other.question) === round);
    const at = last < 0 ? this.#items.length : last + 1;
    this.#items = this.#items.toSpliced(at, 0, item);
    if (round !== undefined) this.#rounds.set(round, new Set(this.#rounds.get(round)).add(card));
    return item;
  }

  /** False when it is gone already. */
  remove(item: Item): boolean {
    if (!this.has(item)) return false;
    this.#items = this.#items.filter((other) => other !== item);
    const round = roundOf(item.question);
    if (round !== undefined && this.#openCards(round) === 0) this.#rounds.delete(round);
    return true;
  }

  has(item: Item): boolean {
    return this.#items.includes(item);
  }

  /** The place of a card in its round; `undefined` when it is the only one. */
  partOf({ question }: Item): { readonly place: number; readonly of: number } | undefined {
    const round = roundOf(question);
    const of = round === undefined ? 1 : (this.#rounds.get(round)?.size ?? 1);
    return round === undefined || of === 1 ? undefined : { place: of - this.#openCards(round) + 1, of };
  }

  #openCards(round: string): number {
    const own = this.#items.filter(({ question }) => roundOf(question) === round);
    return new Set(own.map(({ card }) => card)).size;
  }
}

/** What questions of one round have in common: also who asks, since askers name their groups themselves. */
function roundOf({ group, elicitation: { asker } }: TerminalQuestion): string | undefined {
  const { server, origin, client, runId } = asker;
  return group === undefined ? undefined : JSON.stringify([server, origin, client, runId, group]);
}

/** A question on one line, for receipts: who asked, and the beginning of what. */
export function nameOf({ question: { elicitation } }: Item): string {
  const [first = ""] = elicitation.message.trimStart().split("\n", 1);
  return `${shortLine(elicitation.asker.server, 40)}: ${shortLine(first, 60)}`;
}
