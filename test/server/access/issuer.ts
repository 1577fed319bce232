// An issuer of tokens on the loopback: real keys, a real JWKS endpoint.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";

export const AUDIENCE = "https://mcp.example.com/mcp";

/** A key of an issuer, and its public half. */
export interface IssuerKey {
  readonly alg: string;
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export interface Issuer {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** What the endpoint answers from now on. */
  publish(...keys: IssuerKey[]): void;
  /** Answers from now on with this status and text. */
  publishRaw(status: number, text: string): void;
  /** How often the endpoint was asked. */
  readonly fetches: number;
  close(): Promise<void>;
}

export async function createKey(alg: string, kid: string): Promise<IssuerKey> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return { alg, kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
}

/** Starts an issuer on a free port. */
export async function startIssuer(): Promise<Issuer> {
  let answer = { status: 200, text: JSON.stringify({ keys: [] }) };
  let fetches = 0;
  const http = createServer((_request, response) => {
    fetches += 1;
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answer.text);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return {
    issuer,
    jwksUrl: `${issuer}/jwks.json`,
    publish(...keys) {
      answer = { status: 200, text: JSON.stringify({ keys: keys.map(({ jwk }) => jwk) }) };
    },
    publishRaw(status, text) {
      answer = { status, text };
    },
    get fetches() {
      return fetches;
    },
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve());
        http.closeAllConnections();
      }),
  };
}

/** Signs claims; by default those of a good token that is valid for a minute. */
export function signToken(
  key: IssuerKey,
  claims: Readonly<Record<string, unknown>>,
  header: { readonly kid?: string | undefined } = { kid: key.kid },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const kid = header.kid === undefined ? {} : { kid: header.kid };
  return new SignJWT({ sub: "ada", aud: AUDIENCE, exp: now + 60, ...claims })
    .setProtectedHeader({ alg: key.alg, ...kid })
    .sign(key.privateKey);
}
