// Shows what waits line by line: for terminals without a screen, and for people who listen to theirs.

import { neutralText } from "../core/neutral-text.js";
import { claimItem } from "./claim-item.js";
import { CLAIM_EVERY_MS, cardOf, type Desk, type DeskParts } from "./desk.js";
import { createDraftKeeper, findDraftsSoon } from "./keep-drafts.js";
import { promptOf } from "./lines/line-prompts.js";
import { isSamePlace, type LineState, type LineStep } from "./lines/line-state.js";
import { afterSending, beginLines, refitLines, stepLine } from "./lines/step-line.js";
import { afterOpening, whileAway } from "./lines/step-url.js";
import type { View } from "./look/view.js";
import type { Verdict } from "./machine/answers.js";
import { DEAF_MS, type Effect } from "./machine/state.js";
import { type CardItems, type Item, nameOf } from "./queue.js";
import { settleCard } from "./settle-items.js";
import { type LineInput, openLines } from "./tty/line-input.js";

interface Dialog {
  /** What is on the card at this moment. */
  items: CardItems;
  state: LineState;
  /** When the person was last said to be at it; `undefined` while they have only listened. */
  claimedAt: number | undefined;
  /** How much of what was said before it the person has heard. */
  heard: number;
  /** True once everything on it was settled. */
  isOver: boolean;
}

const FOUND = "What you typed before is here again. Nothing of it was sent.";
const TOO_EARLY = "That was typed before the question appeared, and is ignored.";

