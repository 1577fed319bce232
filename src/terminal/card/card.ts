// One elicitation as a terminal shows it: every text in it is safe to write.

import type { FormContent } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { purposeOf } from "../../core/elicitation/purpose.js";
import { neutralText } from "../../core/neutral-text.js";
import { type FindDomain, toUrlDisplay, type UrlDisplay } from "../../core/url-display.js";
import { cutLine } from "../text/cut-line.js";
import { type CardField, toCardFields } from "./card-field.js";

/** What is known of an elicitation besides itself. */
export interface CardContext {
  /** Tells it from what else is on its card. @default its id */
  readonly key?: string | undefined;
  /** When it was asked. */
  readonly askedAt: number;
  /** The instant after which an answer is too late, when it is another than it was asked with. */
  readonly expiresAt?: number | undefined;
  /** How often the same was asked before. */
  readonly repeats?: number | undefined;
  /** True for a page that was done with for the same run before. */
  readonly isLoop?: boolean | undefined;
  /** What was said before the question, in a session of several. */
  readonly transcript?: readonly string[] | undefined;
  /** What the person typed into it before and did not send. */
  readonly draft?: FormContent | undefined;
  /** True when "not now" leaves it open, so that cancelling it is another thing to do. */
  readonly isKept?: boolean | undefined;
  /** Where it can be answered besides. */
  readonly elsewhere?: string | undefined;
  readonly findDomain?: FindDomain | undefined;
}

/** What a card asks for. */
export type CardKind =
  /** Fields to fill in. */
  | "form"
  /** A form without fields: yes or no. */
  | "approval"
  /** A page to go to. */
  | "url"
  /** Something that a terminal cannot show, or a page that leads nowhere: it can be refused, and never accepted. */
  | "unshowable";

/** One question of a card. */
export interface CardQuestion {
  readonly key: string;
  readonly message: string;
  readonly expiresAt: number | undefined;
  readonly repeats: number;
  readonly schema: FormSchema;
  readonly fields: readonly CardField[];
  /** True when it asks for a yes or a no and nothing else. */
  readonly isApproval: boolean;
}

/** One elicitation as it is shown, or the forms of a round. */
export interface Card {
  readonly kind: CardKind;
  /** Who asks. */
  readonly server: string;
  /** Where the asker is, by the host's own configuration. */
  readonly origin: string | undefined;
  /** What was called, or in which other way it came: `for its tool book_table`. */
  readonly purpose: string;
  readonly client: string | undefined;
  /** What is asked; of a round, how many questions it has. */
  readonly message: string;
  /** What the tool was called with, a line for each argument. */
  readonly calledWith: readonly string[];
  readonly transcript: readonly string[];
  readonly askedAt: number;
  readonly expiresAt: number | undefined;
  readonly repeats: number;
  readonly isKept: boolean;
  /** One, or those of a round in their order. */
  readonly questions: readonly CardQuestion[];
  /** The fields of all questions, in their order. */
  readonly fields: readonly CardField[];
  readonly url: UrlDisplay | undefined;
  /** Why it cannot be shown or accepted, as a sentence. */
  readonly unshowable: string | undefined;
  /** What it is shown without, as sentences. */
  readonly without: readonly string[];
}

const LONGEST_NAME = 120;
const LONGEST_ARGUMENT = 300;

const EMPTY: FormSchema = { type: "object", properties: {} };

/** Makes an elicitation ready to be shown. */
export function toCard(elicitation: Elicitation, context: CardContext): Card {
  const { asker } = elicitation;
  const { key = elicitation.id, repeats = 0, expiresAt = elicitation.expiresAt } = context;
  const schema = elicitation.mode === "form" ? elicitation.schema : EMPTY;
  const { fields, unknown, leftOut } = toCardFields(schema, key, context.draft);
  const url = elicitation.mode === "url" ? toUrlDisplay(elicitation.url, context.findDomain) : undefined;
  const unshowable = whyUnshowable(elicitation, unknown, url, context);
  const kind = unshowable === undefined ? kindOfCard(elicitation, fields) : "unshowable";
  const message = wholeText(elicitation.message);
  return {
    kind,
    server: shortLine(asker.server),
    origin: asker.origin === undefined ? undefined : shortLine(asker.origin),
    purpose: purposeText(elicitation),
    client: asker.client === undefined ? undefined : shortLine(asker.client),
    message,
    calledWith: Object.entries(asker.arguments ?? {}).map(
      ([name, value]) => `${shortLine(name)}: ${shortLine(JSON.stringify(value) ?? "", LONGEST_ARGUMENT)}`,
    ),
    transcript: (context.transcript ?? []).map(wholeText),
    askedAt: context.askedAt,
    expiresAt,
    repeats,
    isKept: context.isKept ?? false,
    questions: [{ key, message, expiresAt, repeats, schema, fields, isApproval: kind === "approval" }],
    fields,
    url,
    unshowable,
    without: leftOut.map((label) => withoutText(label, context.elsewhere)),
  };
}

/** What was called, where it was called with something: `tool book_table`. */
export const calledName = ({ purpose }: Pick<Card, "purpose">): string => purpose.replace(/^for its /, "");

/** True for the questions of a round, which are answered together. */
export const isRound = ({ questions }: Pick<Card, "questions">): boolean => questions.length > 1;

/** The question of a round that begins with the field at a place; `undefined` for any other field. */
export function questionBegun(card: Card, place: number): CardQuestion | undefined {
  const key = card.fields[place]?.question;
  if (!isRound(card) || card.fields[place - 1]?.question === key) return undefined;
  return card.questions.find((question) => question.key === key);
}

/** A name on one line, and not too long. */
export const shortLine = (text: string, longest: number = LONGEST_NAME): string =>
  cutLine(text, longest) || "(no name)";

/** Never cut, however long: who decides can scroll through all of it. */
const wholeText = (text: string): string => neutralText(text).trim();

const kindOfCard = (elicitation: Elicitation, fields: readonly CardField[]): CardKind =>
  elicitation.mode === "url" ? "url" : fields.length === 0 ? "approval" : "form";

function purposeText({ asker }: Elicitation): string {
  const { words, name } = purposeOf(asker);
  return name === undefined ? words : `${words} ${shortLine(name)}`;
}

const withoutText = (label: string, elsewhere: string | undefined): string =>
  `${label} is a file: it need not be given, and is not asked for here.${elsewhere === undefined ? "" : ` To give it, answer at ${shortLine(elsewhere, LONGEST_ARGUMENT)}`}`;

function whyUnshowable(
  elicitation: Elicitation,
  unknown: readonly string[],
  url: UrlDisplay | undefined,
  { elsewhere, isLoop }: CardContext,
): string | undefined {
  if (elicitation.mode === "url" && url === undefined)
    return `The address ${shortLine(elicitation.url)} is none that is opened: only https: and http: are.`;
  if (isLoop)
    return `You have been to this page for the same run before, and it sends you there again. That is a loop: decline it, and tell whoever runs ${shortLine(elicitation.asker.server)}.`;
  if (unknown.length === 0) return undefined;
  const names = unknown.map((name) => shortLine(name)).join(", ");
  return `A terminal cannot show ${unknown.length === 1 ? "the field" : "the fields"} ${names}, so this cannot be accepted here.${elsewhere === undefined ? "" : ` Answer it at ${shortLine(elsewhere, LONGEST_ARGUMENT)}`}`;
}
