// Verifies JWTs against the keys of their issuer.

import type { JWTPayload, JWTVerifyGetKey, JWTVerifyOptions } from "jose";
import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import { messageOf } from "../../core/message-of.js";

/** Public keys as JSON (RFC 7517). */
export interface JsonWebKeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[];
}

/** What a verified token says. */
export interface TokenClaims {
  readonly iss: string;
  readonly sub?: string;
  readonly aud: string | readonly string[];
  /** In seconds since the epoch. */
  readonly exp: number;
  readonly [claim: string]: unknown;
}

export interface JwtVerifierOptions {
  readonly issuer: string;
  readonly audience: readonly string[];
  readonly keys: URL | JsonWebKeySet;
  readonly clockToleranceSeconds: number;
}

/** The claims of a good token, or what is wrong with it. Throws when the keys cannot be had. */
export type VerifyJwt = (token: string) => Promise<TokenClaims | "expired" | "invalid">;

/** Only signatures that the verifier cannot make itself: no `none`, no shared secrets. */
const ALGORITHMS = ["RS", "PS", "ES"]
  .flatMap((family) => [`${family}256`, `${family}384`, `${family}512`])
  .concat("EdDSA", "Ed25519");

/** How long fetching keys may take, and how often a token with an unknown key may cause it. */
const REMOTE = { timeoutDuration: 5000, cooldownDuration: 30_000, cacheMaxAge: 600_000 };

/** Makes a verifier; keys at a url are fetched with the first token. */
export async function createJwtVerifier(options: JwtVerifierOptions): Promise<VerifyJwt> {
  // Loaded by the first who need it, so that servers without tokens start faster.
  const jose = await import("jose");
  const { errors } = jose;
  const { issuer, audience, keys, clockToleranceSeconds } = options;
  const getKey: JWTVerifyGetKey =
    keys instanceof URL
      ? pausing(jose.createRemoteJWKSet(keys, REMOTE))
      : // The type wants mutable members; jose takes a copy.
        jose.createLocalJWKSet(keys as unknown as Parameters<typeof jose.createLocalJWKSet>[0]);
  const rules: JWTVerifyOptions = {
    issuer,
    audience: [...audience],
    algorithms: ALGORITHMS,
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ["exp"],
  };

  async function verify(token: string): Promise<JWTPayload> {
    try {
      return (await jose.jwtVerify(token, getKey, rules)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
      // The token does not say which key it means: any of those that fit will do.
      for await (const key of error) {
        try {
          return (await jose.jwtVerify(token, key, rules)).payload;
        } catch (failure) {
          if (!(failure instanceof errors.JWSSignatureVerificationFailed)) throw failure;
        }
      }
      throw error;
    }
  }

  return async (token) => {
    try {
      const claims = await verify(token);
      // The type of jose says text, but nobody checked.
      const { sub } = claims as { readonly sub?: unknown };
      // `iss`, `aud` and `exp` were checked against the rules.
      return sub === undefined || typeof sub === "string" ? (claims as unknown as TokenClaims) : "invalid";
    } catch (error) {
      if (error instanceof errors.JWTExpired) return "expired";
      if (isFaultOfToken(error)) return "invalid";
      throw new BeckonError("unreachable", `The keys of ${issuer} could not be had: ${messageOf(error)}.`, {
        cause: error,
      });
    }
  };
}

/** For how long keys that did not come are not asked for again, in milliseconds. */
const PAUSE_MS = 5000;

/** Gets keys, but after a failure waits a while: until then every token would make one more request. */
function pausing(getKey: JWTVerifyGetKey): JWTVerifyGetKey {
  let failure: { readonly error: unknown; readonly until: number } | undefined;
  return async (header, token) => {
    if (failure && Date.now() < failure.until) throw failure.error;
    try {
      return await getKey(header, token);
    } catch (error) {
      if (!isFaultOfToken(error)) failure = { error, until: Date.now() + PAUSE_MS };
      throw error;
    }
  };
}

/** Tells what a client sent from what is wrong on our side: keys that do not come, or are none. */
const isFaultOfToken = (error: unknown): boolean =>
  isObject(error) && typeof error.code === "string" && FAULTS_OF_TOKEN.test(error.code);

const FAULTS_OF_TOKEN =
  /^ERR_(?:JWT_|JWS_|JOSE_ALG_NOT_ALLOWED$|JOSE_NOT_SUPPORTED$|JWKS_NO_MATCHING_KEY$|JWKS_MULTIPLE_MATCHING_KEYS$)/;