/** A desk without a screen. */
export function createLineDesk(parts: DeskParts): Desk {
  const { queue, clock } = parts;
  const drafts = createDraftKeeper(clock);
  let lines: LineInput | undefined;
  let dialog: Dialog | undefined;
  /** True while the cursor stands behind a prompt. */
  let isPrompted = false;
  let isComing = false;

  function enter(): LineInput {
    return openLines(parts.openStreams(), {
      clock,
      onLine: hear,
      onEarly,
      onInterrupt: parts.interrupt,
      onEnd: parts.hangUp,
    });
  }

  function leave(): void {
    drafts.flush();
    if (isPrompted) write("\n");
    isPrompted = false;
    const wasTaken = lines !== undefined;
    lines?.close();
    lines = dialog = undefined;
    if (wasTaken) parts.givenBack();
  }

  const write = (text: string): void => lines?.write(text);

  function tell(texts: readonly string[]): void {
    if (texts.length === 0) return;
    if (isPrompted) write("\n");
    isPrompted = false;
    write(`${texts.join("\n")}\n`);
  }

  function prompt(): void {
    if (dialog === undefined || dialog.state.stage === "sending") return;
    const { text, isHidden } = promptOf(dialog.state);
    lines?.hide(isHidden);
    write(text);
    isPrompted = true;
  }

  function begin(items: CardItems): void {
    drafts.flush();
    const [item] = items;
    const view: View = {
      columns: Number.POSITIVE_INFINITY,
      rows: Number.POSITIVE_INFINITY,
      now: clock.now(),
      waiting: queue.size,
      part: queue.partOf(item),
      notices: [],
      marks: parts.marks,
    };
    const first = beginLines(cardOf(items, parts.findDomain), view);
    dialog = {
      items,
      state: first.state,
      claimedAt: undefined,
      heard: item.transcript.length,
      isOver: false,
    };
    lines?.deafen(DEAF_MS);
    tell(first.say);
    prompt();
  }

  function claim(held: Dialog): void {
    held.claimedAt = clock.now();
    for (const item of held.items) claimItem(item, tellLine);
  }

  const tellLine = (line: string): void => tell([line]);

  function onEarly(): void {
    tellLine(TOO_EARLY);
    prompt();
  }

  const now = ({ state }: Dialog): LineState => ({ ...state, now: clock.now() });

  function hear(line: string): void {
    isPrompted = false;
    const held = dialog;
    if (held === undefined) return;
    follow(held, stepLine(now(held), line));
    const isDue = held.claimedAt === undefined || clock.now() - held.claimedAt >= CLAIM_EVERY_MS;
    // What is on its way, or was left by this very line, is nothing that anybody is at.
    if (isDue && dialog === held && held.state.stage !== "sending") claim(held);
  }

  function follow(held: Dialog, next: LineStep): void {
    if (next.state.entries !== held.state.entries) drafts.note(held.items, next.state);
    held.state = next.state;
    // What is hidden is shown again before anything is said.
    lines?.hide(false);
    tell(next.say);
    for (const effect of next.effects) perform(held, effect);
    if (dialog === held && !isPrompted) prompt();
  }

  function perform(held: Dialog, effect: Effect): void {
    switch (effect.type) {
      case "settle":
        void settle(held, effect.verdicts);
        return;
      case "open":
        void parts.openBrowser(effect.href).then((ok) => follow(held, afterOpening(now(held), ok)));
        return;
      case "later":
        return postpone(held.items);
      case "done":
        if (held.items.filter((item) => queue.remove(item)).length > 0) changed();
        return;
      case "copy":
        return;
    }
  }

  function postpone(items: readonly Item[]): void {
    drafts.flush();
    tell(items.map((item) => `Not now: ${nameOf(item)}`));
    parts.postpone(items);
  }

  async function settle(held: Dialog, verdicts: readonly Verdict[]): Promise<void> {
    const { items } = held;
    const { refusal, isAway } = await settleCard(queue, items, verdicts, {
      onReceipt: tellLine,
      onLate: tellLine,
      onLater: postpone,
    });
    if (refusal === undefined) drafts.drop(items);
    if (dialog !== held) return changed();
    if (isAway) return follow(held, whileAway(now(held)));
    if (refusal === undefined) held.isOver = true;
    // First the card as it is now, then what is wrong with it.
    changed();
    if (refusal !== undefined) follow(held, afterSending(now(held), refusal));
  }

  function changed(): void {
    const { current } = queue;
    if (current === undefined) {
      if (parts.stays && lines !== undefined) {
        if (dialog !== undefined) tell(["Nothing is waiting."]);
        dialog = undefined;
        return;
      }
      return leave();
    }
    lines ??= enter();
    if (dialog === undefined || dialog.isOver || dialog.items[0].card !== current[0].card) return beginSoon();
    keep(dialog, current);
    if (!isPrompted) prompt();
  }

  /** The questions of a round come one by one in the same moment, and are told together. */
  function beginSoon(): void {
    dialog = undefined;
    if (isComing) return;
    isComing = true;
    lines?.deafen(DEAF_MS);
    setImmediate(() => void comeUp());
  }

  /** What was typed before is found first: what is said of a field says what is in it. */
  async function comeUp(): Promise<void> {
    const isFound = await findDraftsSoon(queue, clock);
    isComing = false;
    const { current } = queue;
    if (lines === undefined || dialog !== undefined || current === undefined) return;
    if (isFound) tell(["", FOUND]);
    begin(current);
  }

  /** Goes on with the card, which may have other questions by now. */
  function keep(held: Dialog, items: CardItems): void {
    const known = new Set(held.items);
    held.items = items;
    if (held.claimedAt !== undefined)
      for (const item of items) if (!known.has(item)) claimItem(item, tellLine);
    const { state, say } = refitLines(now(held), cardOf(items, parts.findDomain));
    // What was half typed was meant for another question.
    if (!isSamePlace(held.state, state)) lines?.deafen(DEAF_MS);
    held.state = state;
    tell(say);
    const [{ transcript }] = items;
    const news = transcript.slice(held.heard);
    held.heard = transcript.length;
    tell(news.map(neutralText));
  }

  return {
    changed,
    arrived() {
      changed();
      if (parts.isQuiet) return;
      write("\u0007");
    },
    say(text) {
      tell([text]);
      changed();
      if (!isPrompted) prompt();
    },
    completed: (item) => tell([`Done: ${nameOf(item)}`]),
    close: leave,
  };
}
