// Tokens that prove that a form was shown to the one who posts it: bound to the browser, the visitor and what it is about.

import { readCookies } from "../../core/read-cookies.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { signText, verifyText } from "../../seal/mac.js";

const PURPOSE = "beckon page token";
const BROWSER = /^[\w-]{22}$/;

/** Whose form it is. */
export interface TokenOwner {
  /** What the browser keeps in its cookie. */
  readonly browser: string;
  readonly visitorId: string | undefined;
  /** What the form changes. */
  readonly subject: string;
}

/** The token that goes into the form. */
export const createToken = (ring: KeyRing, owner: TokenOwner): string =>
  signText(ring, PURPOSE, textOf(owner));

/** True for a token that this very owner was given. */
export const isToken = (ring: KeyRing, owner: TokenOwner, token: string): boolean =>
  verifyText(ring, PURPOSE, textOf(owner), token);

const textOf = ({ browser, visitorId, subject }: TokenOwner): string =>
  JSON.stringify([browser, visitorId ?? null, subject]);

/** The cookie that tells browsers apart. */
export interface BrowserCookie {
  /** What the browser has already; `undefined` for one that is new. */
  read(request: Request): string | undefined;
  /** A new value. */
  create(): string;
  /** The header that gives it to the browser. */
  header(value: string): string;
}

/** Where the cookie goes, and for how long. */
export interface BrowserCookieOptions {
  readonly isSecure: boolean;
  readonly path: string;
  /** For how long browsers keep it after it was given last, in seconds. @default until they are closed */
  readonly maxAgeSeconds?: number | undefined;
}

/** Makes the cookie for pages under a path. */
export function createBrowserCookie(
  ring: KeyRing,
  { isSecure, path, maxAgeSeconds }: BrowserCookieOptions,
): BrowserCookie {
  const age = maxAgeSeconds === undefined ? "" : `; Max-Age=${maxAgeSeconds}`;
  const name = isSecure ? "__Secure-beckon-browser" : "beckon-browser";
  return {
    read(request) {
      const [value] = readCookies(request, name);
      return value !== undefined && BROWSER.test(value) ? value : undefined;
    },
    create: () => ring.random(16).toString("base64url"),
    header: (value) =>
      `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`,
  };
}
