// Shows what waits on a whole screen, one card at a time.

import type { Timer } from "../core/clock.js";
import { claimItem } from "./claim-item.js";
import { CLAIM_EVERY_MS, cardOf, type Desk, type DeskParts } from "./desk.js";
import { createDraftKeeper, findDrafts } from "./keep-drafts.js";
import type { Key } from "./keys/key.js";
import { type Frame, frameOf, idleFrame } from "./look/frame.js";
import { paintFrame } from "./look/paint.js";
import type { View } from "./look/view.js";
import type { Verdict } from "./machine/answers.js";
import { refit } from "./machine/refit.js";
import { beginCard, type CardEvent, type CardState, DEAF_MS, type Effect } from "./machine/state.js";
import { step } from "./machine/step.js";
import { type CardItems, type Item, nameOf } from "./queue.js";
import { settleCard } from "./settle-items.js";
import { openScreen, type Screen } from "./tty/screen.js";

/** A card that is on the screen. */
interface Dialog {
  /** What is on the card at this moment. */
  items: CardItems;
  state: CardState;
  /** When the person was last said to be at it; `undefined` while they have only looked. */
  claimedAt: number | undefined;
}

const TICK_MS = 1_000;
const NOTICE_MS = 10_000;

/** A desk with a screen. It takes the terminal while something waits, and gives it back in between. */
export function createScreenDesk(parts: DeskParts): Desk {
  const { queue, clock, marks } = parts;
  const drafts = createDraftKeeper(clock);
  let screen: Screen | undefined;
  let dialog: Dialog | undefined;
  let frame: Frame | undefined;
  let painted: readonly string[] | undefined;
  let tick: Timer | undefined;
  let notices: readonly { readonly text: string; readonly until: number }[] = [];
  /** What is written when the terminal is given back. */
  let receipts: readonly string[] = [];

  function enter(): Screen {
    const opened = openScreen(parts.openStreams(), {
      clock,
      onKeys: (keys) => keys.forEach(press),
      onResize: () => paint(true),
      onInterrupt: () => parts.interrupt("key"),
      onEnd: parts.hangUp,
    });
    screen = opened;
    tick = clock.setTimer(TICK_MS, onTick);
    return opened;
  }

  function leave(): void {
    drafts.flush();
    tick?.cancel();
    const wasTaken = screen !== undefined;
    if (screen !== undefined) screen.close(receipts);
    else if (receipts.length > 0) writeLines(receipts);
    screen = dialog = frame = painted = undefined;
    receipts = notices = [];
    if (wasTaken) parts.givenBack();
  }

  /** What becomes known only after the terminal was given back. */
  function writeLines(texts: readonly string[]): void {
    const streams = parts.openStreams();
    streams.output.write(`${texts.join("\n")}\n`);
    streams.close();
  }

  function onTick(): void {
    tick = clock.setTimer(TICK_MS, onTick);
    const now = clock.now();
    notices = notices.filter(({ until }) => until > now);
    paint();
  }

  function begin(items: CardItems): void {
    drafts.flush();
    const state = beginCard(cardOf(items, parts.findDomain), clock.now());
    const begun: Dialog = { items, state, claimedAt: undefined };
    dialog = begun;
    find(begun, items);
    // What was typed before comes with the next turn of the event loop, however late that is.
    setImmediate(() => {
      begun.state = { ...begun.state, deafUntil: clock.now() + DEAF_MS };
    });
  }

  /** What was typed before comes a moment later, from wherever it is kept. */
  function find(held: Dialog, items: readonly Item[]): void {
    void findDrafts(items).then((isFound) => {
      if (isFound && dialog === held)
        happen(held, { type: "drafts", card: cardOf(held.items, parts.findDomain) });
    });
  }

  function claim(held: Dialog): void {
    held.claimedAt = clock.now();
    for (const item of held.items) claimItem(item, notice);
  }

  function press(key: Key): void {
    if (key.type === "control" && key.letter === "l") return paint(true);
    const held = dialog;
    if (held === undefined) return;
    if (key.type === "key" && (key.name === "page-up" || key.name === "page-down")) {
      const { last, page } = frame?.scroll ?? { last: 0, page: 1 };
      return happen(held, { type: "scroll", by: key.name === "page-down" ? page : -page, last });
    }
    const isHeard = clock.now() >= held.state.deafUntil;
    happen(held, { type: "key", key });
    const isDue = held.claimedAt === undefined || clock.now() - held.claimedAt >= CLAIM_EVERY_MS;
    // What is on its way, or was left by this very key, is nothing that anybody is at.
    if (isHeard && isDue && dialog === held && held.state.page !== "sending") claim(held);
  }

  function happen(held: Dialog, event: CardEvent): void {
    const { entries } = held.state;
    const next = step(held.state, event, clock.now());
    held.state = next.state;
    if (event.type === "key" && next.state.entries !== entries) drafts.note(held.items, next.state);
    for (const effect of next.effects) perform(held, effect);
    paint();
  }

  function perform(held: Dialog, effect: Effect): void {
    const { items } = held;
    switch (effect.type) {
      case "settle":
        void settle(held, effect.verdicts);
        return;
      case "open":
        void parts.openBrowser(effect.href).then((ok) => happen(held, { type: "opened", ok }));
        return;
      case "copy":
        return screen?.copy(effect.text);
      case "later":
        return postpone(items);
      case "done":
        if (items.filter((item) => queue.remove(item)).length > 0) changed();
    }
  }

  function postpone(items: readonly Item[]): void {
    drafts.flush();
    receipts = [...receipts, ...items.map((item) => `Not now: ${nameOf(item)}`)];
    parts.postpone(items);
  }

  async function settle(held: Dialog, verdicts: readonly Verdict[]): Promise<void> {
    const { items } = held;
    const { refusal, isAway } = await settleCard(queue, items, verdicts, {
      onReceipt(text) {
        receipts = [...receipts, text];
      },
      onLate: notice,
      onLater: postpone,
    });
    if (refusal === undefined) drafts.drop(items);
    if (dialog !== held) return changed();
    if (isAway) return happen(held, { type: "sent" });
    if (refusal === undefined) dialog = undefined;
    // First the card as it is now, then what is wrong with it.
    changed();
    if (refusal !== undefined) happen(held, { type: "refused", ...refusal });
  }

  function notice(text: string): void {
    notices = [...notices, { text, until: clock.now() + NOTICE_MS }];
    receipts = [...receipts, text];
    paint();
  }

  function paint(isAnew = false): void {
    if (screen === undefined) return;
    const view: View = {
      ...screen.size(),
      now: clock.now(),
      waiting: queue.size,
      part: dialog && queue.partOf(dialog.items[0]),
      notices: notices.map(({ text }) => text),
      marks,
    };
    frame = dialog === undefined ? idleFrame(view) : frameOf(dialog.state, view);
    const { output, lines } = paintFrame(frame, isAnew ? undefined : painted, parts.colours);
    painted = lines;
    if (output !== "") screen.write(output);
  }

  function changed(): void {
    const { current } = queue;
    if (current === undefined && !parts.stays) return leave();
    if (screen === undefined) enter();
    if (current === undefined) dialog = undefined;
    else if (dialog?.items[0].card !== current[0].card) begin(current);
    else keep(dialog, current);
    paint();
  }

  /** Goes on with the card, which may have other questions by now. */
  function keep(held: Dialog, items: CardItems): void {
    const known = new Set(held.items);
    held.items = items;
    held.state = refit(held.state, cardOf(items, parts.findDomain), clock.now());
    const added = items.filter((item) => !known.has(item));
    if (held.claimedAt !== undefined) for (const item of added) claimItem(item, notice);
    find(held, added);
  }

  return {
    changed,
    arrived() {
      changed();
      if (!parts.isQuiet) screen?.write("\u0007");
    },
    say(text) {
      notice(text);
      changed();
    },
    completed(item) {
      if (dialog?.items.includes(item)) receipts = [...receipts, `Done: ${nameOf(item)}`];
    },
    close: leave,
  };
}
