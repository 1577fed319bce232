// The words that the inbox has for kinds, outcomes and lengths of time.

import type { ElicitationStatus } from "../../core/engine/elicitations.js";
import type { ElicitationResource } from "../api/resources.js";
import { isYesOrNo } from "../form/yes-or-no.js";
import { foreignLine } from "../html/foreign-text.js";
import { type Html, type HtmlValue, html } from "../html/html.js";

/** What a person has to do. */
export type Kind = "approval" | "form" | "secret" | "page" | "terminal";

/** What kind of question it is to a person. */
export function kindOfQuestion({ mode, schema }: Pick<ElicitationResource, "mode" | "schema">): Kind {
  if (mode === "url") return "page";
  if (mode === "terminal") return "terminal";
  const fields = Object.values(schema?.properties ?? {});
  if (schema === undefined || fields.length === 0 || isYesOrNo(schema)) return "approval";
  return fields.every(({ type }) => type === "secret") ? "secret" : "form";
}

export const KINDS: { readonly [Name in Kind]: string } = {
  approval: "Approval",
  form: "Form",
  secret: "Secret",
  page: "Page",
  terminal: "Terminal",
};

export const OUTCOMES: { readonly [Status in ElicitationStatus]: string } = {
  pending: "Waiting",
  active: "Being answered",
  accepted: "Answered",
  declined: "Declined",
  cancelled: "Cancelled",
  expired: "Expired",
  withdrawn: "Taken back",
};

/** A length of time in as few characters as possible: `4 min`. The script counts in the same words. */
export function shortFor(durationMs: number): string {
  const minutes = Math.floor(durationMs / 60_000);
  if (minutes < 1) return "now";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`;
}

/** How long somebody took: `12 s`, `4 min`. */
export const tookFor = (durationMs: number): string =>
  durationMs < 60_000 ? `${Math.max(0, Math.round(durationMs / 1000))} s` : shortFor(durationMs);

/** How old something is, by the server's clock; counted on by the script. */
export function age(at: number, now: number): Html {
  // A clock that was put back makes nothing older than it is.
  const text = shortFor(Math.max(0, now - at));
  return html`<time datetime="${new Date(at).toISOString()}" data-age="${at}">${text}</time>`;
}

/** The same within a sentence: `4 min ago`. */
export function ago(at: number, now: number): Html {
  const text = shortFor(Math.max(0, now - at));
  return html`<time datetime="${new Date(at).toISOString()}" data-age="${at}" data-ago>${text === "now" ? "just now" : `${text} ago`}</time>`;
}

/** Less than this is soon. */
const SOON_MS = 5 * 60_000;

/** How much time is left; counted down by the script. */
export function timeLeft(expiresAt: number | undefined, now: number): Html | undefined {
  if (expiresAt === undefined) return undefined;
  const left = Math.max(0, expiresAt - now);
  const text = left < 60_000 ? "less than a minute" : shortFor(left);
  return html`<span class="${left < SOON_MS ? "left left-soon" : "left"}" data-until="${expiresAt}">${text} left</span>`;
}

/** A number and what it counts. */
export const plural = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString("en")} ${many}`;

/** Where somebody answered, as history and receipts say it. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ["inbox", "in the inbox"],
  ["page", "on a page"],
  ["terminal", "in a terminal"],
  ["cli", "on the command line"],
  ["api", "over the API"],
  ["mcp", "over MCP"],
]);

/** `in the inbox`; nothing where it is not known. */
export function placeWords(from: string | undefined): HtmlValue {
  if (from === undefined) return undefined;
  return html` ${PLACES.get(from) ?? html`from ${foreignLine(from)}`}`;
}
