// Refusals on the wire: status and challenge, in both eras; and sessions that belong to somebody.

import { type Listening, listen } from "beckon/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createAccessServer } from "./servers/access.js";
import { initializeMessage, openSession } from "./wire/legacy-session.js";
import { postModern } from "./wire/modern-request.js";
import { post, type Reply, send } from "./wire/raw-http.js";

let listening: Listening;
beforeAll(async () => {
  listening = await listen(createAccessServer(), { port: 0, keepSignals: true });
});
afterAll(() => listening.close());

const authorization = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** A `WWW-Authenticate` header, taken apart. */
function challengeOf(reply: Reply): Record<string, string> {
  const [, scheme = "", params = ""] = /^(\w+) (.*)$/.exec(reply.headers.get("www-authenticate") ?? "") ?? [];
  const pairs = [...params.matchAll(/(\w+)="([^"]*)"(?:, |$)/g)].map(([, name, value]) => [name, value]);
  return { scheme, ...Object.fromEntries(pairs) };
}

describe.each([
  [
    "legacy",
    (headers: Record<string, string>): Promise<Reply> =>
      post(listening.url, initializeMessage("2025-11-25"), headers),
  ],
  [
    "modern",
    (headers: Record<string, string>): Promise<Reply> =>
      postModern(listening.url, 0, "tools/list", {}, headers),
  ],
])("in the %s era", (_, ask) => {
  test("[acceptance 22] without a token it is 401 with a challenge made of what connect said", async () => {
    const reply = await ask({});

    expect(reply.status).toBe(401);
    expect(challengeOf(reply)).toEqual({
      scheme: "Bearer",
      realm: "library",
      error: "invalid_token",
      scope: "read",
      resource_metadata: "https://lib.example/.well-known/oauth-protected-resource",
    });
    expect(reply.headers.get("mcp-session-id")).toBeNull();
    expect(await reply.json()).toMatchObject({ id: 0, error: { code: -32600 } });
  });

  test("[acceptance 22] forbidden is 403 with the message and the scope that would do", async () => {
    const reply = await ask(authorization("weak"));

    expect(reply.status).toBe(403);
    expect(challengeOf(reply)).toEqual({
      scheme: "Bearer",
      error: "insufficient_scope",
      scope: "write",
      error_description: "You need to be an author.",
    });
    expect(await reply.json()).toMatchObject({
      error: { message: expect.stringContaining("You need to be an author.") },
    });
  });

  test("a token that is right gets in", async () => {
    expect((await ask(authorization("full"))).status).toBe(200);
  });
});

test("a list under an allow-list is private to its principal", async () => {
  const ask = async (token: string): Promise<unknown> =>
    (await (await postModern(listening.url, 1, "tools/list", {}, authorization(token))).json()).result
      ?.cacheScope;

  expect(await ask("limited")).toBe("private");
  expect(await ask("full")).toBe("public");
});

describe("a session of somebody else", () => {
  test("is 404 for every method, as if there were none", async () => {
    const session = await openSession(listening.url, "2025-11-25", authorization("limited"));
    const headers = { ...authorization("full"), "mcp-session-id": session.id, accept: "text/event-stream" };
    const replies = [
      await post(listening.url, { jsonrpc: "2.0", id: 1, method: "ping" }, { ...headers, accept: "*/*" }),
      await send(listening.url, "GET", headers),
      await send(listening.url, "DELETE", headers),
    ];

    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await session.call(1, "open")).status).toBe(200);
  });

  test("is 401 for who has no token", async () => {
    const session = await openSession(listening.url, "2025-11-25", authorization("limited"));
    const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

    expect((await post(listening.url, ping, { "mcp-session-id": session.id })).status).toBe(401);
  });
});
