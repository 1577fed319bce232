// Shows what waits line by line: for terminals without a screen, and for people who listen to theirs.

import { neutralText } from "../core/neutral-text.js";
import { claimItem } from "./claim-item.js";
import { CLAIM_EVERY_MS, cardOf, type Desk, type DeskParts } from "./desk.js";
import type { LineState, LineStep } from "./lines/line-state.js";
import { afterOpening, afterSending, beginLines, promptOf, stepLine, whileAway } from "./lines/step-line.js";
import type { View } from "./look/view.js";
import { DEAF_MS, type Effect } from "./machine/state.js";
import { type Item, nameOf } from "./queue.js";
import { RECEIPTS, settleItem } from "./settle-item.js";
import { type LineInput, openLines } from "./tty/line-input.js";

interface Dialog {
  readonly item: Item;
  state: LineState;
  deafUntil: number;
  claimedAt: number;
  /** How much of what was said before it the person has heard. */
  heard: number;
}

/** A desk without a screen. */
export function createLineDesk(parts: DeskParts): Desk {
  const { queue, clock } = parts;
  let lines: LineInput | undefined;
  let dialog: Dialog | undefined;
  /** True while the cursor stands behind a prompt. */
  let isPrompted = false;

  function enter(): LineInput {
    return openLines(parts.openStreams(), {
      onLine: hear,
      onInterrupt: parts.interrupt,
      onEnd: parts.hangUp,
    });
  }

  function leave(): void {
    if (isPrompted) write("\n");
    isPrompted = false;
    lines?.close();
    lines = dialog = undefined;
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

  function begin(item: Item): void {
    const view: View = {
      columns: Number.POSITIVE_INFINITY,
      rows: Number.POSITIVE_INFINITY,
      now: clock.now(),
      waiting: queue.items.length,
      part: queue.partOf(item),
      notices: [],
      marks: parts.marks,
    };
    const first = beginLines(cardOf(item, parts.findDomain), view);
    const begun: Dialog = {
      item,
      state: first.state,
      deafUntil: clock.now() + DEAF_MS,
      claimedAt: 0,
      heard: item.transcript.length,
    };
    dialog = begun;
    claim(begun);
    tell(first.say);
    prompt();
    // What was typed before comes with the next turn of the event loop, however late that is.
    setImmediate(() => {
      begun.deafUntil = clock.now() + DEAF_MS;
    });
  }

  function claim(held: Dialog): void {
    held.claimedAt = clock.now();
    claimItem(held.item, (line) => tell([line]));
  }

  function hear(line: string): void {
    isPrompted = false;
    const held = dialog;
    if (held === undefined) return;
    if (clock.now() < held.deafUntil) {
      tell(["That was typed before the question appeared, and is ignored."]);
      return prompt();
    }
    if (clock.now() - held.claimedAt >= CLAIM_EVERY_MS) claim(held);
    follow(held, stepLine(held.state, line));
  }

  function follow(held: Dialog, next: LineStep): void {
    held.state = next.state;
    // What is hidden is shown again before anything is said.
    lines?.hide(false);
    tell(next.say);
    for (const effect of next.effects) perform(held, effect);
    if (dialog === held && !isPrompted) prompt();
  }

  function perform(held: Dialog, effect: Effect): void {
    const { item } = held;
    switch (effect.type) {
      case "settle":
        void settle(held, effect);
        return;
      case "open":
        void parts.openBrowser(effect.href).then((ok) => follow(held, afterOpening(held.state, ok)));
        return;
      case "later":
        tell([`Not now: ${nameOf(item)}`]);
        return parts.postpone(item);
      case "done":
        if (queue.remove(item)) changed();
        return;
      case "copy":
        return;
    }
  }

  async function settle(held: Dialog, { answer }: Extract<Effect, { type: "settle" }>): Promise<void> {
    const { item } = held;
    const settled = await settleItem(item, answer);
    // It may have gone away meanwhile, and then its line has been said.
    if (!queue.has(item)) return;
    if (settled.type === "refused") return follow(held, afterSending(held.state, settled));
    if (settled.type === "gone") {
      queue.remove(item);
      tell([`${nameOf(item)} was too late: ${settled.why}`]);
      return changed();
    }
    item.isTaken = true;
    tell([`${RECEIPTS[answer.action]}: ${nameOf(item)}`]);
    if (item.question.elicitation.mode === "url" && answer.action === "accept")
      return follow(held, whileAway(held.state));
    queue.remove(item);
    changed();
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
    if (dialog?.item !== current) return begin(current);
    const news = current.transcript.slice(dialog.heard);
    dialog.heard = current.transcript.length;
    tell(news.map(neutralText));
    if (!isPrompted) prompt();
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
