// What a page shows below its head: text that scrolls, and what must stay in view.

import { type KnownField, kindOf } from "../../core/elicitation/field-kind.js";
import { neutralText } from "../../core/neutral-text.js";
import { type Card, type CardQuestion, calledName, isRound } from "../card/card.js";
import type { CardState } from "../machine/state.js";
import { cutLine } from "../text/cut-line.js";
import { graphemesOf, graphemeWidth } from "../text/width.js";
import { wrap } from "../text/wrap.js";
import { type Block, block } from "./block.js";
import { inputLines } from "./field.js";
import { formBlock } from "./form.js";
import { type Line, line, type Span, span } from "./line.js";
import { reviewBlock } from "./review.js";
import { longText } from "./round.js";
import { ROOMY, type View } from "./view.js";

/** Text that scrolls. In a review only its beginning, as a reminder. */
export function scrolledLines(state: CardState, view: View): readonly Line[] {
  const { card, page } = state;
  const { columns } = view;
  const question = isRound(card) ? questionShown(state) : undefined;
  const isRoomy = view.rows >= ROOMY;
  const known = wrapped.get(card);
  const isSame = known?.columns === columns && known.isRoomy === isRoomy && known.question === question;
  const lines = isSame ? known.lines : textLines(card, question, columns, isRoomy);
  wrapped.set(card, { columns, isRoomy, question, lines });
  return page === "review" || page === "decline" ? lines.slice(0, 2) : lines;
}

/** The question of a round that the person is at, or says no to. */
function questionShown({ card, page, focus, refusing }: CardState): CardQuestion | undefined {
  const wanted = page === "decline" ? refusing : card.fields[focus]?.question;
  return card.questions.find(({ key }) => key === wanted);
}

/** A card is drawn at every key, and its text is long; it is kept for as long as the card, and nobody can tell. */
const wrapped = new WeakMap<Card, Wrapped>();

interface Wrapped {
  readonly columns: number;
  readonly isRoomy: boolean;
  readonly question: CardQuestion | undefined;
  readonly lines: readonly Line[];
}

/**
 * The text of a card: what was said before, the message, the whole address, and shapes that nothing else can show. Of a
 * round's question, what is too long to stand above its fields.
 */
function textLines(
  card: Card,
  question: CardQuestion | undefined,
  columns: number,
  isRoomy: boolean,
): readonly Line[] {
  const long = question === undefined ? [] : longText(question, columns).map((text) => line(text));
  const said = card.transcript.flatMap((text) => wrap(text, columns).map(quiet));
  // How many questions a round has is seen by themselves, where every line counts.
  const message = isRound(card) && !isRoomy ? [] : wrap(card.message, columns).map((text) => line(text));
  const sections = [
    said,
    message,
    long,
    card.calledWith.length === 0 ? [] : calledLines(card, columns),
    card.url === undefined ? [] : urlLines(card, columns),
    card.unshowable === undefined ? [] : schemaLines(card, columns),
    card.without.flatMap((text) => wrap(text, columns).map(quiet)),
  ];
  return sections
    .filter((lines) => lines.length > 0)
    .flatMap((lines, at) => (at === 0 ? lines : [line(""), ...lines]));
}

const calledLines = (card: Card, columns: number): readonly Line[] =>
  [`The ${calledName(card)} was called with`, ...card.calledWith.map((text) => `  ${text}`)].flatMap((text) =>
    wrap(text, columns).map(quiet),
  );

const quiet = (text: string): Line => line(text, "quiet");

/** What stays in view: fields, warnings, what happens next. */
export function fixedBlock(state: CardState, view: View, height: number): Block {
  const { card, page } = state;
  switch (page) {
    case "review":
      return reviewBlock(state, view);
    case "decline":
      return declineBlock(state, view);
    case "waiting":
      return block(waitingLines(card, view));
    case "sending":
      return block([line("Sending…", "accent")]);
    case "question":
      if (card.kind === "form") return formBlock(state, view, height);
      if (card.kind === "url") return block(consentLines(card, view));
      if (card.kind === "unshowable") return block(warned(card.unshowable ?? "", view));
      return block([]);
  }
}

/** The whole address over as many lines as it takes, the part that says whose it is standing out. */
function urlLines({ url }: Card, columns: number): readonly Line[] {
  const lines: Span[][] = [[]];
  let width = 0;
  for (const { part, text } of url?.pieces ?? []) {
    let run = "";
    const push = (): void => {
      if (run !== "") lines.at(-1)?.push(span(run, part === "domain" ? "focus" : "quiet"));
      run = "";
    };
    for (const character of graphemesOf(text)) {
      const own = graphemeWidth(character);
      if (width + own > columns) {
        push();
        lines.push([]);
        width = 0;
      }
      run += character;
      width += own;
    }
    push();
  }
  return lines;
}

function consentLines({ url }: Card, view: View): readonly Line[] {
  const domain = url?.pieces.find(({ part }) => part === "domain")?.text ?? "";
  return [
    [span("Goes to "), span(domain, "strong")],
    ...(url?.warnings ?? []).flatMap((warning) => warned(warning, view)),
  ];
}

const warned = (text: string, { columns, marks }: View): readonly Line[] =>
  wrap(text, columns - 2).map((one, row) => line(`${row === 0 ? marks.warn : " "} ${one}`, "warn"));

function waitingLines({ url, isKept }: Card, { columns }: View): readonly Line[] {
  const domain = url?.pieces.find(({ part }) => part === "domain")?.text ?? "";
  const then = isKept ? "Finish there, then say so here" : "Finish there";
  const text = `The page at ${domain} is open in your browser. ${then}; this closes by itself if the asker says that it is done.`;
  return wrap(text, columns).map((one) => line(one));
}

function declineBlock(state: CardState, view: View): Block {
  const asked = wrap(`${declineText(state)} Say why, if you like: the asker can read it.`, view.columns);
  const input = inputLines({ isMasked: false }, state.reason, view, 4);
  return {
    lines: [...asked.map((text) => line(text, "strong")), ...input.lines],
    first: asked.length,
    last: asked.length + input.lines.length - 1,
    cursor: { ...input.cursor, row: input.cursor.row + asked.length },
  };
}

function declineText(state: CardState): string {
  const { questions } = state.card;
  if (!isRound(state.card)) return "Decline.";
  if (state.refusing === undefined) return `Decline all ${questions.length} questions.`;
  const { message = "" } = questionShown(state) ?? {};
  return `Decline only “${cutLine(message, LONGEST_NAMED)}”.`;
}

const LONGEST_NAMED = 60;
const LONGEST_SHAPE = 2_000;

/** A form that cannot be filled in here, as text: never as a button to agree with. What nobody knows is shown as it came. */
function schemaLines({ questions }: Card, columns: number): readonly Line[] {
  const shapes = questions.flatMap(({ schema }) => Object.entries(schema.properties));
  return shapes.flatMap(([name, field]) => {
    const kind = kindOf({ name, field })?.kind;
    const shape = kind === undefined ? JSON.stringify(field) : `${field.title ?? name}, ${KINDS[kind]}`;
    const text = neutralText(`${name}: ${shape}`.slice(0, LONGEST_SHAPE));
    return wrap(text.replaceAll("\n", " "), columns).map(quiet);
  });
}

/** What a field is to a person. */
const KINDS: { readonly [kind in KnownField["kind"]]: string } = {
  text: "a text",
  credential: "a text",
  date: "a date",
  "date-time": "a date and time",
  number: "a number",
  boolean: "yes or no",
  choice: "one of several",
  choices: "some of several",
  secret: "a secret",
  file: "a file",
};
