// Protected-resource metadata and challenges: what a client without a token can find out.

import { afterEach, describe, expect, it } from "vitest";
import {
  type Connect,
  createServer,
  forbidden,
  type ProtectedResource,
  type Server,
  unauthorized,
} from "../../../src/index.js";
import { listen } from "../../../src/node/index.js";
import { askModern } from "./ask.js";

const DESCRIBED: ProtectedResource = {
  resource: "https://mcp.example.com/tools/mcp",
  authorizationServers: ["https://login.example.com"],
  scopes: ["files:read"],
  name: "Files",
  documentation: "https://docs.example.com",
};
const WELL_KNOWN = "/.well-known/oauth-protected-resource";
const METADATA = `https://mcp.example.com${WELL_KNOWN}/tools/mcp`;

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

function serve(protectedResource?: ProtectedResource, connect?: Connect): Server {
  const server = createServer({
    name: "described",
    version: "1.0.0",
    ...(protectedResource && { http: { protectedResource } }),
    ...(connect && { connect }),
  });
  servers.push(server);
  server.tool("noop", {}, () => "done");
  return server;
}

const get = (server: Server, path: string, init?: RequestInit): Promise<Response> =>
  server.fetch(new Request(`http://localhost${path}`, init));

describe("the metadata document", () => {
  it("says where tokens come from", async () => {
    const response = await get(serve(DESCRIBED), `${WELL_KNOWN}/tools/mcp`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual({
      resource: "https://mcp.example.com/tools/mcp",
      authorization_servers: ["https://login.example.com"],
      scopes_supported: ["files:read"],
      bearer_methods_supported: ["header"],
      resource_name: "Files",
      resource_documentation: "https://docs.example.com",
    });
  });

  it("needs no token", async () => {
    const server = serve(DESCRIBED, () => unauthorized());
    expect((await get(server, `${WELL_KNOWN}/tools/mcp`)).status).toBe(200);
  });

  it("stands at the root of the well-known path too, and nowhere else", async () => {
    const server = serve(DESCRIBED);
    expect((await get(server, WELL_KNOWN)).status).toBe(200);
    expect((await get(server, `${WELL_KNOWN}/other`)).status).toBe(404);
    expect((await get(server, `${WELL_KNOWN}ish`)).status).toBe(404);
    expect((await get(server, `${WELL_KNOWN}/tools/mcp`, { method: "POST" })).status).toBe(405);
  });

  it("is not there when the server describes no protected resource", async () => {
    expect((await get(serve(), WELL_KNOWN)).status).toBe(404);
    expect((await get(serve(), `${WELL_KNOWN}/mcp`)).status).toBe(404);
  });

  it("is there for pages of allowed origins, preflight included", async () => {
    const headers = {
      origin: "http://localhost:6274",
      "access-control-request-headers": "mcp-protocol-version",
    };
    const server = serve(DESCRIBED);
    const preflight = await get(server, WELL_KNOWN, { method: "OPTIONS", headers });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toContain("mcp-protocol-version");
    const response = await get(server, WELL_KNOWN, { headers });
    expect(response.headers.get("access-control-allow-origin")).toBe("http://localhost:6274");
  });

  it("is served by listen beside the endpoint", async () => {
    const listening = await listen(serve(DESCRIBED), { port: 0, keepSignals: true });
    const { origin } = new URL(listening.url);
    expect((await fetch(`${origin}${WELL_KNOWN}/tools/mcp`)).status).toBe(200);
    await listening.close();
  });

  it("is not there under listen either without a protected resource", async () => {
    const listening = await listen(serve(), { port: 0, keepSignals: true });
    const { origin } = new URL(listening.url);
    expect((await fetch(`${origin}${WELL_KNOWN}/mcp`)).status).toBe(404);
    await listening.close();
  });
});

describe("a description that cannot work is refused at definition", () => {
  it.each<[string, Partial<ProtectedResource>]>([
    ["a resource that is no url", { resource: "mcp.example.com" }],
    ["a resource over http", { resource: "http://mcp.example.com/mcp" }],
    ["a resource with a fragment", { resource: "https://mcp.example.com/mcp#x" }],
    ["no authorization server", { authorizationServers: [] }],
    ["an authorization server over http", { authorizationServers: ["http://login.example.com"] }],
  ])("%s", (_what, wrong) => {
    expect(() => serve({ ...DESCRIBED, ...wrong })).toThrow(
      expect.objectContaining({ code: "invalid-option" }),
    );
  });

  it("while http on the loopback is for development", () => {
    const local = { resource: "http://localhost:3000/mcp", authorizationServers: ["http://127.0.0.1:9000"] };
    expect(() => serve(local)).not.toThrow();
  });
});

describe("a challenge", () => {
  const challengeOf = async (connect: Connect, described?: ProtectedResource): Promise<string | null> =>
    (await askModern(serve(described, connect), "tools/call", { name: "noop" })).challenge;

  it("names the metadata of the server by itself", async () => {
    expect(await challengeOf(() => unauthorized(), DESCRIBED)).toBe(`Bearer resource_metadata="${METADATA}"`);
  });

  it("names the metadata that connect names, if it does", async () => {
    const resourceMetadata = "https://elsewhere.example.com/metadata";
    expect(await challengeOf(() => unauthorized({ resourceMetadata }), DESCRIBED)).toBe(
      `Bearer resource_metadata="${resourceMetadata}"`,
    );
  });

  it("is a bare scheme where there is nothing to say", async () => {
    expect(await challengeOf(() => unauthorized())).toBe("Bearer");
    expect(await challengeOf(() => unauthorized({ scheme: "Basic", realm: "files" }))).toBe(
      'Basic realm="files"',
    );
  });

  it.each([
    ["https://mcp.example.com", `https://mcp.example.com${WELL_KNOWN}`],
    ["https://mcp.example.com/", `https://mcp.example.com${WELL_KNOWN}`],
    ["https://mcp.example.com:8443/mcp", `https://mcp.example.com:8443${WELL_KNOWN}/mcp`],
    ["https://mcp.example.com/mcp?tenant=1", `https://mcp.example.com${WELL_KNOWN}/mcp?tenant=1`],
  ])("for the resource %s puts the well-known path after the host", async (resource, expected) => {
    expect(await challengeOf(() => unauthorized(), { ...DESCRIBED, resource })).toBe(
      `Bearer resource_metadata="${expected}"`,
    );
  });

  it("of a forbidden request names the scopes that would do, and the metadata", async () => {
    const connect: Connect = () => forbidden({ message: "Writing needs more.", scope: "files:write" });
    expect(await challengeOf(connect, DESCRIBED)).toBe(
      'Bearer error="insufficient_scope", error_description="Writing needs more.", ' +
        `scope="files:write", resource_metadata="${METADATA}"`,
    );
  });

  it("does not go with a forbidden request that no scope would help", async () => {
    expect(await challengeOf(() => forbidden({ message: "Not you." }), DESCRIBED)).toBeNull();
  });

  it("cannot be broken out of by what it quotes", async () => {
    const challenge = await challengeOf(() =>
      unauthorized({ error: "invalid_token", errorDescription: 'a "b" \\ c\r\nx-evil: 1 é', realm: 'r"x' }),
    );
    expect(challenge).toBe(
      `Bearer realm="r\\"x", error="invalid_token", error_description="a 'b' ' c??x-evil: 1 ?"`,
    );
  });
});
