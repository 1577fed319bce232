// Bearer JWTs: what opens the door, what does not, and what the refused are told.

import { createHmac } from "node:crypto";
import { PassThrough } from "node:stream";
import { exportSPKI, importJWK, type JWTPayload } from "jose";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type BearerJwtOptions,
  BeckonError,
  bearerJwt,
  createServer,
  type Server,
} from "../../../src/index.js";
import { serveStdio } from "../../../src/node/index.js";
import { askModern, ENDPOINT, openSession, type Reply } from "./ask.js";
import { AUDIENCE, createKey, type Issuer, type IssuerKey, signToken, startIssuer } from "./issuer.js";

const RESOURCE = { resource: AUDIENCE, authorizationServers: ["https://login.example.com"] };
const METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource/mcp";

let rs256: IssuerKey;
let es256: IssuerKey;
let eddsa: IssuerKey;
let issuer: Issuer;
let logged: string[];
const servers: Server[] = [];

beforeAll(async () => {
  [rs256, es256, eddsa] = await Promise.all([
    createKey("RS256", "rsa-1"),
    createKey("ES256", "ec-1"),
    createKey("EdDSA", "ed-1"),
  ]);
});

beforeEach(async () => {
  issuer = await startIssuer();
  issuer.publish(rs256, es256, eddsa);
  logged = [];
});

afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([issuer.close(), ...servers.splice(0).map((server) => server.close())]);
});

function serve(options: Partial<BearerJwtOptions> = {}): Server {
  const log = (message: string, fields?: object): void => {
    logged.push(
      `${message} ${JSON.stringify(fields, (_key, value) => (value instanceof Error ? value.stack : value))}`,
    );
  };
  const server = createServer({
    name: "guarded",
    version: "1.0.0",
    connect: bearerJwt({ issuer: issuer.issuer, audience: AUDIENCE, jwks: issuer.jwksUrl, ...options }),
    http: { protectedResource: RESOURCE },
    logger: { debug: log, info: log, warn: log, error: log },
  });
  servers.push(server);
  server.tool("whoami", {}, (_input, ctx) =>
    JSON.stringify({ principal: ctx.principal, assigns: ctx.assigns }),
  );
  server.tool("erase", {}, () => "gone");
  return server;
}

const sign = (
  key: IssuerKey,
  claims: Readonly<Record<string, unknown>> = {},
  header?: { kid?: string | undefined },
): Promise<string> => signToken(key, { iss: issuer.issuer, ...claims }, header);

const ask = (server: Server, authorization?: string, url: string = ENDPOINT): Promise<Reply> =>
  askModern(
    server,
    "tools/call",
    { name: "whoami" },
    authorization === undefined ? {} : { authorization },
    url,
  );

const who = (
  reply: Reply,
): { principal: { id: string; name?: string; claims: JWTPayload }; assigns: object } =>
  JSON.parse((reply.result.content as { text: string }[])[0]?.text ?? "");

const now = (): number => Math.floor(Date.now() / 1000);
const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const INVALID = 'error="invalid_token", error_description="The access token is not valid here."';

