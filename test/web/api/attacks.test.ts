import { describe, expect, it } from "vitest";
import { createApi } from "../../../src/web/index.js";
import { BASE, createStage } from "./stage.js";

const json = { "content-type": "application/json" };

async function problemOf(response: Response): Promise<{ status: number; code: string; detail: string }> {
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  // The stage holds it against the document.
  return (await response.json()) as { status: number; code: string; detail: string };
}

describe("who a caller is", () => {
  it("must be known: no token, or a wrong one, is 401 with a challenge", async () => {
    const { send } = createStage();
    for (const token of [undefined, "nobody", ""]) {
      const response = await send(token, "GET", "/elicitations");
      expect(response.status).toBe(401);
      expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
    }
    expect((await send(undefined, "GET", "/no/such/path")).status).toBe(401);
  });

  it("decides what it may do: a scope that is missing is 403, and says which", async () => {
    const { send, client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    const at = `/elicitations/${elicitation.id}`;
    const forbidden: readonly (readonly [token: string, method: string, path: string, json?: unknown])[] = [
      ["eve:read", "POST", `${at}/answer`, { content: {} }],
      ["eve:read", "POST", `${at}/decline`, {}],
      ["eve:read", "POST", `${at}/cancel`, {}],
      ["eve:read", "POST", `${at}/claim`, {}],
      ["eve:read", "POST", `${at}/withdraw`, { reason: "x" }],
      ["eve:read", "PUT", `${at}/draft`, { content: {} }],
      ["eve:read", "PUT", "/mutes/bot", {}],
      ["eve:read", "DELETE", "/mutes/bot"],
      ["eve:read", "POST", "/samples"],
      ["eve:read", "POST", "/elicitations", { message: "Me?" }],
      ["eve:answer", "POST", "/elicitations", { message: "Me?" }],
      ["eve:answer", "POST", `${at}/withdraw`, { reason: "x" }],
      ["bot:ask", "POST", `${at}/answer`, { content: {} }],
      ["bot:ask", "GET", "/mutes"],
    ];
    for (const [token, method, path, body] of forbidden) {
      const response = await send(token, method, path, body === undefined ? {} : { json: body });
      expect(await problemOf(response), `${token} ${method} ${path}`).toMatchObject({
        status: 403,
        code: "forbidden",
        detail: expect.stringMatching(/scope (ask|answer)/),
      });
    }
    expect(await client("ada:answer").get(elicitation.id)).toMatchObject({
      elicitation: { status: "pending", version: 1 },
    });
  });

  it("stands beside whatever name it gives itself (C3)", async () => {
    const { client } = createStage();
    const { elicitation } = await client("bot:ask").create({
      message: "Go?",
      asker: { server: "Your bank" },
    });
    const shown = await client("ada:answer").get(elicitation.id);
    expect(shown.elicitation.asker).toMatchObject({ server: "Your bank", origin: "token bot's token" });
  });

  it("decides what it sees: what others asked is not there for a token that asks", async () => {
    const { send, client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?", mode: "terminal" });
    await client("ada:answer").decline(elicitation.id);
    const at = `/elicitations/${elicitation.id}`;
    for (const path of [at, `${at}/answer`, `${at}/transcript`, `${at}/files/x`]) {
      const [others, unknown] = [
        await send("eve:ask", "GET", path),
        await send("eve:ask", "GET", path.replace(elicitation.id, "unknown")),
      ];
      expect(others.status).toBe(404);
      // Nobody can tell the two apart.
      expect(await others.text()).toBe(await unknown.text());
    }
    expect((await send("eve:ask", "POST", `${at}/withdraw`, { json: { reason: "x" } })).status).toBe(404);
    const eve = client("eve:ask");
    expect((await eve.list()).elicitations).toEqual([]);
    expect((await eve.history()).entries).toEqual([]);
    expect((await eve.runs.list()).runs).toEqual([]);
  });

  it("decides what it answers: what is asked of somebody else is not there, and not even an admin answers it", async () => {
    const { client, send } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?", audience: "ada" });
    const { id } = elicitation;

    await expect(client("bob:answer").get(id)).rejects.toMatchObject({ status: 404 });
    await expect(client("bob:answer").answer(id, {})).rejects.toMatchObject({ status: 404 });
    await expect(client("root:admin").answer(id, {})).rejects.toMatchObject({
      status: 403,
      code: "not-asked",
    });
    await expect(client("root:admin").claim(id)).rejects.toMatchObject({ code: "not-asked" });
    await expect(client("root:admin").draft.put(id, {})).rejects.toMatchObject({ code: "not-asked" });
    expect((await send("bob:read", "GET", `/elicitations/${id}`)).status).toBe(200);
    expect(await client("ada:answer").answer(id, {})).toMatchObject({ status: "accepted" });
  });

  it("decides what it changes: who asks, answers and reads still takes back, ends and uploads nothing of others", async () => {
    const { client, send } = createStage();
    const bot = client("bot:ask");
    const { elicitation: asked } = await bot.create({ message: "Go?", mode: "terminal" });
    const { elicitation: form } = await bot.create({
      message: "Scan?",
      audience: "ada",
      schema: { type: "object", properties: { scan: { type: "file", maxBytes: 100, maxFiles: 1 } } },
    });
    const eve = "eve:ask,answer,read";
    const at = `/elicitations/${asked.id}`;
    const tried = [
      await send(eve, "POST", `${at}/withdraw`, { json: { reason: "x" } }),
      await send(eve, "POST", `${at}/end`, { json: { content: {} } }),
      await send(eve, "POST", `${at}/transcript`, { json: { line: "I am bot." } }),
      await send(eve, "POST", `/elicitations/${form.id}/files?name=a.txt`, { body: "a" }),
    ];
    const codes = await Promise.all(tried.map(async (response) => (await problemOf(response)).code));
    expect(codes).toEqual(["forbidden", "forbidden", "forbidden", "not-asked"]);
    for (const { id } of [asked, form]) expect((await bot.get(id)).elicitation.status).toBe("pending");
    expect((await bot.transcript.read(asked.id)).entries).toEqual([]);
    expect((await client("root:admin").withdraw(asked.id, "Closed.")).status).toBe("withdrawn");
  });

  it("is not what it says of itself: the name of the token stands beside whatever server it claims to be (C3)", async () => {
    const { client } = createStage();
    const { elicitation } = await client("eve:ask").create({ message: "Go?", asker: { server: "github" } });
    expect(elicitation.asker).toMatchObject({ server: "github", client: "eve's token" });
    await expect(
      client("bot:ask").create({ message: "Go?", asker: { server: "x", principalId: "ada" } as object }),
    ).rejects.toMatchObject({ status: 400, problems: [{ path: "asker.principalId" }] });
  });

  it("cannot reach what another asked by its key", async () => {
    const { client } = createStage();
    const asked = { message: "Mine", key: "k", asker: { server: "same" } };
    const first = await client("bot:ask").create(asked);
    const second = await client("eve:ask").create({ ...asked, message: "Mine too" });
    expect(second.created).toBe(true);
    expect(second.elicitation.id).not.toBe(first.elicitation.id);
    expect((await client("bot:ask").create(asked)).created).toBe(false);
  });
});

describe("where a request comes from", () => {
  it("is not a page elsewhere: a foreign Origin is 403, none and our own are fine, and nobody gets CORS", async () => {
    const { send } = createStage();
    for (const origin of ["https://evil.example", "null", "http://127.0.0.1.evil.example"]) {
      const response = await send("ada:read", "GET", "/elicitations", { headers: { origin } });
      expect(response.status).toBe(403);
      expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
    expect((await send("ada:read", "GET", "/elicitations", { headers: { origin: BASE } })).status).toBe(200);
    const preflight = await send("ada:read", "OPTIONS", "/elicitations");
    expect([preflight.status, preflight.headers.get("allow")]).toEqual([405, "POST, GET, HEAD"]);
  });

  it("is for this host: a name that was turned to this address is 421", async () => {
    const { api } = createStage();
    const headers = { authorization: "Bearer ada:admin" };
    const response = await api.fetch(new Request("http://evil.example/api/v1/elicitations", { headers }));
    expect(response?.status).toBe(421);
  });

  it("is under the API, or nothing of its business", async () => {
    const { api } = createStage();
    for (const path of ["/", "/api", "/api/v10/elicitations", "/inbox"])
      expect(await api.fetch(new Request(BASE + path))).toBeUndefined();
  });
});

describe("a hostile body", () => {
  it.each([
    ["broken JSON", "{", 400],
    ["no object", "[1]", 400],
    ["a number", "7", 400],
    ["deep nesting", `{"message":${"[".repeat(100)}${"]".repeat(100)}}`, 400],
    ["a prototype", '{"message":"x","__proto__":{"admin":true}}', 400],
    ["a hidden prototype", '{"message":"x","\\u005f_proto__":{}}', 400],
    ["an unknown member", '{"message":"x","admin":true}', 400],
    ["a constructor", '{"message":"x","constructor":{}}', 400],
    ["wrong types", '{"message":7,"tags":"a","timeoutMs":"soon"}', 400],
    ["an id of its own", '{"message":"x","id":"chosen"}', 400],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), 400],
    [
      "a schema that is none",
      '{"message":"x","schema":{"type":"object","properties":{"a":{"type":"tree"}}}}',
      400,
    ],
    [
      "a schema with a credential",
      '{"message":"x","schema":{"type":"object","properties":{"password":{"type":"string"}}}}',
      201,
    ],
    ["two ways of asking", '{"message":"x","template":"y"}', 400],
    ["no way of asking", "{}", 400],
    ["an unknown template", '{"template":"nope"}', 400],
    ["a spec where none is taken", '{"spec":{"type":"text"}}', 400],
    ["a url that is none", '{"message":"x","mode":"url","url":"javascript:alert(1)"}', 400],
  ])("with %s is told what is wrong, and changes nothing", async (_, body, status) => {
    const { send, client, lines } = createStage();
    const response = await send("bot:ask", "POST", "/elicitations", { body, headers: json });
    expect(response.status).toBe(status);
    if (status !== 201) expect((await client("bot:ask").list()).elicitations).toEqual([]);
    expect(lines.filter((line) => line.startsWith("error"))).toEqual([]);
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it("that is giant is 413, whether or not it says so", async () => {
    const { send } = createStage({ maxBodyBytes: 1_000 });
    const big = JSON.stringify({ message: "x".repeat(2_000) });
    expect((await send("bot:ask", "POST", "/elicitations", { body: big, headers: json })).status).toBe(413);
    const pieces = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(600).fill(32)),
    });
    const response = await send("bot:ask", "POST", "/elicitations", {
      body: pieces,
      duplex: "half",
      headers: { "content-type": "application/octet-stream" },
    });
    expect(response.status).toBe(413);
  });

  it("of another kind than JSON is 415", async () => {
    const { send } = createStage();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const init = { body: '{"message":"x"}', headers: { "content-type": type } };
      expect((await send("bot:ask", "POST", "/elicitations", init)).status).toBe(415);
    }
  });

  it("with an answer that is too large is 413, and the elicitation stays open", async () => {
    const { client } = createStage({ broker: { maxAnswerBytes: 100 } });
    const schema = { type: "object", properties: { a: { type: "string" } } } as const;
    const { elicitation } = await client("bot:ask").create({ message: "?", schema });
    const ada = client("ada:answer");
    await expect(ada.answer(elicitation.id, { a: "x".repeat(200) })).rejects.toMatchObject({ status: 413 });
    expect(await ada.get(elicitation.id)).toMatchObject({ elicitation: { status: "pending" } });
  });
});

