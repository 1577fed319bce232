// What is said in a dialog by lines: whole sentences in the order in which they are heard, no boxes, no signs.

import { type Card, calledName, isRound, questionBegun } from "../card/card.js";
import type { CardField } from "../card/card-field.js";
import { identityGroups } from "../look/head.js";
import { textOfLine } from "../look/line.js";
import { dismissalText } from "../look/round.js";
import { left, repeatsText } from "../look/times.js";
import { valueSpans } from "../look/value.js";
import type { View } from "../look/view.js";
import { type Entry, isSeveral } from "../machine/entry.js";
import { placesOf } from "../machine/places.js";
import { cutLine } from "../text/cut-line.js";
import type { LineState } from "./line-state.js";

/** Who asks what. */
export function introduction(card: Card, view: View): readonly string[] {
  const identity = identityGroups(card, view).map(textOfLine).join(", ");
  return [
    "",
    ...(view.waiting > 1 ? [`1 of ${view.waiting} waiting.`] : []),
    `${card.server} asks you, ${identity}.`,
    ...card.transcript.flatMap((text) => text.split("\n")),
    ...card.message.split("\n"),
    ...(card.calledWith.length === 0 ? [] : [`The ${calledName(card)} was called with:`, ...card.calledWith]),
    ...(card.unshowable === undefined ? [] : [`Warning: ${card.unshowable}`]),
    ...card.without,
    ...urlTexts(card),
    ...waysOut(card),
  ];
}

const WAYS_OUT = ":decline, :later or :help";

function waysOut(card: Card): readonly string[] {
  if (card.kind !== "form") return [`You can also type ${WAYS_OUT}.`];
  const ways = `Besides an answer you can type :back, :clear, ${WAYS_OUT}.`;
  return isRound(card)
    ? [
        ways,
        ":decline and :later are for the part that you are at, :decline-all and :later-all for all parts.",
      ]
    : [ways];
}

function urlTexts({ url }: Card): readonly string[] {
  if (url === undefined) return [];
  const domain = url.pieces.find(({ part }) => part === "domain")?.text ?? "";
  return [
    `The address: ${url.href}`,
    `It goes to ${domain}.`,
    ...url.warnings.map((text) => `Warning: ${text}`),
  ];
}

/** What a part of a round asks, said before its first field; nothing where there is only one. */
function partTexts({ card, focus, now }: LineState): readonly string[] {
  const question = questionBegun(card, focus);
  if (question === undefined) return [];
  const place = `Part ${card.questions.indexOf(question) + 1} of ${card.questions.length}`;
  const { repeats, expiresAt } = question;
  const again = repeats > 0 ? `, ${repeatsText(repeats)}` : "";
  // That of the card is the earliest of all, and said with everything.
  const own =
    expiresAt === undefined || expiresAt === card.expiresAt ? "" : `, ${left(expiresAt - now)} left`;
  return ["", `${place}${again}${own}.`, ...question.message.split("\n")];
}

/** What a field asks for. */
export function fieldTexts(state: LineState): readonly string[] {
  const { card, focus, entries } = state;
  const field = card.fields[focus];
  const entry = entries[focus];
  if (field === undefined || entry === undefined) return [];
  const place = card.fields.length > 1 ? `Question ${focus + 1} of ${card.fields.length}, ` : "";
  const need = field.isRequired ? "required" : "optional";
  return [
    ...partTexts(state),
    "",
    `${place}${place === "" ? capital(need) : need}: ${field.label}`,
    ...(field.warning === undefined ? [] : [`Warning: ${field.warning}`]),
    ...(field.description?.split("\n") ?? []),
    ...(field.options ?? []).map(
      ({ label, isDefault }, at) => `  ${at + 1}. ${label}${isDefault ? " (default)" : ""}`,
    ),
    ...(field.hint === undefined ? [] : [field.hint]),
    howTo(field, entry),
  ];
}

function howTo(field: CardField, entry: Entry): string {
  const held = valueSpans(field, entry)
    .map(({ text }) => text)
    .join("");
  const keep =
    held === "not answered"
      ? field.isRequired
        ? ""
        : " Enter alone gives no answer."
      : ` Enter alone keeps: ${held}.`;
  if (isMultiline(field)) return `Type or paste its lines, then a line with a single full stop.${keep}`;
  if (field.options === undefined) return `Type it, then Enter.${keep}`;
  return isSeveral(field) ? `Type their numbers, such as 1 3.${keep}` : `Type its number or name.${keep}`;
}

/** True for a value that may have several lines. */
export const isMultiline = ({ known }: CardField): boolean =>
  known.kind === "secret" && known.field.multiline === true;

/** Everything that would be sent. */
export function reviewTexts(state: LineState): readonly string[] {
  const rows = placesOf(state).flatMap((place) => reviewRow(state, place));
  return ["", "Review before you send:", ...rows, "Type send, or the number of an answer to change it."];
}

function reviewRow({ card, entries, dismissed }: LineState, place: number): readonly string[] {
  const field = card.fields[place];
  const entry = entries[place];
  if (field === undefined || entry === undefined) return [];
  const question = questionBegun(card, place);
  const heading = question === undefined ? [] : [cutLine(question.message, LONGEST_NAMED)];
  const dismissal = dismissed.get(field.question);
  if (dismissal !== undefined) return [...heading, `  ${place + 1}. ${dismissalText(dismissal)}`];
  const said = valueSpans(field, entry)
    .map(({ text }) => text)
    .join("");
  return [...heading, `  ${place + 1}. ${field.label}: ${said}`];
}

const LONGEST_NAMED = 100;

/** How the address of a page is had, to be copied or typed. */
export const ADDRESS_HELP = ":address says the address on a line of its own.";

/** What helps at any moment. */
export const helpTexts = (card: Card): readonly string[] => [
  ":back goes to the question before.",
  ":clear takes an answer away.",
  ":decline says no, and can say why.",
  ":later leaves it for now.",
  ...(isRound(card) ? [":decline-all and :later-all do so for all parts, not only for this one."] : []),
  ...(card.kind === "url" ? [ADDRESS_HELP] : []),
  "Begin with two colons what shall begin with one.",
  "Control and C together lead out.",
];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