describe("a good token", () => {
  it.each(["RS256", "ES256", "EdDSA"])("signed with %s lets its bearer in", async (alg) => {
    const key = [rs256, es256, eddsa].find((one) => one.alg === alg) as IssuerKey;
    const reply = await ask(serve(), `Bearer ${await sign(key)}`);
    expect(reply.status).toBe(200);
    expect(who(reply).principal.id).toBe(`${issuer.issuer}|ada`);
  });

  it("may be announced in any case and with several spaces", async () => {
    const server = serve();
    expect((await ask(server, `bEARER   ${await sign(es256)}`)).status).toBe(200);
  });

  it("gives the principal its name and claims", async () => {
    const token = await sign(es256, { name: "Ada Lovelace", team: "engines" });
    const { principal } = who(await ask(serve(), `Bearer ${token}`));
    expect(principal.name).toBe("Ada Lovelace");
    expect(principal.claims).toMatchObject({ team: "engines", sub: "ada", aud: AUDIENCE });
  });

  it("may be made for several audiences, and the server may go by several", async () => {
    const server = serve({ audience: ["https://other.example.com", AUDIENCE] });
    const token = await sign(es256, { aud: ["https://elsewhere.example.com", AUDIENCE] });
    expect((await ask(server, `Bearer ${token}`)).status).toBe(200);
  });

  it("opens a legacy session that belongs to its principal", async () => {
    const server = serve();
    const session = await openSession(server, { authorization: `Bearer ${await sign(es256)}` });
    expect((await session.ask("ping")).status).toBe(200);
    const again = `Bearer ${await sign(rs256)}`;
    expect((await session.ask("ping", {}, { authorization: again })).status).toBe(200);
    const foreign = `Bearer ${await sign(es256, { sub: "eve" })}`;
    expect((await session.ask("ping", {}, { authorization: foreign })).status).toBe(404);
  });

  it("is checked against a key set given as an object too", async () => {
    const server = serve({ jwks: { keys: [{ ...es256.jwk }] } });
    expect((await ask(server, `Bearer ${await sign(es256)}`)).status).toBe(200);
    expect((await ask(server, `Bearer ${await sign(rs256)}`)).status).toBe(401);
    expect(issuer.fetches).toBe(0);
  });

  it("without a key id is tried with every key that fits", async () => {
    const second = await createKey("ES256", "ec-2");
    issuer.publish(es256, second);
    const server = serve();
    expect((await ask(server, `Bearer ${await sign(second, {}, {})}`)).status).toBe(200);
    const stranger = await createKey("ES256", "ec-3");
    expect((await ask(server, `Bearer ${await sign(stranger, {}, {})}`)).status).toBe(401);
  });

  it("is still good within the clock tolerance", async () => {
    const token = await sign(es256, { exp: now() - 20 });
    expect((await ask(serve({ clockToleranceSeconds: 60 }), `Bearer ${token}`)).status).toBe(200);
    expect((await ask(serve({ clockToleranceSeconds: 0 }), `Bearer ${token}`)).status).toBe(401);
  });
});

describe("the keys of the issuer", () => {
  it("are fetched once for many tokens", async () => {
    const server = serve();
    for (const key of [rs256, es256, eddsa]) await ask(server, `Bearer ${await sign(key)}`);
    expect(issuer.fetches).toBe(1);
  });

  it("are not fetched for requests without a token, or with none that could be one", async () => {
    const server = serve();
    await ask(server);
    await ask(server, "Bearer not a token");
    expect(issuer.fetches).toBe(0);
  });

  it("are not fetched again and again for unknown key ids", async () => {
    const server = serve();
    const stranger = await createKey("ES256", "nobody");
    for (let round = 0; round < 5; round++) {
      expect((await ask(server, `Bearer ${await sign(stranger)}`)).status).toBe(401);
    }
    expect(issuer.fetches).toBe(1);
  });

  it("rotate: a new key is found once the cooldown is over, and a withdrawn one is refused", async () => {
    const later = await createKey("ES256", "ec-2");
    const server = serve();
    expect((await ask(server, `Bearer ${await sign(es256)}`)).status).toBe(200);
    issuer.publish(later);
    vi.setSystemTime(Date.now() + 31_000);
    expect((await ask(server, `Bearer ${await sign(later)}`)).status).toBe(200);
    expect((await ask(server, `Bearer ${await sign(es256)}`)).status).toBe(401);
    expect(issuer.fetches).toBe(2);
  });

  it.each([
    ["say 503", 503, ""],
    ["are no JSON", 200, "<html>"],
    ["are no key set", 200, "{}"],
  ])(
    "that %s fail the request without sending the client away for a new token",
    async (_what, status, text) => {
      issuer.publishRaw(status, text);
      const token = await sign(es256);
      const reply = await ask(serve(), `Bearer ${token}`);
      expect(reply.status).toBe(500);
      expect(reply.challenge).toBeNull();
      expect(reply.error?.message).toMatch(/^Internal error \([0-9a-f]{12}\)$/);
      expect(logged.join("\n")).toContain(`The keys of ${issuer.issuer} could not be had`);
      expect(logged.join("\n")).not.toContain(token);
    },
  );

  it("that do not come are asked for once in five seconds, however many tokens come", async () => {
    issuer.publishRaw(503, "");
    const server = serve();
    const token = await sign(es256);
    for (let round = 0; round < 5; round++) expect((await ask(server, `Bearer ${token}`)).status).toBe(500);
    expect(issuer.fetches).toBe(1);
    issuer.publish(es256);
    vi.setSystemTime(Date.now() + 5001);
    expect((await ask(server, `Bearer ${token}`)).status).toBe(200);
  });

  it("that nobody serves fail the request", async () => {
    const server = serve({ jwks: "http://127.0.0.1:9/jwks.json" });
    expect((await ask(server, `Bearer ${await sign(es256)}`)).status).toBe(500);
  });
});