describe("a hostile path or query", () => {
  it("leads nowhere, with a clear word", async () => {
    const { send } = createStage();
    const statusOf = async (path: string) => (await send("root:admin", "GET", path)).status;
    expect(await statusOf("/elicitations/%ZZ")).toBe(404);
    expect(await statusOf("/elicitations/..%2F..%2Fetc")).toBe(404);
    expect(await statusOf(`/elicitations/${"x".repeat(5_000)}`)).toBe(404);
    expect(await statusOf("/elicitations/__proto__")).toBe(404);
    expect(await statusOf("/elicitations//answer")).toBe(404);
    expect(await statusOf("/runs/nope")).toBe(404);
    expect(await statusOf("/elicitations?limit=0")).toBe(400);
    expect(await statusOf("/elicitations?limit=1e3")).toBe(400);
    expect(await statusOf("/elicitations?limit=1&limit=2")).toBe(400);
    expect(await statusOf("/elicitations?status=everything")).toBe(400);
    expect(await statusOf("/elicitations?__proto__=1")).toBe(400);
    expect(await statusOf("/elicitations?constructor=1")).toBe(400);
    expect(await statusOf("/elicitations?cursor=nope")).toBe(400);
    expect(await statusOf("/elicitations/watch?after=-1")).toBe(400);
    expect(await statusOf("/history?from=yesterday")).toBe(400);
    expect(await statusOf("/history?format=exe")).toBe(400);
  });

  it("with a method that is not there is 405, and says which are", async () => {
    const { send } = createStage();
    const response = await send("root:admin", "DELETE", "/elicitations/x");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("asked with HEAD has the head and no body", async () => {
    const { send } = createStage();
    const response = await send("root:admin", "HEAD", "/elicitations");
    expect([response.status, await response.text()]).toEqual([200, ""]);
  });
});

describe("limits and guards", () => {
  it("too much at once is 429, with the time to wait", async () => {
    const { client, send } = createStage({ broker: { limits: { perMinute: 1, burst: 1 } } });
    await client("bot:ask").create({ message: "One" });
    const response = await send("bot:ask", "POST", "/elicitations", { json: { message: "Two" } });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ code: "limited", retryAfterMs: expect.any(Number) });
  });

  it("a url is judged before anybody is sent there", async () => {
    const judged: string[] = [];
    const judgeUrl = async (url: string) => {
      judged.push(url);
      return { ok: false, reason: "loopback" } as const;
    };
    const { client } = createStage({ broker: { judgeUrl } });
    const asked = { message: "Sign here", mode: "url", url: "http://localhost/x?token=hush" } as const;
    await expect(client("bot:ask").create(asked)).rejects.toMatchObject({
      status: 400,
      detail: expect.not.stringContaining("hush"),
    });
    expect(judged).toEqual([asked.url]);
  });

  it("what fails inside is told under a number, and only to the log what it was", async () => {
    const { broker, lines, clock } = createStage();
    const api = createApi({
      broker: { ...broker, get: () => Promise.reject(new Error("disk of secrets is full")) },
      clock,
      authenticate: () => ({ id: "ada", name: "Ada", scopes: ["admin"] }),
      logger: {
        debug() {},
        info() {},
        warn() {},
        error: (_, fields) => void lines.push(String(fields?.errorId)),
      },
    });
    const response = await api.fetch(new Request(`${BASE}/api/v1/elicitations/x`));
    const body = JSON.stringify(await response?.json());
    expect(response?.status).toBe(500);
    expect(body).not.toContain("disk");
    expect(body).toContain(lines.at(-1));
  });

  it("a broker that is closed is 503", async () => {
    const { broker, send } = createStage();
    await broker.close();
    expect((await send("bot:ask", "POST", "/elicitations", { json: { message: "x" } })).status).toBe(503);
  });

  it("the Idempotency-Key header is the key, and must not contradict the body", async () => {
    const { send } = createStage();
    const headers = { "idempotency-key": "once" };
    const ask = (body: object) => send("bot:ask", "POST", "/elicitations", { json: body, headers });
    expect((await ask({ message: "x" })).status).toBe(201);
    expect((await ask({ message: "x" })).status).toBe(200);
    expect((await ask({ message: "x", key: "once" })).status).toBe(200);
    expect((await ask({ message: "x", key: "twice" })).status).toBe(400);
  });
});
