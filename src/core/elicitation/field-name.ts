// The name of a field: which ones are refused, and how an error names one.

import { BeckonError } from "../errors.js";

/** Refuses a field with a sentence that begins with its name. */
export function refuseField(name: string, reason: string): never {
  throw new BeckonError("invalid-definition", fieldSentence(name, reason));
}

/** Says what is wrong with a field, beginning with its name. */
export const fieldSentence = (name: string, reason: string): string =>
  `${name === "" ? "A field" : `Field ${name}`} ${reason}.`;

/** Refuses a name under which a field would get lost, or lose its place among the others. */
export function requireFieldName(name: string): void {
  const problem = findNameProblem(name);
  if (problem !== undefined) refuseField(name, problem);
}

/** Why a field cannot be called so. */
export function findNameProblem(name: string): string | undefined {
  if (name === "") return "has an empty name. Give it one";
  if (name === "__proto__") return "has a name that JavaScript objects cannot hold; take another";
  if (/^\d+$/.test(name))
    return "has a number for a name, which JavaScript puts before all others; take another";
  return undefined;
}