describe("on stdio", () => {
  it("there is no header to bring a token in, so the client is refused", async () => {
    const streams = { input: new PassThrough(), output: new PassThrough() };
    await expect(serveStdio(serve(), streams)).rejects.toMatchObject({ code: "refused" });
  });
});

describe("who brings no token", () => {
  it("is told where to get one, and of no error", async () => {
    const reply = await ask(serve());
    expect(reply.status).toBe(401);
    expect(reply.challenge).toBe(`Bearer resource_metadata="${METADATA}"`);
  });

  it("is told which scopes to ask for", async () => {
    const reply = await ask(serve({ scopes: ["files:read", "files:list"] }));
    expect(reply.challenge).toBe(`Bearer scope="files:read files:list", resource_metadata="${METADATA}"`);
  });

  it("is not helped by a token in the query", async () => {
    const server = serve();
    const token = await sign(es256);
    const reply = await ask(
      server,
      undefined,
      `${ENDPOINT}?access_token=${token}&authorization=Bearer%20${token}`,
    );
    expect(reply.status).toBe(401);
  });

  it("is not helped by other schemes", async () => {
    const server = serve();
    const token = await sign(es256);
    for (const header of [`Basic ${token}`, token, `Bearerish ${token}`]) {
      expect((await ask(server, header)).challenge, header.slice(0, 12)).toBe(
        `Bearer resource_metadata="${METADATA}"`,
      );
    }
  });

  it("is refused in every way in: initialize, GET, DELETE, notifications", async () => {
    const server = serve();
    const knock = async (method: string, headers: Record<string, string>, body?: object): Promise<number> => {
      const request = new Request(ENDPOINT, {
        method,
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await server.fetch(request)).status;
    };
    const params = {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    };
    expect(await knock("POST", {}, { jsonrpc: "2.0", id: 1, method: "initialize", params })).toBe(401);
    expect(await knock("GET", { "mcp-session-id": "x" })).toBe(401);
    expect(await knock("DELETE", { "mcp-session-id": "x" })).toBe(401);
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    expect(await knock("POST", { "mcp-protocol-version": "2026-07-28" }, cancelled)).toBe(401);
  });
});

describe("a bad token", () => {
  const cases: readonly (readonly [string, () => Promise<string>])[] = [
    ["of another issuer", () => sign(es256, { iss: "https://evil.example.com" })],
    ["whose issuer only begins alike", () => sign(es256, { iss: `${issuer.issuer}.evil` })],
    ["for another audience", () => sign(es256, { aud: "https://other.example.com/mcp" })],
    ["whose audience only begins alike", () => sign(es256, { aud: `${AUDIENCE}/more` })],
    ["without an audience", () => sign(es256, { aud: undefined })],
    ["that never expires", () => sign(es256, { exp: undefined })],
    ["that is not good yet", () => sign(es256, { nbf: now() + 3600 })],
    ["without a subject", () => sign(es256, { sub: undefined, scope: "files:read" })],
    ["with an empty subject", () => sign(es256, { sub: "", scope: "files:read" })],
    ["with a number for a subject", () => sign(es256, { sub: 7 })],
    ["signed by a stranger under a known key id", async () => sign(await createKey("ES256", "ec-1"))],
    ["that says alg none", async () => `${segment({ alg: "none" })}.${(await sign(es256)).split(".")[1]}.`],
    [
      "that says alg none and keeps a signature",
      async () => {
        const [, claims, signature] = (await sign(es256)).split(".");
        return `${segment({ alg: "none" })}.${claims}.${signature}`;
      },
    ],
    [
      "signed by HS256 with the public key as its secret",
      async () => {
        const publicKey = (await importJWK({ ...rs256.jwk, ext: true }, "RS256")) as CryptoKey;
        const claims = { iss: issuer.issuer, sub: "ada", aud: AUDIENCE, exp: now() + 60 };
        const signed = `${segment({ alg: "HS256", kid: rs256.kid })}.${segment(claims)}`;
        return `${signed}.${createHmac("sha256", await exportSPKI(publicKey))
          .update(signed)
          .digest("base64url")}`;
      },
    ],
    [
      "that was tampered with",
      async () => {
        const [header, , signature] = (await sign(es256)).split(".");
        const claims = { iss: issuer.issuer, sub: "root", aud: AUDIENCE, exp: now() + 60 };
        return `${header}.${segment(claims)}.${signature}`;
      },
    ],
    ["whose signature was cut", async () => (await sign(es256)).slice(0, -8)],
    [
      "with a critical header nobody knows",
      async () => {
        const [, claims, signature] = (await sign(es256)).split(".");
        return `${segment({ alg: "ES256", kid: "ec-1", crit: ["x"], x: 1 })}.${claims}.${signature}`;
      },
    ],
    [
      "that brings its own key",
      async () => {
        const mine = await createKey("ES256", "mine");
        const claims = segment({ iss: issuer.issuer, sub: "ada", aud: AUDIENCE, exp: now() + 60 });
        const signature = (await sign(mine)).split(".")[2];
        return `${segment({ alg: "ES256", jwk: mine.jwk })}.${claims}.${signature}`;
      },
    ],
    ["that is no JWT", async () => "abc"],
    ["that is empty", async () => ""],
    ["of JSON that is no object", async () => `${segment([])}.${segment(1)}.AAAA`],
    ["with two in one header", async () => `${await sign(es256)}, Bearer ${await sign(es256)}`],
    ["of 20,000 characters", async () => sign(es256, { filler: "x".repeat(20_000) })],
  ];

  it.each(cases)("%s is refused as invalid_token", async (_what, make) => {
    const token = await make();
    const reply = await ask(serve({ scopes: ["files:read"] }), `Bearer ${token}`);
    expect(reply.status).toBe(401);
    expect(reply.challenge).toBe(`Bearer ${INVALID}, scope="files:read", resource_metadata="${METADATA}"`);
    expect(reply.error?.message).toBe("Invalid request: authorization is required");
    expect(logged).toEqual([]);
  });

  it("that has expired is refused, and says so", async () => {
    const reply = await ask(serve(), `Bearer ${await sign(es256, { exp: now() - 3600 })}`);
    expect(reply.status).toBe(401);
    expect(reply.challenge).toContain(
      'error="invalid_token", error_description="The access token has expired."',
    );
  });

  it("that has expired and is forged does not learn that it has expired", async () => {
    const forged = await sign(await createKey("ES256", "ec-1"), { exp: now() - 3600 });
    expect((await ask(serve(), `Bearer ${forged}`)).challenge).toContain(INVALID);
  });
});

describe("scopes", () => {
  it.each([
    ["scope as text", { scope: "files:read files:write" }],
    ["scp as a list", { scp: ["files:write", "files:read"] }],
    ["scp as text", { scp: "files:read files:write" }],
  ])("are read from %s", async (_what, claims) => {
    const server = serve({ scopes: ["files:read", "files:write"] });
    expect((await ask(server, `Bearer ${await sign(es256, claims)}`)).status).toBe(200);
  });

  it("that are missing are named all at once", async () => {
    const server = serve({ scopes: ["files:read", "files:write"] });
    const reply = await ask(server, `Bearer ${await sign(es256, { scope: "files:read files:writer" })}`);
    expect(reply.status).toBe(403);
    expect(reply.challenge).toBe(
      'Bearer error="insufficient_scope", error_description="The access token lacks a scope that is needed here.", ' +
        `scope="files:read files:write", resource_metadata="${METADATA}"`,
    );
  });

  it("may include others, as the application says", async () => {
    const server = serve({
      scopes: ["files:read"],
      grantedScopes: ({ scope }) => (scope === "files:admin" ? ["files:read", "files:write"] : []),
    });
    expect((await ask(server, `Bearer ${await sign(es256, { scope: "files:admin" })}`)).status).toBe(200);
    expect((await ask(server, `Bearer ${await sign(es256, { scope: "files:read" })}`)).status).toBe(403);
  });
});

describe("allow", () => {
  it("limits what the bearer may use, and attaches what handlers need", async () => {
    const server = serve({
      allow: ({ role }) => (role === "admin" ? {} : { tools: ["whoami"], assigns: { role } }),
    });
    const authorization = `Bearer ${await sign(es256, { role: "guest" })}`;
    const names = (reply: Reply): string[] =>
      (reply.result.tools as { name: string }[]).map(({ name }) => name);
    expect(names(await askModern(server, "tools/list", {}, { authorization }))).toEqual(["whoami"]);
    expect((await askModern(server, "tools/call", { name: "erase" }, { authorization })).error?.code).toBe(
      -32602,
    );
    expect(who(await ask(server, authorization)).assigns).toEqual({ role: "guest" });
    const admin = `Bearer ${await sign(es256, { role: "admin" })}`;
    expect(names(await askModern(server, "tools/list", {}, { authorization: admin }))).toEqual([
      "erase",
      "whoami",
    ]);
  });

  it("may name the principal, and then a token needs no subject", async () => {
    const server = serve({ allow: async ({ client_id }) => ({ principal: { id: `client:${client_id}` } }) });
    const token = await sign(es256, { sub: undefined, client_id: "batch" });
    expect(who(await ask(server, `Bearer ${token}`)).principal).toEqual({ id: "client:batch" });
  });
});

describe("options that cannot work are refused at definition", () => {
  const good = {
    issuer: "https://login.example.com",
    audience: AUDIENCE,
    jwks: "https://login.example.com/jwks",
  };
  it.each<[string, object]>([
    ["no issuer", { issuer: undefined }],
    ["an empty issuer", { issuer: "" }],
    ["no audience", { audience: undefined }],
    ["an empty audience", { audience: "" }],
    ["an empty list of audiences", { audience: [] }],
    ["no keys", { jwks: undefined }],
    ["keys over http from another machine", { jwks: "http://login.example.com/jwks" }],
    ["keys from a file", { jwks: "file:///etc/jwks.json" }],
    ["an object that is no key set", { jwks: {} }],
    ["a scope with a space", { scopes: ["files read"] }],
    ["a scope with a quote", { scopes: ['files"'] }],
    ["a negative clock tolerance", { clockToleranceSeconds: -1 }],
    ["a clock tolerance that is no number", { clockToleranceSeconds: Number.NaN }],
  ])("%s", (_what, wrong) => {
    const attempt = (): unknown => bearerJwt({ ...good, ...wrong } as BearerJwtOptions);
    expect(attempt).toThrow(BeckonError);
    expect(attempt).toThrow(expect.objectContaining({ code: "invalid-option" }));
  });

  it.each([
    "http://localhost:1/jwks",
    "http://127.0.0.1:1/jwks",
    "http://[::1]:1/jwks",
    new URL("https://a.example/jwks"),
  ])("%s is a place for keys", (jwks) => {
    expect(() => bearerJwt({ ...good, jwks })).not.toThrow();
  });
});
