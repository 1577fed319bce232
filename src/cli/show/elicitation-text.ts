// An elicitation as text for a person: a row of a list, or all of it.

import type { FieldSchema, FormSchema } from "../../core/elicitation/form-schema.js";
import { isChoice, optionsOf } from "../../core/elicitation/options-of.js";
import { neutralLine, neutralText } from "../../core/neutral-text.js";
import { toJsonLine } from "../../core/spelled-json.js";
import type { AnswerResource, ElicitationResource } from "../../web/api/resources.js";
import { ago, instant, until } from "./time-words.js";

const MOST_MESSAGE = 100;

/** Two lines: what it is and how it stands, then who asks what. */
export function elicitationRow(elicitation: ElicitationResource, now: number): string {
  const { id, status, createdAt, expiresAt, message, claim, muted, aside, mode } = elicitation;
  const facts = [
    id,
    status,
    ago(createdAt, now),
    ...(mode === "inline" ? [] : [mode]),
    ...(expiresAt === undefined ? [] : [`expires ${until(expiresAt, now)}`]),
    ...(claim === undefined || claim.until <= now ? [] : [`${neutralLine(claim.name ?? claim.by)} is at it`]),
    ...(muted ? ["muted"] : []),
    ...(aside ? ["put aside"] : []),
  ];
  const says = neutralLine(message);
  const cut = says.length > MOST_MESSAGE ? `${says.slice(0, MOST_MESSAGE)}…` : says;
  return `${facts.join("  ")}\n    ${askerWords(elicitation)}: ${cut}`;
}

/** `tables, book_table` */
export function askerWords({ asker }: ElicitationResource): string {
  const { server, target } = asker;
  return neutralLine(target === undefined ? server : `${server}, ${target}`);
}

/** Everything that is known of it. */
export function elicitationText(
  elicitation: ElicitationResource,
  answer: AnswerResource | undefined,
  now: number,
): string {
  const {
    asker,
    id,
    status,
    mode,
    createdAt,
    expiresAt,
    audience,
    tags,
    claim,
    settled,
    url,
    schema,
    repeats,
  } = elicitation;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["id", id],
    ["status", status],
    ["mode", mode],
    ["asked by", asker.origin === undefined ? asker.server : `${asker.server} (${asker.origin})`],
    // A sample is called by the same word twice.
    ["for", [...new Set([asker.method, asker.target].filter((part) => part !== undefined))].join(" ")],
    ["with", asker.arguments === undefined ? undefined : toJsonLine(asker.arguments)],
    ["client", asker.client],
    ["run", asker.runId],
    ["asked", `${instant(createdAt)}, ${ago(createdAt, now)}`],
    ["expires", expiresAt === undefined ? undefined : `${instant(expiresAt)}, ${until(expiresAt, now)}`],
    ["audience", audience],
    ["tags", tags.length === 0 ? undefined : tags.join(", ")],
    ["asked before", repeats === undefined || repeats === 0 ? undefined : `${repeats} times, word for word`],
    ["at it", claim === undefined || claim.until <= now ? undefined : (claim.name ?? claim.by)],
    ["url", url],
    [
      "settled",
      settled &&
        `${instant(settled.at)}${words(" by", settled.name ?? settled.by)}${words(" from", settled.from)}`,
    ],
    ["reason", settled?.reason],
  ];
  return [
    neutralText(elicitation.message),
    "",
    ...facts
      .filter(([, value]) => value !== undefined)
      .map(([name, value = ""]) => `${`${name}:`.padEnd(13)} ${neutralLine(value)}`),
    ...(mode === "url" ? [] : ["", ...fieldLines(schema)]),
    ...(answer?.action === "accept" ? answerLines(answer.content) : []),
  ].join("\n");
}

const words = (before: string, value: string | undefined): string =>
  value === undefined ? "" : `${before} ${value}`;

/** What has to be filled in. */
function fieldLines(schema: FormSchema | undefined): readonly string[] {
  const fields = Object.entries(schema?.properties ?? {});
  if (fields.length === 0) return ["An approval: nothing to fill in."];
  return [
    "Fields:",
    ...fields.map(([name, field]) => fieldText(name, field, schema?.required?.includes(name) ?? false)),
  ];
}

/** The values of an answer, one a line. */
function answerLines(content: { readonly [field: string]: unknown }): readonly string[] {
  const lines = Object.entries(content).map(
    ([name, value]) =>
      `  ${neutralLine(name)}: ${typeof value === "string" ? neutralText(value) : toJsonLine(value)}`,
  );
  return lines.length === 0 ? [] : ["", "Answer:", ...lines];
}

function fieldText(name: string, field: FieldSchema, isRequired: boolean): string {
  const options =
    field.type === "array" || isChoice(field)
      ? optionsOf(field).map(({ const: value, title }) => (value === title ? value : `${value} (${title})`))
      : [];
  const notes = [
    field.type === "array" ? "several of" : isChoice(field) ? "one of" : field.type,
    ...("format" in field && field.format ? [field.format] : []),
    ...range(field),
    isRequired ? "required" : "optional",
    ...("default" in field && field.default !== undefined ? [`default ${toJsonLine(field.default)}`] : []),
  ];
  return [
    `  ${neutralLine(name)}: ${neutralLine(field.title ?? name)} [${notes.join(", ")}]`,
    ...(options.length === 0 ? [] : [`      ${neutralLine(options.join(", "))}`]),
    ...(field.description === undefined ? [] : [`      ${neutralLine(field.description)}`]),
  ].join("\n");
}

function range(field: FieldSchema): readonly string[] {
  const [least, most] =
    field.type === "number" || field.type === "integer"
      ? [field.minimum, field.maximum]
      : field.type === "array"
        ? [field.minItems, field.maxItems]
        : field.type === "string" && !isChoice(field)
          ? [field.minLength, field.maxLength]
          : [undefined, undefined];
  if (least === undefined && most === undefined) return [];
  return [`${least ?? ""}..${most ?? ""}${field.type === "string" ? " characters" : ""}`];
}
