// Hosted pages on Node: the same responses as through fetch, and a body that is read as it comes.

import { createServer as createHttpServer, request as httpRequest, type RequestOptions } from "node:http";
import { connect as connectSocket } from "node:net";
import express from "express";
import { describe, expect, it, onTestFinished } from "vitest";
import { createServer, type Pages, type Server, type ServerOptions } from "../../src/index.js";
import { listen, toNodeHandler } from "../../src/node/index.js";
import { createTestPages } from "../../src/testing/index.js";
import { collectGarbage } from "../server/collect-garbage.js";
import { callTool, type Door, doorOf } from "../server/speak.js";

/** Pages that serve what the test says, under /pages/. */
function servingPages(serve: (request: Request) => Response | Promise<Response>): Pages {
  return {
    ...createTestPages(),
    fetch: async (request) =>
      new URL(request.url).pathname.startsWith("/pages/") ? serve(request) : undefined,
  };
}

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function make(
  serve: (request: Request) => Response | Promise<Response>,
  options: Partial<ServerOptions> = {},
) {
  const server = createServer({
    name: "t",
    version: "1.0.0",
    logger: quiet,
    pages: servingPages(serve),
    ...options,
  });
  server.tool("hello", {}, () => "Hello.");
  onTestFinished(() => server.close({ graceMs: 0 }));
  return server;
}

async function listening(server: Server): Promise<{ door: Door; port: number }> {
  const { port, close } = await listen(server, { port: 0, keepSignals: true });
  onTestFinished(close);
  return { port, door: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}

async function mounted(
  handler: Parameters<typeof createHttpServer>[1],
): Promise<{ door: Door; port: number }> {
  const http = createHttpServer(handler);
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const address = http.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, door: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init) };
}

const doors: readonly (readonly [string, (server: Server) => Promise<Door>])[] = [
  ["fetch", async (server) => doorOf(server)],
  ["listen", async (server) => (await listening(server)).door],
  ["a handler", async (server) => (await mounted(toNodeHandler(server))).door],
  ["express", async (server) => (await mounted(express().use(toNodeHandler(server)))).door],
];

describe.each(doors)("pages through %s", (_name, open) => {
  it("get the request as it is, and give their response as it is", async () => {
    const door = await open(
      make(async (request) => {
        const headers = new Headers({
          "content-type": "text/html",
          "x-got": request.headers.get("x-sent") ?? "",
        });
        headers.append("set-cookie", "a=1; HttpOnly");
        headers.append("set-cookie", "b=2");
        const { pathname, search } = new URL(request.url);
        const body = `${request.method} ${pathname}${search} ${await request.text()}`;
        return new Response(body, { status: 201, headers });
      }),
    );
    const response = await door("/pages/1?x=%20y", {
      method: "POST",
      body: new URLSearchParams({ answer: "yes" }),
      headers: { "x-sent": "word" },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get("x-got")).toBe("word");
    expect(response.headers.getSetCookie()).toEqual(["a=1; HttpOnly", "b=2"]);
    expect(await response.text()).toBe("POST /pages/1?x=%20y answer=yes");
  });

  it("are not asked for what is plainly MCP", async () => {
    let asked = 0;
    const pages: Pages = {
      ...createTestPages(),
      async fetch() {
        asked += 1;
        return undefined;
      },
    };
    const door = await open(make(() => new Response(), { pages }));
    const reply = await callTool(door, "hello");
    expect(reply.result.content).toEqual([{ type: "text", text: "Hello." }]);
    expect(asked).toBe(0);
  });

  it("leave the body to the endpoint where the request is not theirs", async () => {
    const door = await open(make(() => new Response("page")));
    // The same in other letters, so that it does not look like MCP at first.
    const headers = { "content-type": "Application/JSON" };
    const reply = await callTool(door, "hello", {}, { headers });
    expect(reply.result.content).toEqual([{ type: "text", text: "Hello." }]);
  });

  it("leave to the endpoint what is not theirs", async () => {
    const door = await open(make(() => new Response("page")));
    const response = await door("/mcp", {
      method: "POST",
      body: "x",
      headers: { "content-type": "text/plain" },
    });
    expect(response.status).toBe(415);
  });

  it("that fail are a 500 that tells nothing", async () => {
    const door = await open(
      make(() => {
        throw new Error("internal details");
      }),
    );
    const response = await door("/pages/1");
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain("internal details");
  });

  it("answer HEAD without a body", async () => {
    const door = await open(make(() => new Response("page", { headers: { "x-page": "1" } })));
    const response = await door("/pages/1", { method: "HEAD" });
    expect(response.headers.get("x-page")).toBe("1");
    if (_name !== "fetch") expect(await response.text()).toBe("");
  });
});

const raw = (port: number, options: RequestOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest({ port, host: "127.0.0.1", path: "/pages/1", ...options }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject).end();
  });

