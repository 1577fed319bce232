// Passes only urls that a person can be sent to.

import { BeckonError } from "../core/errors.js";

const LONGEST = 8_192;

/** The url as it is shown. The error does not quote it: its query may be nobody's business. */
export function requireHref(given: unknown): string {
  if (typeof given !== "string" || given.length > LONGEST || !URL.canParse(given))
    refuse(`is no absolute url of at most ${LONGEST} characters`);
  const url = new URL(given);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    refuse(`begins with ${url.protocol} instead of https: or http:`);
  if (url.username !== "" || url.password !== "") refuse("has a user name or password in it");
  return url.href;
}

function refuse(reason: string): never {
  throw new BeckonError("invalid-arguments", `The url of an elicitation ${reason}.`);
}
