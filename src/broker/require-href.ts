// Passes only urls that a person can be sent to.

import { BeckonError } from "../core/errors.js";

const LONGEST = 8_192;

/** The url as it is shown. The error does not quote it: its query may be nobody's business. */
export function requireHref(given: unknown): string {
  const problem = findHrefProblem(given);
  if (problem !== undefined)
    throw new BeckonError("invalid-arguments", `The url of an elicitation ${problem}.`);
  // What is no text has a problem.
  return new URL(given as string).href;
}

/** Why nobody can be sent there. */
export function findHrefProblem(given: unknown): string | undefined {
  if (typeof given !== "string" || given.length > LONGEST || !URL.canParse(given))
    return `is no absolute url of at most ${LONGEST} characters`;
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    return `begins with ${url.protocol} instead of https: or http:`;
  if (url.username !== "" || url.password !== "") return "has a user name or password in it";
  return undefined;
}
