// Secrets by owner and name.

import { BeckonError } from "../core/errors.js";

/** Owners, their names, and what is kept under them. */
export type SecretTable = Map<string, Map<string, string>>;

/** The names of an owner's secrets, sorted. */
export const namesIn = (table: SecretTable, owner: string): readonly string[] =>
  [...(table.get(owner)?.keys() ?? [])].sort();

export function setIn(table: SecretTable, owner: string, name: string, value: string): void {
  const secrets = table.get(owner) ?? new Map<string, string>();
  secrets.set(name, value);
  table.set(owner, secrets);
}

/** True when there was one. */
export function forgetIn(table: SecretTable, owner: string, name: string): boolean {
  const secrets = table.get(owner);
  const wasThere = secrets?.delete(name) ?? false;
  if (secrets?.size === 0) table.delete(owner);
  return wasThere;
}

/** The longest secret that is kept, in characters: keys and tokens are far shorter. */
const MOST_CHARACTERS = 65_536;

/** Refuses what no secret is. What it is like is not told: it may be one. */
export function requireSecret(value: unknown): void {
  if (typeof value !== "string" || value === "" || value.length > MOST_CHARACTERS)
    throw new BeckonError(
      "invalid-arguments",
      `A secret must be a text of 1 to ${MOST_CHARACTERS} characters.`,
    );
}

/** As text that gives the same table back. Names may be anything, so they are no members of objects. */
export const writeTable = (table: SecretTable): string =>
  JSON.stringify([...table].map(([owner, secrets]) => [owner, [...secrets]]));

/** Reads what `writeTable` wrote; `undefined` for anything else. */
export function readTable(text: string): SecretTable | undefined {
  try {
    const written: unknown = JSON.parse(text);
    if (!Array.isArray(written)) return undefined;
    // Sealed by a vault, so its members are what was written.
    const owners = written as readonly (readonly [string, readonly (readonly [string, string])[]])[];
    return new Map(owners.map(([owner, secrets]) => [owner, new Map(secrets)]));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