describe("pages on Node", () => {
  it("are served for no foreign Host", async () => {
    const { port } = await listening(make(() => new Response("page")));
    expect(await raw(port, { headers: { host: "evil.example" } })).toBe(403);
    expect(await raw(port, { headers: { host: `localhost:${port}` } })).toBe(200);
    const response = await make(() => new Response("page")).fetch(new Request("http://evil.example/pages/1"));
    expect(response.status).toBe(403);
  });

  it.each([
    ["somebody's name", "ann@localhost"],
    ["a path", "localhost/pages/a?"],
    ["a query", "localhost?"],
    ["a fragment", "localhost#"],
    ["a path as others write it", "localhost\\pages"],
  ])(
    "are asked for nothing where the Host has %s in it, which would be read as part of the url",
    async (_what, host) => {
      const served: string[] = [];
      const logged: string[] = [];
      const server = make(
        ({ url }) => {
          served.push(url);
          return new Response("page");
        },
        {
          http: { allowedHosts: "any" },
          logger: { ...quiet, error: (message) => void logged.push(message) },
        },
      );
      const { port } = await listening(server);
      for (const path of ["/pages/x", "/elsewhere"])
        expect(await raw(port, { path, headers: { host, accept: "text/html" } })).toBe(400);
      expect({ served, logged }).toEqual({ served: [], logged: [] });
    },
  );

  it("read the body as it comes", async () => {
    const chunks: string[] = [];
    let isFirst: () => void = () => {};
    const first = new Promise<void>((resolve) => {
      isFirst = resolve;
    });
    const { port } = await listening(
      make(async (request) => {
        for await (const chunk of request.body ?? []) {
          chunks.push(Buffer.from(chunk).toString());
          isFirst();
        }
        return new Response("done");
      }),
    );
    const done = new Promise<number>((resolve, reject) => {
      const sent = httpRequest({ port, host: "127.0.0.1", path: "/pages/1", method: "POST" }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on("error", reject);
      sent.write("one");
      void first.then(() => sent.end("two"));
    });
    expect(await done).toBe(200);
    expect(chunks).toEqual(["one", "two"]);
  });

  it("that refuse a large body early still get their response read", async () => {
    const { door } = await listening(
      make(async (request) => {
        await request.body?.getReader().read();
        return new Response("too large", { status: 413 });
      }),
    );
    const response = await door("/pages/1", {
      method: "POST",
      body: Buffer.alloc(3 * 1024 * 1024),
      headers: { "content-type": "application/octet-stream" },
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toBe("too large");
    expect((await door("/pages/1")).status).toBe(413);
  });

  it("hear when the client goes away", async () => {
    let gone: () => void = () => {};
    const isGone = new Promise<void>((resolve) => {
      gone = resolve;
    });
    let begun: () => void = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { port } = await listening(
      make((request) => {
        request.signal.addEventListener("abort", gone);
        begun();
        return new Promise(() => {});
      }),
    );
    const socket = connectSocket(port, "127.0.0.1");
    socket.write(`GET /pages/1 HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
    await hasBegun;
    socket.destroy();
    await isGone;
  });

  it("stream their response, and stop when the client goes away", async () => {
    let stopped: () => void = () => {};
    const isStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    const { port } = await listening(
      make(
        () =>
          new Response(
            new ReadableStream({
              pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
              cancel: stopped,
            }),
          ),
      ),
    );
    const socket = connectSocket(port, "127.0.0.1");
    socket.write(`GET /pages/1 HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
    await new Promise((resolve) => socket.once("data", resolve));
    socket.destroy();
    await isStopped;
  });

  it("stop waiting for something to say when the client goes away", async () => {
    let stopped: () => void = () => {};
    const isStopped = new Promise<void>((resolve) => {
      stopped = resolve;
    });
    let waits: () => void = () => {};
    const isWaiting = new Promise<void>((resolve) => {
      waits = resolve;
    });
    const pull = (): Promise<void> => {
      waits();
      return new Promise(() => {});
    };
    const silence = (): Response =>
      new Response(new ReadableStream({ pull, cancel: stopped }, { highWaterMark: 0 }));
    const { port } = await listening(make(silence));
    const socket = connectSocket(port, "127.0.0.1");
    socket.write(`GET /pages/1 HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
    await isWaiting;
    socket.destroy();
    await isStopped;
  });

  it("leave methods that fetch does not know to the endpoint", async () => {
    const errors: string[] = [];
    const logger = { ...quiet, error: (message: string) => void errors.push(message) };
    const { port } = await listening(make(() => new Response("page"), { logger }));
    const status = await new Promise((resolve, reject) => {
      const options = { port, host: "127.0.0.1", method: "TRACE", path: "/mcp" };
      httpRequest(options, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect([status, errors]).toEqual([405, []]);
  });

  it("that wait for news hold no server that stops", async () => {
    const server = make(() => new Promise(() => {}));
    const { port, close } = await listen(server, { port: 0, keepSignals: true, graceMs: 600_000 });
    const socket = connectSocket(port, "127.0.0.1").on("error", () => {});
    socket.write(`GET /pages/1 HTTP/1.1\r\nhost: localhost:${port}\r\n\r\n`);
    await new Promise((resolve) => setImmediate(resolve));
    await close();
    socket.destroy();
  });

  it("behind a body parser say what is wrong", async () => {
    const lines: unknown[] = [];
    const logger = {
      ...quiet,
      error: (line: string, fields?: object) => void lines.push({ line, ...fields }),
    };
    const server = make(async (request) => new Response(await request.text()), { logger });
    const app = express().use(express.urlencoded()).use(toNodeHandler(server));
    const { door } = await mounted(app);
    const response = await door("/pages/1", { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect(response.status).toBe(500);
    expect(String((lines[0] as { error: Error }).error.message)).toContain("in front of body parsers");
  });
});

it("a page hears that its client is gone, also when it has let go of the request", async () => {
  let isReached = (): void => {};
  const reached = new Promise<void>((resolve) => {
    isReached = resolve;
  });
  let isGone = (): void => {};
  const gone = new Promise<void>((resolve) => {
    isGone = resolve;
  });
  const { door } = await listening(
    make(({ signal }) => {
      signal.addEventListener("abort", isGone);
      isReached();
      return new Promise(() => {});
    }),
  );
  const client = new AbortController();
  const reply = door("/pages/slow", { signal: client.signal });
  await reached;
  await collectGarbage();
  client.abort();
  await expect(reply).rejects.toThrow();
  await gone;
});
