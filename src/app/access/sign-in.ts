// Signing in to the inbox: a link of one use, then a cookie. Codes and sessions are records of the engine, by digest.

import { hash, randomBytes } from "node:crypto";
import type { Clock } from "../../core/clock.js";
import type { RecordStore } from "../../core/engine/records.js";
import { readCookies } from "../../core/read-cookies.js";
import { INBOX_PATH, inboxUrl } from "../inbox-urls.js";

/** Somebody who is signed in. */
export interface SignedIn {
  readonly person: string;
}

/** A link that signs in whoever opens it first. */
export interface SignInLink {
  readonly url: string;
  /** The instant after which it is good for nothing. */
  readonly expiresAt: number;
}

/** The ways in and out. */
export interface SignIn {
  /** Makes a link. */
  link(): Promise<SignInLink>;
  /** Uses a code up; gives the cookie of a new session, or `undefined` for a code that is not good, or not any more. */
  redeem(code: string): Promise<string | undefined>;
  /** Who sent a request, by its cookie. */
  identify(request: Request): Promise<SignedIn | undefined>;
  /** Ends the session of a request; gives the header that takes the cookie back. */
  signOut(request: Request): Promise<string>;
}

export interface SignInOptions {
  readonly records: RecordStore;
  readonly clock: Clock;
  /** Where the inbox is reached. */
  readonly baseUrl: string;
  readonly person: string;
  /** How long a session lasts. */
  readonly sessionMs: number;
}

const CODE_MS = 10 * 60_000;
const SECRET = /^[\w-]{43}$/;

export function createSignIn({ records, clock, baseUrl, person, sessionMs }: SignInOptions): SignIn {
  const { protocol, host, port } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  // Cookies do not know ports: two of these on one machine must not sign each other's people out.
  const name = `${isSecure ? "__Secure-" : ""}beckon-session${port === "" ? "" : `-${port}`}`;
  // The cookie goes nowhere else.
  const attributes = `Path=${INBOX_PATH}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;

  const sessionOf = (request: Request): string | undefined => {
    const given = readCookies(request, name);
    // Somebody else on this host may have put a second one beside it: then nobody knows whose it is.
    const [only] = given;
    return given.length === 1 && only !== undefined && SECRET.test(only) ? only : undefined;
  };

  return {
    async link() {
      const code = newSecret();
      const expiresAt = clock.now() + CODE_MS;
      await records.put(codeKey(code), "", { ifVersion: 0, expiresAt });
      return { url: `${inboxUrl(baseUrl)}/sign-in?code=${code}`, expiresAt };
    },
    async redeem(code) {
      // Whoever removes it has it: of two that come at once one is told that it is used up.
      if (!SECRET.test(code) || !(await records.remove(codeKey(code)))) return undefined;
      const session = newSecret();
      const kept = JSON.stringify({ person, host } satisfies KeptSession);
      await records.put(sessionKey(session), kept, { ifVersion: 0, expiresAt: clock.now() + sessionMs });
      return `${name}=${session}; Max-Age=${Math.floor(sessionMs / 1000)}; ${attributes}`;
    },
    async identify(request) {
      const session = sessionOf(request);
      const record = session === undefined ? undefined : await records.get(sessionKey(session));
      if (record === undefined) return undefined;
      // Nobody else writes records of this kind.
      const kept = JSON.parse(record.value) as KeptSession;
      // A session is good at the address it was begun at, and at no other name that leads here.
      return kept.host === host && hostOf(request) === host ? { person: kept.person } : undefined;
    },
    async signOut(request) {
      const session = sessionOf(request);
      if (session !== undefined) await records.remove(sessionKey(session));
      return `${name}=; Max-Age=0; ${attributes}`;
    },
  };
}

interface KeptSession {
  readonly person: string;
  readonly host: string;
}

const hostOf = (request: Request): string =>
  (request.headers.get("host") ?? new URL(request.url).host).toLowerCase();

const newSecret = (): string => randomBytes(32).toString("base64url");
const codeKey = (code: string): string => `app:sign-in:${hash("sha256", code, "base64url")}`;
const sessionKey = (session: string): string => `app:session:${hash("sha256", session, "base64url")}`;
