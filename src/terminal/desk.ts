// Where a person sits: the contract between the queue and the two ways to show it.

import type { Clock } from "../core/clock.js";
import type { FindDomain } from "../core/url-display.js";
import type { Card } from "./card/card.js";
import { toCard } from "./card/card.js";
import { joinCards } from "./card/join-cards.js";
import type { Marks } from "./look/marks.js";
import type { Colours } from "./look/paint.js";
import type { CardItems, Item, Queue } from "./queue.js";
import type { Interruption } from "./tty/line-input.js";
import type { Streams } from "./tty/streams.js";

/** What a desk works with. */
export interface DeskParts {
  readonly queue: Queue;
  readonly clock: Clock;
  readonly marks: Marks;
  readonly colours: Colours;
  /** True when it stays on the screen while nothing waits. */
  readonly stays: boolean;
  /** True when no bell is rung. */
  readonly isQuiet: boolean;
  readonly findDomain: FindDomain;
  openStreams(): Streams;
  openBrowser(href: string): Promise<boolean>;
  /** The person wants out: everything is let go of, then the process is told. */
  interrupt(how: Interruption): void;
  /** The terminal is gone. */
  hangUp(): void;
  /** The last card is gone, and with it what was taken of the terminal. */
  givenBack(): void;
  /** The person looks at them another time. */
  postpone(items: readonly Item[]): void;
}

/** One way to show what waits. */
export interface Desk {
  /** Something came; the person is called once. */
  arrived(): void;
  /** What waits, or what is known of it, has changed. */
  changed(): void;
  /** A line about something that went away. */
  say(line: string): void;
  /** The page that the person went to is done with. */
  completed(item: Item): void;
  /** Gives the terminal back. */
  close(): void;
}

/** How often somebody who types is told to be at it. */
export const CLAIM_EVERY_MS = 15_000;

/** Questions as they are shown. */
export function cardOf([first, ...others]: CardItems, findDomain: FindDomain): Card {
  return joinCards([toOne(first, findDomain), ...others.map((item) => toOne(item, findDomain))]);
}

const toOne = (item: Item, findDomain: FindDomain): Card =>
  toCard(item.question.elicitation, {
    key: item.key,
    askedAt: item.askedAt,
    expiresAt: item.expiresAt,
    repeats: item.question.repeats,
    isLoop: item.question.isLoop,
    transcript: item.transcript,
    draft: item.draft,
    isKept: item.question.later !== undefined,
    elsewhere: item.question.elsewhere,
    findDomain,
  });
