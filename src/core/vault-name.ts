// What the owner and the name of a secret may be called.

import { BeckonError } from "./errors.js";

/** Keyrings and files have room for this much, whatever the text. */
const MOST_CHARACTERS = 256;

/** Control characters, what changes the direction of text, and halves of characters. */
const UNFIT = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Refuses a name that no vault could keep, or no person could read. `what` says whose name it is. */
export function requireVaultName(
  what: "The owner of a secret" | "The name of a secret",
  given: unknown,
): string {
  if (typeof given !== "string" || given.trim() === "") refuse(what, "is no text, or empty");
  if (given.length > MOST_CHARACTERS) refuse(what, `is longer than ${MOST_CHARACTERS} characters`);
  if (UNFIT.test(given)) refuse(what, "has control characters in it, or others that cannot be seen");
  return given;
}

/** Refuses an owner or a name that cannot be. */
export function requireVaultNames(owner: unknown, name: unknown): void {
  requireVaultName("The owner of a secret", owner);
  requireVaultName("The name of a secret", name);
}

function refuse(what: string, problem: string): never {
  throw new BeckonError("invalid-arguments", `${what} ${problem}.`);
}
