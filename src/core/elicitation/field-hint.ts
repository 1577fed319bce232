// What a person should know before filling a field in: ranges, lengths, examples, sizes.

import { neutralLine } from "../neutral-text.js";
import type { KnownField } from "./field-kind.js";
import type {
  ChoicesFieldSchema,
  FileFieldSchema,
  NumberFieldSchema,
  StringFieldSchema,
} from "./form-schema.js";

/** One short sentence or two; `undefined` when there is nothing to say. */
export function hintFor(known: KnownField): string | undefined {
  switch (known.kind) {
    case "text":
      return textHint(known.field);
    case "number":
      return numberHint(known.field);
    case "choices":
      return choicesHint(known.field);
    case "file":
      return fileHint(known.field);
    case "secret":
      return `Goes to the server only: neither your client nor its model sees it.${known.field.multiline ? " Line breaks are kept." : ""}`;
    default:
      return undefined;
  }
}

function textHint({ minLength = 0, maxLength, format }: StringFieldSchema): string | undefined {
  const said = [
    format === "email" && "Such as ada@example.com.",
    format === "uri" && "The whole address, such as https://example.com/page.",
    lengthHint(minLength, maxLength),
  ];
  return said.filter(Boolean).join(" ") || undefined;
}

function lengthHint(least: number, most: number | undefined): string | false {
  if (most !== undefined && least === most) return `Exactly ${characters(most)}.`;
  if (most !== undefined && least > 1) return `${least} to ${characters(most)}.`;
  if (most !== undefined) return `At most ${characters(most)}.`;
  return least > 1 && `At least ${characters(least)}.`;
}

const characters = (count: number): string => `${grouped(count)} character${count === 1 ? "" : "s"}`;

function numberHint({ type, minimum, maximum }: NumberFieldSchema): string | undefined {
  const what = type === "integer" ? "A whole number" : "A number";
  if (minimum !== undefined && maximum !== undefined) return `${what} from ${minimum} to ${maximum}.`;
  if (minimum !== undefined) return `${what}, ${minimum} or more.`;
  if (maximum !== undefined) return `${what}, ${maximum} or less.`;
  return type === "integer" ? `${what}.` : undefined;
}

function choicesHint({ minItems = 0, maxItems }: ChoicesFieldSchema): string {
  if (maxItems !== undefined && minItems === maxItems) return `Choose ${minItems}.`;
  if (maxItems !== undefined && minItems > 0) return `Choose ${minItems} to ${maxItems}.`;
  if (maxItems !== undefined) return `Choose up to ${maxItems}.`;
  return minItems > 0 ? `Choose at least ${minItems}.` : "Choose any that apply.";
}

function fileHint({ accept, maxBytes, maxFiles }: FileFieldSchema): string {
  const many = maxFiles === 1 ? "One file" : `Up to ${maxFiles} files`;
  const label = acceptLabel(accept ?? []);
  const kinds = label === "" ? "" : ` ${label.charAt(0).toUpperCase()}${label.slice(1)}.`;
  return `${many}, ${byteLabel(maxBytes)} at most${maxFiles === 1 ? "" : " each"}.${kinds}`;
}

const LONGEST_KIND = 40;

/** Which files are taken, as a person reads it: `PDF, PNG or image files`. */
const acceptLabel = (accept: readonly string[]): string => labelOf(accept, (kind) => `${kind} files`);

/** The same of one file: `PDF, PNG or an image`. */
export const acceptedLabel = (accept: readonly string[]): string =>
  labelOf(accept, (kind) => ONE.get(kind) ?? `a file of the kind ${kind}`);

const ONE: ReadonlyMap<string, string> = new Map([
  ["image", "an image"],
  ["video", "a video"],
  ["audio", "an audio file"],
  ["text", "a text file"],
]);

function labelOf(accept: readonly string[], ofKind: (kind: string) => string): string {
  const named = accept.map((one) => {
    const [kind = "", rest = ""] = one.split("/");
    if (one.startsWith(".")) return one.slice(1).toUpperCase();
    if (rest === "*") return ofKind(kind);
    return rest.replace(/^x-|^vnd\./, "").toUpperCase();
  });
  const unique = [...new Set(named)].map((one) => neutralLine(one.slice(0, LONGEST_KIND)));
  const last = unique.pop() ?? "";
  return unique.length === 0 ? last : `${unique.join(", ")} or ${last}`;
}

/** A number of bytes as people say it. */
export function byteLabel(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  const [divisor, unit] =
    bytes < 1024 ** 2 ? [1024, "KB"] : bytes < 1024 ** 3 ? [1024 ** 2, "MB"] : [1024 ** 3, "GB"];
  const amount = bytes / divisor;
  return `${amount >= 10 || Number.isInteger(amount) ? Math.floor(amount) : Math.floor(amount * 10) / 10} ${unit}`;
}

const grouped = (count: number): string => count.toLocaleString("en");
