// Handles: what a model sees in place of a secret, and the way back to its value.

import { BeckonError } from "../core/errors.js";
import { isObject } from "../core/json.js";
import type { Vault } from "../core/vault.js";

const PREFIX = "secret:";

/** A text that is a handle and nothing else. */
const WHOLE = /^secret:([A-Za-z][A-Za-z0-9_.-]{0,63})$/;
/** A handle inside a longer text, such as a header. */
const INSIDE = /(?<![\w.-])secret:([A-Za-z][A-Za-z0-9_.-]{0,62}[A-Za-z0-9_]|[A-Za-z])/g;

/** The name in a text that is a handle and nothing else; `undefined` for any other. */
export const nameInHandle = (text: string): string | undefined => WHOLE.exec(text)?.[1];

/** True for what a secret can be called. */
export const isHandleName = (name: string): boolean => nameInHandle(handleOf(name)) !== undefined;

/** The handle of a secret. */
const handleOf = (name: string): string => `${PREFIX}${name}`;

/** Keeps a value under a name that is free, or is this value's already; gives the handle. */
export async function keepSecret(vault: Vault, owner: string, name: string, value: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}_${number}`;
    const kept = await vault.get(owner, candidate);
    if (kept !== undefined && kept !== value) continue;
    await vault.set(owner, candidate, value);
    return handleOf(candidate);
  }
}

/** How deep arguments are looked through; deeper ones are no arguments of a tool. */
const DEEPEST = 64;

/**
 * A copy of the arguments with values in place of handles, also inside longer texts. A text that is a handle as a
 * whole must be known; inside others, what is no handle of ours stays as it is.
 */
export async function resolveHandles(
  vault: Vault,
  owner: string,
  given: unknown,
  depth = 0,
): Promise<unknown> {
  if (depth > DEEPEST) throw new BeckonError("invalid-arguments", "The arguments are nested too deeply.");
  if (typeof given === "string") return resolveText(vault, owner, given);
  if (Array.isArray(given))
    return Promise.all(given.map((one) => resolveHandles(vault, owner, one, depth + 1)));
  if (!isObject(given)) return given;
  const entries = Object.entries(given).map(
    async ([key, value]) => [key, await resolveHandles(vault, owner, value, depth + 1)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

async function resolveText(vault: Vault, owner: string, text: string): Promise<string> {
  const whole = nameInHandle(text);
  if (whole !== undefined) {
    const value = await vault.get(owner, whole);
    if (value !== undefined) return value;
    throw new BeckonError("unknown-name", `There is no secret ${whole}. Ask the person for it first.`);
  }
  const names = new Set([...text.matchAll(INSIDE)].map(([, name = ""]) => name));
  const values = new Map<string, string>();
  for (const name of names) {
    const value = await vault.get(owner, name);
    if (value !== undefined) values.set(name, value);
  }
  // In one pass, so that what a secret holds is never looked at for handles.
  return text.replace(INSIDE, (handle, name: string) => values.get(name) ?? handle);
}

/** A name for a secret that was given none. */
export function nameFrom(prompt: string): string {
  const words =
    prompt
      .toLowerCase()
      .normalize("NFKD")
      .match(/[a-z0-9]+/g) ?? [];
  const name = words
    .filter((word) => !filler.has(word))
    .join("_")
    .slice(0, 40)
    .replace(/_+$/, "");
  return /^[a-z]/.test(name) ? name : `secret_${name || "value"}`;
}

const filler: ReadonlySet<string> = new Set(
  "enter your the a an please give provide me us for to what is of type in".split(" "),
);
