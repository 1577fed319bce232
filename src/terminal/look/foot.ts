// The bottom of a screen: the buttons, and the keys that work here.

import { isRound } from "../card/card.js";
import type { CardField } from "../card/card-field.js";
import { MOST_NUMBERED } from "../machine/choice-entry.js";
import { isSeveral } from "../machine/entry.js";
import { answeredField } from "../machine/places.js";
import { type Button, buttonsOf, type CardState, focusedButton } from "../machine/state.js";
import { questionInFocus } from "../machine/step-round.js";
import { wrap } from "../text/wrap.js";
import { flow, type Line, line, span } from "./line.js";
import type { View } from "./view.js";

const CALLED: { readonly [B in Button]: string } = {
  send: "Send",
  approve: "Approve",
  open: "Open in browser",
  opened: "I opened it myself",
  decline: "Decline",
  later: "Not now",
  cancel: "Cancel",
  finished: "Finished",
  again: "Open again",
  copy: "Copy",
};

/** What some are called where they are for every question of a round. */
const CALLED_FOR_ALL: { readonly [B in Button]?: string } = {
  send: "Send all",
  decline: "Decline all",
  cancel: "Cancel all",
};

function nameOf(button: Button, { card, page, refusing }: CardState): string {
  const isForAll = isRound(card) && !(page === "decline" && refusing !== undefined);
  return (isForAll ? CALLED_FOR_ALL[button] : undefined) ?? CALLED[button];
}

/** What went wrong or well, the buttons, the keys. `canScroll` says that there is more text than is seen. */
export function footLines(state: CardState, view: View, canScroll: boolean): readonly Line[] {
  const { columns, marks } = view;
  const said = [
    ...(state.failure === undefined
      ? []
      : wrap(`${marks.wrong} ${state.failure}`, columns).map((text) => line(text, "bad"))),
    ...(state.note === undefined ? [] : wrap(state.note, columns).map((text) => line(text, "good"))),
  ];
  const focused = focusedButton(state);
  const buttons = buttonsOf(state).map(
    (button): Line =>
      button === focused
        ? [span(`[ ${nameOf(button, state)} ]`, "focus")]
        : [span(`  ${nameOf(button, state)}  `)],
  );
  const keys = keysOf(state, view, canScroll).map(
    ([key, does]): Line => [span(key, "accent"), span(` ${does}`, "quiet")],
  );
  return [
    line(marks.rule.repeat(columns), "quiet"),
    ...said,
    ...flow(buttons, columns, " "),
    ...flow(keys, columns, "  "),
  ];
}

type KeyHelp = readonly [key: string, does: string];

function keysOf(state: CardState, view: View, canScroll: boolean): readonly KeyHelp[] {
  const scroll: readonly KeyHelp[] = canScroll ? [["pgup/pgdn", "read on"]] : [];
  const leave: KeyHelp = ["^c", "leave"];
  switch (state.page) {
    case "sending":
      return [leave];
    case "decline":
      return [["enter", "decline"], ["esc", "back"], leave];
    case "waiting":
      return [
        ["enter", "choose"],
        ["o", "open again"],
        ["c", "copy"],
        ...(state.card.isKept
          ? ([
              ["^x", "decline"],
              ["esc", "not now"],
            ] as const)
          : [["esc", "close"] as const]),
        leave,
      ];
    case "review":
      return [
        ["enter", focusedButton(state) === undefined ? "change it" : "choose"],
        [view.marks.upDown, "move"],
        ...outKeys(state),
        ["esc", "not now"],
        leave,
      ];
    case "question":
      return [...questionKeys(state, view), ...scroll, ["esc", "not now"], leave];
  }
}

function questionKeys(state: CardState, view: View): readonly KeyHelp[] {
  switch (state.card.kind) {
    case "approval":
      return [
        ["y", "approve"],
        ["n", "decline"],
      ];
    case "url":
      return [
        ["o", "open"],
        ["c", "copy"],
        ["tab", "other choices"],
        ["^x", "decline"],
      ];
    case "unshowable":
      return [["^x", "decline"]];
    case "form":
      return [...fieldKeys(state, view), ...outKeys(state)];
  }
}

/** Ways out besides those of the whole: where a round has several questions, for the one in focus alone. */
function outKeys(state: CardState): readonly KeyHelp[] {
  const question = questionInFocus(state);
  if (question === undefined) return [["^x", isRound(state.card) ? "decline all" : "decline"]];
  if (state.dismissed.has(question)) return [["^x", "answer it"]];
  return [
    ["^x", "decline this"],
    ["^n", "postpone this"],
  ];
}

function fieldKeys(state: CardState, { marks }: View): readonly KeyHelp[] {
  const field = answeredField(state, state.focus);
  const entry = state.entries[state.focus];
  if (state.card.fields[state.focus] !== undefined && field === undefined) return [["enter", "next"]];
  if (field === undefined || entry === undefined)
    return [
      ["enter", "choose"],
      [marks.up, "back"],
    ];
  const back: readonly KeyHelp[] = state.focus > 0 ? [["shift-tab", "back"]] : [];
  if (entry.type === "text") {
    const isLong = field.known.kind === "text" && field.known.field.format === undefined;
    return [["enter", "next"], ...(isLong ? [["alt-enter", "new line"] as const] : []), ...back];
  }
  const count = Math.min(field.options?.length ?? 0, MOST_NUMBERED);
  const several = isSeveral(field);
  return [
    ...(field.isDecision ? decisionKeys(field) : [[`1-${count}`, "choose"] as const]),
    [marks.upDown, "move"],
    ...(several ? [["space", "choose"] as const] : []),
    ...((field.options?.length ?? 0) > count ? [["type", "to search"] as const] : []),
    ["enter", several ? "next" : "choose, next"],
    ...back,
  ];
}

/** The letters of an approval, by what they do. */
const decisionKeys = ({ options = [] }: CardField): readonly KeyHelp[] =>
  options.flatMap(({ label, value }): readonly KeyHelp[] =>
    typeof value === "boolean" ? [[value ? "y" : "n", label.toLowerCase()]] : [],
  );
