// The questions that wait in a terminal, in the order in which they are shown.

import { shortLine } from "./card/card.js";
import type { TerminalQuestion } from "./question.js";

/** A question that waits. */
export interface Item {
  readonly question: TerminalQuestion;
  readonly askedAt: number;
  expiresAt: number | undefined;
  transcript: readonly string[];
  /** True once its answer was taken, and only the page is still being waited for. */
  isTaken: boolean;
}

/** The questions that wait; those of one round stand together. */
export class Queue {
  #items: readonly Item[] = [];
  /** How many questions each round has had so far, and how many of them are gone. */
  readonly #rounds = new Map<string, { of: number; gone: number }>();

  /** The one that is shown. */
  get current(): Item | undefined {
    return this.#items[0];
  }

  get items(): readonly Item[] {
    return this.#items;
  }

  add(question: TerminalQuestion, now: number): Item {
    const { askedAt = now, transcript = [], elicitation, group } = question;
    const item: Item = { question, askedAt, transcript, expiresAt: elicitation.expiresAt, isTaken: false };
    const last =
      group === undefined ? -1 : this.#items.findLastIndex((other) => other.question.group === group);
    const at = last < 0 ? this.#items.length : last + 1;
    this.#items = this.#items.toSpliced(at, 0, item);
    if (group !== undefined) {
      const round = this.#rounds.get(group) ?? { of: 0, gone: 0 };
      round.of += 1;
      this.#rounds.set(group, round);
    }
    return item;
  }

  /** False when it is gone already. */
  remove(item: Item): boolean {
    if (!this.has(item)) return false;
    this.#items = this.#items.filter((other) => other !== item);
    this.#leaveRound(item.question.group);
    return true;
  }

  has(item: Item): boolean {
    return this.#items.includes(item);
  }

  /** The place of a question in its round; `undefined` when it is the only one. */
  partOf({ question: { group } }: Item): { readonly place: number; readonly of: number } | undefined {
    const round = group === undefined ? undefined : this.#rounds.get(group);
    return round !== undefined && round.of > 1 ? { place: round.gone + 1, of: round.of } : undefined;
  }

  #leaveRound(group: string | undefined): void {
    const round = group === undefined ? undefined : this.#rounds.get(group);
    if (group === undefined || round === undefined) return;
    round.gone += 1;
    if (round.gone === round.of) this.#rounds.delete(group);
  }
}

/** A question on one line, for receipts: who asked, and the beginning of what. */
export const nameOf = ({ question: { elicitation } }: Item): string =>
  `${shortLine(elicitation.asker.server, 40)}: ${shortLine(elicitation.message, 60)}`;
