// Tells whoever keeps a question what the person has typed so far: after a pause, and whenever the card is left.

import type { Clock, Timer } from "../core/clock.js";
import type { FormContent } from "../core/elicitation/answer.js";
import type { Filled } from "./machine/answers.js";
import { draftsIn } from "./machine/drafts.js";
import type { Item, Queue } from "./queue.js";

const PAUSE_MS = 500;
/** How long a question waits for what was typed before, which may be kept where nobody answers. */
const LOOK_MS = 1_000;

/** What was typed and is not kept yet. */
export interface DraftKeeper {
  /** Something was typed. */
  note(items: readonly Item[], filled: Filled): void;
  /** Has it kept at once, because the card is left. */
  flush(): void;
  /** These were sent, and need no keeping. What was typed into others meanwhile does. */
  drop(sent: readonly Item[]): void;
}

export function createDraftKeeper(clock: Clock): DraftKeeper {
  let unkept: { readonly items: readonly Item[]; readonly filled: Filled } | undefined;
  let timer: Timer | undefined;

  function clear(): void {
    timer?.cancel();
    timer = unkept = undefined;
  }

  function flush(): void {
    const { items, filled } = unkept ?? {};
    clear();
    if (items === undefined || filled === undefined) return;
    const drafts = draftsIn(filled);
    for (const item of items) {
      const draft = drafts.get(item.key);
      if (draft === undefined || isSame(draft, item.draft ?? {})) continue;
      item.draft = draft;
      item.question.keep?.(draft);
    }
  }

  return {
    note(items, filled) {
      timer?.cancel();
      unkept = { items, filled };
      timer = clock.setTimer(PAUSE_MS, flush);
    },
    flush,
    drop(sent) {
      if (unkept === undefined) return;
      const items = unkept.items.filter((item) => !sent.includes(item));
      if (items.length === 0) clear();
      else unkept = { ...unkept, items };
    },
  };
}

const isSame = (one: FormContent, other: FormContent): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Finds what was typed before for questions that come into view. True when there was something. What has not come when
 * `over` resolves is left where it is.
 */
export async function findDrafts(items: readonly Item[], over?: Promise<undefined>): Promise<boolean> {
  const found = await Promise.all(
    items.map(async (item) => {
      if (item.question.draft === undefined || item.hasLooked) return false;
      item.hasLooked = true;
      try {
        const coming = item.question.draft();
        item.draft = await (over === undefined ? coming : Promise.race([coming, over]));
      } catch {
        // The question can be answered all the same.
        return false;
      }
      return item.draft !== undefined;
    }),
  );
  return found.includes(true);
}

/** The same for the card that is shown next, in a second at most. */
export async function findDraftsSoon(queue: Queue, clock: Clock): Promise<boolean> {
  let isFound = false;
  let timer: Timer | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = clock.setTimer(LOOK_MS, () => resolve(undefined));
  });
  // Another question of the round may come meanwhile.
  while (queue.current?.some(({ question, hasLooked }) => question.draft !== undefined && !hasLooked))
    isFound = (await findDrafts(queue.current, over)) || isFound;
  timer?.cancel();
  return isFound;
}
