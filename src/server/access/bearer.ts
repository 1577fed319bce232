// A ready-made `connect`: bearer tokens that are JWTs, verified against the keys of their issuer.

import { BeckonError } from "../../core/errors.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Principal } from "./access.js";
import { type AllowOptions, allow, type Connect, type Decision, forbidden, unauthorized } from "./connect.js";
import { requireSecureUrl } from "./protected-resource.js";
import { createJwtVerifier, type JsonWebKeySet, type TokenClaims, type VerifyJwt } from "./verify-jwt.js";

/** Which tokens open the door, and how far. */
export interface BearerJwtOptions {
  /** Who must have issued the token: exactly its `iss`. */
  readonly issuer: string;
  /** Whom the token must be made for: one of its `aud`, usually the url of this server's endpoint. */
  readonly audience: string | readonly string[];
  /** The issuer's public keys: the url of its JWKS (`https`, or `http` on the loopback), or the key set itself. */
  readonly jwks: string | URL | JsonWebKeySet;
  /** The scopes a token must have, all of them. @default [] */
  readonly scopes?: readonly string[];
  /** Reads the scopes of a token; say here which of your scopes include others. @default those in `scope` or `scp` */
  readonly grantedScopes?: (claims: TokenClaims) => readonly string[];
  /** How far the issuer's clock may be from ours, in seconds. @default 5 */
  readonly clockToleranceSeconds?: number;
  /** What the bearer of a good token may do, and as whom. @default everything, as the principal `<iss>|<sub>` */
  readonly allow?: (claims: TokenClaims) => MaybePromise<AllowOptions>;
}

const defaults = {
  scopes: [],
  grantedScopes: scopesOf,
  clockToleranceSeconds: 5,
  allow: (): AllowOptions => ({}),
} satisfies Partial<BearerJwtOptions>;

/**
 * Makes a `connect` that lets in whoever brings a good JWT in its `Authorization` header.
 *
 * Tokens must be signed with an asymmetric algorithm, expire, and be made by `issuer` for `audience`. On stdio there
 * are no headers, so it refuses: decide there by yourself. When the keys cannot be fetched, requests fail with
 * status 500 and clients keep their tokens.
 *
 * @example
 * const connect = bearerJwt({
 *   issuer: "https://login.example.com/",
 *   audience: "https://mcp.example.com/mcp",
 *   jwks: "https://login.example.com/.well-known/jwks.json",
 * });
 */
export function bearerJwt(options: BearerJwtOptions): Connect {
  const settings = { ...defaults, ...options };
  const { issuer, jwks, clockToleranceSeconds } = settings;
  const audience = requireTexts("audience", [settings.audience].flat());
  const scopes = requireTexts("scopes", settings.scopes, SCOPE);
  requireTexts("issuer", [issuer]);
  if (audience.length === 0)
    throw unusable(
      "audience",
      'is an empty list. Name whom tokens must be made for, such as "https://mcp.example.com/mcp"',
    );
  if (!(clockToleranceSeconds >= 0))
    throw unusable("clockToleranceSeconds", `is ${clockToleranceSeconds}, but must be 0 or more`);
  const keys = isKeySet(jwks) ? jwks : requireSecureUrl("bearerJwt: jwks", jwks);
  const scope = scopes.length === 0 ? {} : { scope: scopes.join(" ") };
  const refuse = (errorDescription: string): Decision =>
    unauthorized({ error: "invalid_token", errorDescription, ...scope });
  let verifier: Promise<VerifyJwt> | undefined;

  return async ({ headers }) => {
    const token = readToken(headers.authorization);
    // Who brings no token hears of no error (RFC 6750, section 3.1).
    if (token === undefined) return unauthorized(scope);
    if (token.length > MOST_CHARACTERS || !TOKEN.test(token)) return refuse(INVALID);
    verifier ??= createJwtVerifier({ issuer, audience, keys, clockToleranceSeconds });
    const claims = await (await verifier)(token);
    if (typeof claims === "string") return refuse(claims === "expired" ? EXPIRED : INVALID);
    const granted = new Set(settings.grantedScopes(claims));
    if (!scopes.every((name) => granted.has(name)))
      return forbidden({ message: "The access token lacks a scope that is needed here.", ...scope });
    const allowed = await settings.allow(claims);
    const principal = allowed.principal ?? principalOf(claims);
    return principal === undefined ? refuse(INVALID) : allow({ ...allowed, principal });
  };
}

const INVALID = "The access token is not valid here.";
const EXPIRED = "The access token has expired.";

/** Longer than any header that Node lets in. */
const MOST_CHARACTERS = 16_384;

/** The characters of a bearer token (RFC 6750, section 2.1), and of a scope (RFC 6749, section 3.3). */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/** What follows `Bearer` in the header; `undefined` when there is none of that scheme. */
function readToken(header: string | string[] | undefined): string | undefined {
  const found = typeof header === "string" ? /^bearer(?: +|$)/i.exec(header) : null;
  return found?.input.slice(found[0].length);
}

/** `scope` is text (RFC 8693); some issuers write `scp`, as text or as a list. */
function scopesOf({ scope, scp }: TokenClaims): readonly string[] {
  const given = scope ?? scp;
  if (Array.isArray(given)) return given.map(String);
  return typeof given === "string" ? given.split(" ") : [];
}

/** Without `sub` there is nobody to tell from others. */
function principalOf(claims: TokenClaims): Principal | undefined {
  const { iss, sub, name } = claims;
  if (sub === undefined || sub === "") return undefined;
  const id = `${iss}|${sub}`;
  return typeof name === "string" ? { id, name, claims } : { id, claims };
}

const isKeySet = (given: BearerJwtOptions["jwks"]): given is JsonWebKeySet =>
  typeof given === "object" && given !== null && !(given instanceof URL) && Array.isArray(given.keys);

function requireTexts(option: string, given: readonly string[], pattern = /./): readonly string[] {
  if (!Array.isArray(given) || given.some((text) => typeof text !== "string" || !pattern.test(text)))
    throw unusable(option, `has a value that cannot be one: ${JSON.stringify(given)}`);
  return given;
}

const unusable = (option: string, problem: string): BeckonError =>
  new BeckonError("invalid-option", `bearerJwt: ${option} ${problem}.`);
