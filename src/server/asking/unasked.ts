// What a handler wanted to ask while nobody could be asked. Its result says so, for a host that can tell its person
// how to be asked the next time.

import type { JsonObject } from "../../core/json.js";
import { META_UNASKED } from "../../protocol/meta-keys.js";
import { type Outcome, Prepared } from "../call/outcome.js";
import type { OpenQuestion } from "./asked.js";

const MOST_UNASKED = 8;
const MOST_MESSAGE = 300;

/** The questions of one execution that nobody could be asked. */
export class Unasked {
  readonly #messages: string[] = [];

  /** Notes a question to the caller. What is asked of somebody else is none of the caller's business. */
  note({ spec }: OpenQuestion): void {
    const isQuestion = spec.feature === "form" || spec.feature === "url";
    if (!isQuestion || spec.options.audience !== undefined || this.#messages.length === MOST_UNASKED) return;
    this.#messages.push(spec.label.slice(0, MOST_MESSAGE));
  }

  /** The result, with a note of what was not asked. */
  beside(outcome: Outcome): Outcome {
    if (this.#messages.length === 0 || outcome instanceof Prepared) return outcome;
    // Any result may carry `_meta`.
    const { _meta } = outcome as { readonly _meta?: JsonObject };
    return { ...outcome, _meta: { ..._meta, [META_UNASKED]: this.#messages } };
  }
}
