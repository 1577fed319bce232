// What can be said of a single question besides the question.

import { isDuration } from "../../core/duration.js";
import { BeckonError } from "../../core/errors.js";
import { quote } from "../../core/quote.js";

/** How one question is asked. */
export interface AskOptions {
  /** A name for the question, unique in its run. Answers stay with it when questions are added or moved. @default made from the question */
  readonly key?: string;
  /** How long an answer may take, in milliseconds; then it is `timeout`. @default as long as it takes */
  readonly timeoutMs?: number;
  /** Withdraws the question when it aborts; the answer is `cancel`. */
  readonly signal?: AbortSignal;
  /** Somebody other than the caller, who is not asked then and cannot answer. @default the caller */
  readonly audience?: string;
  /** Whether the server's responder is asked only when the client cannot be, or along with it; then the first answer wins. @default "first" */
  readonly offer?: "first" | "both";
}

const NAMES: ReadonlySet<string> = new Set(["key", "timeoutMs", "signal", "audience", "offer"]);
const MOST_KEY = 200;

/** The options of what only the client can give. */
export const CLIENT_OPTIONS: ReadonlySet<string> = new Set(["key", "timeoutMs", "signal"]);

/** Refuses options that cannot work; `names` are those that there are, and `also` those that the caller knows besides. */
export function checkAskOptions(
  options: AskOptions,
  also: readonly string[] = [],
  names: ReadonlySet<string> = NAMES,
): void {
  const { key, timeoutMs, audience, offer } = options;
  for (const name of Object.keys(options))
    if (!names.has(name) && !also.includes(name)) refuse(name, "is no option of a question");
  if (key !== undefined && (typeof key !== "string" || key === "" || key.length > MOST_KEY))
    refuse("key", `must be a text of 1 to ${MOST_KEY} characters`);
  // No message with this name in it is taken from a client.
  if (key === "__proto__") refuse("key", "must be another text than __proto__");
  if (timeoutMs !== undefined && !isDuration(timeoutMs))
    refuse(
      "timeoutMs",
      `must be a number of milliseconds above 0, and at most a hundred years, not ${quote(String(timeoutMs))}`,
    );
  if (audience !== undefined && (typeof audience !== "string" || audience === ""))
    refuse("audience", "must be a text that is not empty");
  if (offer !== undefined && offer !== "first" && offer !== "both")
    refuse("offer", `must be "first" or "both", not ${String(offer)}`);
}

function refuse(name: string, problem: string): never {
  throw new BeckonError("invalid-arguments", `The question cannot be asked: ${name} ${problem}.`);
}
