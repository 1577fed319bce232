// Bearer tokens: who may ask, answer and read. The file holds digests only; a value is shown once, when it is made.

import { hash, randomBytes } from "node:crypto";
import { stat } from "node:fs/promises";
import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { readPrivate, replacePrivate } from "../../seal/private-file.js";
import { openLock } from "../../secrets/file-lock.js";
import type { Scope } from "../../web/api/caller.js";
import { refuse, type StateFolder } from "../state-folder.js";

/** A token as it is listed. Its value is nowhere. */
export interface TokenEntry {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: number;
}

/** A token that was just made. */
export interface NewToken extends TokenEntry {
  /** What a client sends. It cannot be shown again. */
  readonly value: string;
}

/** A token as the file has it. */
interface KeptToken extends TokenEntry {
  /** SHA-256 of the value, in base64url. */
  readonly digest: string;
}

/** The tokens of a state folder. Other processes may change them at any time. */
export interface Tokens {
  /** The token with this value; `undefined` for any other text. */
  find(value: string): Promise<TokenEntry | undefined>;
  list(): Promise<readonly TokenEntry[]>;
  /** Makes a token. Names are unique. */
  add(name: string, scopes: readonly Scope[]): Promise<NewToken>;
  /**
   * Makes the first token where there never was one; false where there was, be it from a process that starts in the same
   * moment. Its value is kept before it counts.
   */
  addFirst(keep: (value: string) => Promise<void>): Promise<boolean>;
  /** Takes a token back, by its id or name; false when there is none. What it asked stays. */
  revoke(idOrName: string): Promise<boolean>;
}

/** Every scope there is, the least of them first. */
export const SCOPES: readonly Scope[] = ["ask", "answer", "read", "admin"];

const PREFIX = "beckon_";
const VALUE = /^beckon_[\w-]{43}$/;
const NAME = /^[^\p{C}]{1,100}$/u;

/** Opens the tokens of a folder. Touches nothing until they are used. */
export function openTokens({ tokens: path }: StateFolder, now: () => number = Date.now): Tokens {
  const lock = openLock(`${path}.lock`);
  let read: { readonly mark: string; readonly byDigest: ReadonlyMap<string, KeptToken> } | undefined;

  /** The file as it is now, read anew when it has changed. */
  async function current(): Promise<ReadonlyMap<string, KeptToken>> {
    const mark = await markOf(path);
    if (read?.mark === mark) return read.byDigest;
    const byDigest = new Map((await readTokens(path)).map((token) => [token.digest, token]));
    read = { mark, byDigest };
    return byDigest;
  }

  const change = <T>(
    work: (
      tokens: readonly KeptToken[],
    ) => MaybePromise<{ readonly tokens: readonly KeptToken[]; readonly gives: T }>,
  ) =>
    lock.during(async (mayWrite) => {
      const before = await readTokens(path);
      const { tokens, gives } = await work(before);
      if (tokens !== before) await replacePrivate(path, `${JSON.stringify({ tokens }, null, 2)}\n`, mayWrite);
      return gives;
    });

  return {
    async find(value) {
      if (!VALUE.test(value)) return undefined;
      // Looked up by digest: how long that takes says nothing about the value.
      const found = (await current()).get(digestOf(value));
      return found && entryOf(found);
    },
    list: async () => [...(await current()).values()].map(entryOf),
    async add(name, scopes) {
      requireToken(name, scopes);
      const { value, kept } = newToken(name, scopes, now());
      return change((tokens) => {
        if (tokens.some((token) => token.name === name))
          throw new BeckonError(
            "duplicate-name",
            `There is a token ${name} already. Give another name, or revoke it.`,
          );
        return { tokens: [...tokens, kept], gives: { ...entryOf(kept), value } };
      });
    },
    addFirst: (keep) =>
      change(async (tokens) => {
        if ((await markOf(path)) !== ABSENT) return { tokens, gives: false };
        const { value, kept } = newToken("first", ["admin"], now());
        await keep(value);
        return { tokens: [kept], gives: true };
      }),
    revoke: (idOrName) =>
      change((tokens) => {
        const left = tokens.filter(({ id, name }) => id !== idOrName && name !== idOrName);
        return left.length === tokens.length ? { tokens, gives: false } : { tokens: left, gives: true };
      }),
  };
}

/**
 * Makes the first token of a folder that has none, and keeps its value in a file of its own, for its owner alone. Gives
 * true when it did.
 */
export async function makeFirstToken(folder: StateFolder, tokens: Tokens): Promise<boolean> {
  const isMade =
    (await markOf(folder.tokens)) === ABSENT &&
    (await tokens.addFirst((value) => replacePrivate(folder.token, `${value}\n`)));
  if (!isMade) {
    await readTokens(folder.tokens);
    await readFirstToken(folder);
  }
  return isMade;
}

/** The value of the first token; `undefined` when there is no such file. Refuses one that others can read. */
export async function readFirstToken(folder: StateFolder): Promise<string | undefined> {
  const remedy = "Run chmod 600 on it, and consider making a new token.";
  return (await readPrivate("token file", folder.token, remedy, refuse))?.trim();
}

const ABSENT = "absent";

/** What changes whenever the file does. */
async function markOf(path: string): Promise<string> {
  try {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    return `${mtimeNs} ${size} ${ino}`;
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return ABSENT;
    throw error;
  }
}

async function readTokens(path: string): Promise<readonly KeptToken[]> {
  const text = await readPrivate("token list", path, "Run chmod 600 on it.", refuse);
  if (text === undefined) return [];
  const parsed = parseTokens(text);
  if (parsed === undefined)
    refuse(`The token list ${path} cannot be read. Mend it, or move it away to have a new token made.`);
  return parsed;
}

function parseTokens(text: string): readonly KeptToken[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const tokens = isObject(parsed) ? parsed.tokens : undefined;
    return Array.isArray(tokens) && tokens.every(isKept) ? tokens : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const isKept = (given: unknown): given is KeptToken =>
  isObject(given) &&
  ["id", "name", "digest"].every((name) => typeof given[name] === "string" && given[name] !== "") &&
  typeof given.createdAt === "number" &&
  Array.isArray(given.scopes) &&
  given.scopes.every((scope) => SCOPES.includes(scope));

function requireToken(name: unknown, scopes: readonly unknown[]): void {
  if (typeof name !== "string" || !NAME.test(name) || name.trim() === "")
    throw new BeckonError("invalid-arguments", "The name of a token must be a text of 1 to 100 characters.");
  const [unknown] = scopes.filter((scope) => !(SCOPES as readonly unknown[]).includes(scope));
  if (scopes.length === 0 || unknown !== undefined)
    throw new BeckonError(
      "invalid-arguments",
      `The scopes of a token must be some of ${SCOPES.join(", ")}${unknown === undefined ? "" : `, not ${String(unknown)}`}.`,
    );
}

function newToken(
  name: string,
  scopes: readonly Scope[],
  createdAt: number,
): { readonly value: string; readonly kept: KeptToken } {
  const value = `${PREFIX}${randomBytes(32).toString("base64url")}`;
  const id = randomBytes(6).toString("hex");
  return { value, kept: { id, name, scopes: [...new Set(scopes)], createdAt, digest: digestOf(value) } };
}

const digestOf = (value: string): string => hash("sha256", value, "base64url");
const entryOf = ({ id, name, scopes, createdAt }: KeptToken): TokenEntry => ({ id, name, scopes, createdAt });
