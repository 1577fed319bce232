// Tells from what a server answered that it wanted to ask, and was not told that anybody is here.

import { isObject, type JsonObject } from "../../core/json.js";
import { neutralLine } from "../../core/neutral-text.js";
import { MISSING_CLIENT_CAPABILITY, URL_ELICITATION_REQUIRED } from "../../protocol/error-codes.js";
import { META_UNASKED } from "../../protocol/meta-keys.js";
import { resultText } from "./result-text.js";

/** What could not be asked. */
export interface Unasked {
  /** On one line. */
  readonly said: string;
  /** What is missing, as a server of Beckon says it: `form`, `url` or `pages`. */
  readonly needs: string | undefined;
}

/** What the server said about it, on one line; `undefined` when its error is about something else. */
export function refusedToAsk(error: unknown): Unasked | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  const isAboutAsking = error.code === MISSING_CLIENT_CAPABILITY || error.code === URL_ELICITATION_REQUIRED;
  return isAboutAsking ? { said: oneLine(error.message), needs: undefined } : undefined;
}

/** What a tool's result says about it; `undefined` when it is a result like any other. */
export function couldNotAsk(result: JsonObject): Unasked | undefined {
  const [unasked] = unaskedOf(result);
  if (unasked !== undefined) return unasked;
  const text = resultText(result);
  const isUnavailable = [result.structuredContent, parsed(text)].some(
    (value) => isObject(value) && value.action === "unavailable",
  );
  return isUnavailable || (result.isError === true && LACKS_ELICITATION.test(text))
    ? { said: oneLine(text), needs: undefined }
    : undefined;
}

/** What a server of Beckon says that it wanted to ask, whatever its tool made of that. */
function unaskedOf({ _meta }: JsonObject): readonly Unasked[] {
  const unasked = isObject(_meta) ? _meta[META_UNASKED] : undefined;
  if (!Array.isArray(unasked)) return [];
  return unasked.flatMap((one: unknown) =>
    isObject(one) && typeof one.message === "string"
      ? [{ said: oneLine(one.message), needs: typeof one.needs === "string" ? one.needs : undefined }]
      : [],
  );
}

/** How servers put it whose client declared no elicitation; the official SDK says `does not support form elicitation`. */
const LACKS_ELICITATION =
  /(?:not|n't) (?:support|declare|advertise)[^.]{0,40}elicitation|elicitation[^.]{0,40} (?:not supported|unsupported)/i;

const MOST_SAID = 300;

const oneLine = (text: string): string => {
  const line = neutralLine(text);
  return line.length > MOST_SAID ? `${line.slice(0, MOST_SAID)}…` : line;
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Most results are no JSON.
    return undefined;
  }
}
