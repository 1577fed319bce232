// What a terminal is given to ask, and how it says what came of it.

import type { Answer, FormContent } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";

/** What became of an answer: nothing for taken, or why it was not. */
export type SettleOutcome =
  | undefined
  /** It does not fit. The card stays, with everything that was typed. */
  | { readonly problems: readonly Problem[] }
  /** It came too late: what the person is told, such as `answered by ada`. The card goes. */
  | { readonly gone: string };

/** One elicitation to be shown in a terminal, and what to do with the answer. */
export interface TerminalQuestion {
  readonly elicitation: Elicitation;
  /** The forms of one asker with the same group are one card, and are sent together. @default a group of its own */
  readonly group?: string | undefined;
  /** When it was asked. @default now */
  readonly askedAt?: number | undefined;
  /** How often the same was asked before. @default 0 */
  readonly repeats?: number | undefined;
  /** True for a page that was done with for the same run before: it is shown, and not opened again. @default false */
  readonly isLoop?: boolean | undefined;
  /** What was said before it, in a session of several. */
  readonly transcript?: readonly string[] | undefined;
  /** What the person sent before and the asker did not take: it stands in the fields again. */
  readonly sentBefore?: FormContent | undefined;
  /** Where it can be answered besides, named where a terminal cannot show it: a url. */
  readonly elsewhere?: string | undefined;
  /** Takes the answer. When it rejects, the person is told the message, keeps what was typed, and can try again. */
  settle(answer: Answer): MaybePromise<SettleOutcome>;
  /**
   * The person looks at it another time; it leaves the screen and stays open. A page that can be left so is accepted when
   * the person says that they have finished there, and can be cancelled until then; any other is when they go there.
   * @default the answer `cancel`, with the reason "not now"
   */
  later?(): void;
  /** The person is at it: called at the first key they press, and again while they type. */
  claim?(): MaybePromise<void>;
  /** What the person typed into it before and did not send: asked for when it comes into view. */
  draft?(): MaybePromise<FormContent | undefined>;
  /**
   * What the person has typed so far, after a pause and when the card is left; empty when that is nothing. Secrets are
   * never in it, nor what looks like one.
   */
  keep?(draft: FormContent): void;
  /** It left the screen without an answer, because the terminal was closed or the person left. */
  dropped?(reason: string): void;
}

/** A question that is in the terminal. */
export interface ShownQuestion {
  /** Changes what is known of it. */
  update(change: { readonly expiresAt?: number; readonly transcript?: readonly string[] }): void;
  /** Takes it away, and says why: `answered by ada in the inbox`. Harmless when it is gone already. */
  remove(reason: string): void;
  /** The page that the person was sent to is done with, whether or not they said here that they go there. */
  complete(): void;
}
