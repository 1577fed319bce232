// What a handler wanted to ask while nobody could be asked. Its result says so, for a host that can tell its person
// how to be asked the next time.

import type { JsonObject } from "../../core/json.js";
import { META_UNASKED } from "../../protocol/meta-keys.js";
import { type Outcome, Prepared } from "../call/outcome.js";
import type { OpenQuestion } from "./asked.js";

/** What is missing: a client that shows forms or goes to pages, or pages of the server, which no client makes up for. */
export type Needs = "form" | "url" | "pages";

const MOST_UNASKED = 8;
const MOST_MESSAGE = 300;

/** The questions of one execution that nobody could be asked. */
export class Unasked {
  readonly #questions: { readonly message: string; readonly needs: Needs }[] = [];

  /** Notes a question to the caller. What is asked of somebody else is none of the caller's business. */
  note({ spec }: OpenQuestion, hasPages: boolean): void {
    const { feature, ownFields, options, label } = spec;
    if (feature !== "form" && feature !== "url") return;
    if (options.audience !== undefined || this.#questions.length === MOST_UNASKED) return;
    const isForPages = ownFields !== undefined && ownFields.size > 0;
    const needs = isForPages ? (hasPages ? "url" : "pages") : feature;
    this.#questions.push({ message: label.slice(0, MOST_MESSAGE), needs });
  }

  /** The result, with a note of what was not asked. */
  beside(outcome: Outcome): Outcome {
    if (this.#questions.length === 0 || outcome instanceof Prepared) return outcome;
    // Any result may carry `_meta`.
    const { _meta } = outcome as { readonly _meta?: JsonObject };
    return { ...outcome, _meta: { ..._meta, [META_UNASKED]: this.#questions } };
  }
}
