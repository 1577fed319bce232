// One elicitation as a terminal shows it: every text in it is safe to write.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { neutralText } from "../../core/neutral-text.js";
import { type FindDomain, toUrlDisplay, type UrlDisplay } from "../../core/url-display.js";
import { cutLine } from "../text/cut-line.js";
import { type CardField, toCardFields } from "./card-field.js";

/** What is known of an elicitation besides itself. */
export interface CardContext {
  /** When it was asked. */
  readonly askedAt: number;
  /** The instant after which an answer is too late, when it is another than it was asked with. */
  readonly expiresAt?: number | undefined;
  /** How often the same was asked before. */
  readonly repeats?: number | undefined;
  /** What was said before the question, in a session of several. */
  readonly transcript?: readonly string[] | undefined;
  /** True when "not now" leaves it open, so that cancelling it is another thing to do. */
  readonly isKept?: boolean | undefined;
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
  /** Something that a terminal cannot show: it can be refused, and never accepted. */
  | "unshowable";

/** One elicitation as it is shown. */
export interface Card {
  readonly id: string;
  readonly kind: CardKind;
  /** Who asks. */
  readonly server: string;
  /** Where the asker is, by the host's own configuration. */
  readonly origin: string | undefined;
  /** What it asks for: `tool book_table`. */
  readonly about: string;
  readonly client: string | undefined;
  readonly message: string;
  /** What the tool was called with, a line for each argument. */
  readonly calledWith: readonly string[];
  readonly transcript: readonly string[];
  readonly askedAt: number;
  readonly expiresAt: number | undefined;
  readonly repeats: number;
  readonly isKept: boolean;
  readonly schema: FormSchema;
  readonly fields: readonly CardField[];
  readonly url: UrlDisplay | undefined;
  /** Why it cannot be shown, as a sentence. */
  readonly unshowable: string | undefined;
}

/** More than anybody reads in a terminal. */
const LONGEST_MESSAGE = 50_000;
const LONGEST_NAME = 120;
const LONGEST_ARGUMENT = 300;

const EMPTY: FormSchema = { type: "object", properties: {} };

/** Makes an elicitation ready to be shown. */
export function toCard(elicitation: Elicitation, context: CardContext): Card {
  const { id, asker, message } = elicitation;
  const schema = elicitation.mode === "form" ? elicitation.schema : EMPTY;
  const { fields, unknown } = toCardFields(schema);
  const url = elicitation.mode === "url" ? toUrlDisplay(elicitation.url, context.findDomain) : undefined;
  const unshowable = whyUnshowable(elicitation, unknown, url);
  return {
    id,
    kind: unshowable === undefined ? kindOfCard(elicitation, fields) : "unshowable",
    server: shortLine(asker.server),
    origin: asker.origin === undefined ? undefined : shortLine(asker.origin),
    about: aboutOf(elicitation),
    client: asker.client === undefined ? undefined : shortLine(asker.client),
    message: cutText(message),
    calledWith: Object.entries(asker.arguments ?? {}).map(
      ([name, value]) => `${shortLine(name)}: ${shortLine(JSON.stringify(value) ?? "", LONGEST_ARGUMENT)}`,
    ),
    transcript: (context.transcript ?? []).map(cutText),
    askedAt: context.askedAt,
    expiresAt: context.expiresAt ?? elicitation.expiresAt,
    repeats: context.repeats ?? 0,
    isKept: context.isKept ?? false,
    schema,
    fields,
    url,
    unshowable,
  };
}

/** True when a form asks for a yes or a no and nothing else: an approval in all but its schema. */
export function isYesOrNo({ kind, fields }: Pick<Card, "kind" | "fields">): boolean {
  const [field] = fields;
  return (
    kind === "form" &&
    fields.length === 1 &&
    field?.known.kind === "boolean" &&
    field.isRequired &&
    !field.hasDefault
  );
}

/** A name on one line, and not too long. */
export const shortLine = (text: string, longest: number = LONGEST_NAME): string =>
  cutLine(text, longest) || "(no name)";

function cutText(text: string): string {
  if (text.length <= LONGEST_MESSAGE) return neutralText(text).trim();
  const kept = neutralText(text.slice(0, LONGEST_MESSAGE)).trim();
  return `${kept}…\n(${(text.length - LONGEST_MESSAGE).toLocaleString("en")} more characters are not shown)`;
}

const kindOfCard = (elicitation: Elicitation, fields: readonly CardField[]): CardKind =>
  elicitation.mode === "url" ? "url" : fields.length === 0 ? "approval" : "form";

const CALLED: { readonly [method: string]: string } = {
  "tools/call": "tool",
  "prompts/get": "prompt",
  "resources/read": "resource",
};

function aboutOf({ asker: { method, target } }: Elicitation): string {
  const kind = CALLED[method];
  if (target === undefined) return shortLine(method);
  return kind === undefined ? shortLine(`${method} ${target}`) : `${kind} ${shortLine(target)}`;
}

function whyUnshowable(
  elicitation: Elicitation,
  unknown: readonly string[],
  url: UrlDisplay | undefined,
): string | undefined {
  if (elicitation.mode === "url" && url === undefined)
    return `The address ${shortLine(elicitation.url)} is none that is opened: only https: and http: are.`;
  if (unknown.length === 0) return undefined;
  const names = unknown.map((name) => shortLine(name)).join(", ");
  return `A terminal cannot show ${unknown.length === 1 ? "the field" : "the fields"} ${names}, so this cannot be accepted here.`;
}
