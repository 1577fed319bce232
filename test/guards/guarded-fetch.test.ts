// Fetches that go only where they were judged to go.

import type { RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type GuardedFetchOptions, guardedFetch } from "../../src/guards/guarded-fetch.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { certificate, startReceiver } from "./receiver.js";

/** Every name is this machine, and that is allowed. */
const here: GuardedFetchOptions = { lookup: () => ["127.0.0.1"], loopback: true };

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const { method, url, headers } = request;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }));
  });
};

const codeOf = async (fetching: Promise<unknown>): Promise<unknown> => {
  const error = await fetching.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return (error as { code?: unknown } | undefined)?.code;
};

describe("a guarded fetch", () => {
  it("sends what it is given, to the name in the url", async () => {
    await using receiver = await startReceiver(echo);
    const response = await guardedFetch(receiver.url("/a?b=c"), {
      ...here,
      method: "post",
      headers: { "x-test": "1" },
      body: "hello",
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toMatchObject({
      method: "POST",
      url: "/a?b=c",
      headers: { host: `hooks.example.com:${receiver.port}`, "x-test": "1", "accept-encoding": "identity" },
      body: "hello",
    });
  });

  it("reaches a server on IPv6", async () => {
    await using receiver = await startReceiver(echo, { host: "::1" });
    const response = await guardedFetch(receiver.url("/", "[::1]"), { loopback: true });
    expect(await response.json()).toMatchObject({ headers: { host: `[::1]:${receiver.port}` } });
  });

  it("refuses what is not public, and connects to nothing", async () => {
    const seen = vi.fn(echo);
    await using receiver = await startReceiver(seen);
    const bare = { lookup: () => ["127.0.0.1"] };
    expect(await codeOf(guardedFetch(receiver.url("/"), bare))).toBe("url-refused");
    expect(await codeOf(guardedFetch(receiver.url("/", "127.0.0.1")))).toBe("url-refused");
    expect(await codeOf(guardedFetch(receiver.url("/", "localhost")))).toBe("url-refused");
    expect(seen).not.toHaveBeenCalled();
  });

  it("looks a name up once and connects to the address that was judged, though the name has moved", async () => {
    const seen = vi.fn(echo);
    await using trap = await startReceiver(seen, { host: "127.0.0.1" });
    const answers = [["127.0.0.2"], ["127.0.0.1"]];
    const lookup = vi.fn(() => answers.shift() ?? []);
    // Only the first answer is allowed, and nobody listens there.
    const fetching = guardedFetch(trap.url("/"), { lookup, allow: ["127.0.0.2"] });
    expect(await codeOf(fetching)).toBe("unreachable");
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(seen).not.toHaveBeenCalled();
  });

  it("gets its response from the address that was judged, though the name has moved", async () => {
    await using receiver = await startReceiver(echo);
    const answers = [["127.0.0.1"], ["127.0.0.2"]];
    const lookup = vi.fn(() => answers.shift() ?? []);
    expect((await guardedFetch(receiver.url("/"), { lookup, loopback: true })).status).toBe(200);
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it("tries the other judged addresses when one does not answer", async () => {
    await using receiver = await startReceiver(echo);
    const lookup = (): readonly string[] => ["127.0.0.2", "127.0.0.1"];
    expect((await guardedFetch(receiver.url("/"), { ...here, lookup })).status).toBe(200);
  });

  it("uses no proxy that the environment names", async () => {
    const proxied = vi.fn(echo);
    await using proxy = await startReceiver(proxied);
    await using receiver = await startReceiver(echo);
    vi.stubEnv("http_proxy", proxy.url("/", "127.0.0.1"));
    vi.stubEnv("HTTP_PROXY", proxy.url("/", "127.0.0.1"));
    vi.stubEnv("NODE_USE_ENV_PROXY", "1");
    expect((await guardedFetch(receiver.url("/"), here)).status).toBe(200);
    expect(proxied).not.toHaveBeenCalled();
  });

  it("takes no header that says where it goes or how long it is", async () => {
    for (const name of ["Host", "Content-Length", "Transfer-Encoding", "Connection"]) {
      const fetching = guardedFetch("https://example.com/", { ...here, headers: { [name]: "1" } });
      expect(await codeOf(fetching)).toBe("invalid-arguments");
    }
  });

  it.each([
    { timeoutMs: 0 },
    { timeoutMs: Number.NaN },
    { timeoutMs: 2 ** 70 },
    { maxBytes: -1 },
    { maxRedirects: 1.5 },
  ])("takes no option that cannot work: %j", async (options) => {
    expect(await codeOf(guardedFetch("https://example.com/", options))).toBe("invalid-option");
  });
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe("with https", () => {
  it("the certificate must be for the name in the url", async () => {
    await using receiver = await startReceiver(echo, { secure: true });
    const options = { ...here, ca: certificate };
    expect((await guardedFetch(receiver.url("/"), options)).status).toBe(200);
    expect((await guardedFetch(receiver.url("/", "a.wild.example.com"), options)).status).toBe(200);
    expect((await guardedFetch(receiver.url("/", "hooks.example.com."), options)).status).toBe(200);
    for (const other of ["other.example.com", "wild.example.com", "127.0.0.1"]) {
      expect(await codeOf(guardedFetch(receiver.url("/", other), options)), other).toBe("unreachable");
    }
  });

  it("a certificate of nobody's is refused", async () => {
    await using receiver = await startReceiver(echo, { secure: true });
    expect(await codeOf(guardedFetch(receiver.url("/"), here))).toBe("unreachable");
  });
});

describe("a redirect", () => {
  const sendTo =
    (status: number, location: () => string): RequestListener =>
    (_request, response) => {
      response.writeHead(status, { location: location() }).end("moved");
    };

  it("is refused unless some are allowed", async () => {
    await using receiver = await startReceiver(sendTo(302, () => "/there"));
    expect(await codeOf(guardedFetch(receiver.url("/"), here))).toBe("url-refused");
  });

  it.each([
    "http://169.254.169.254/",
    "//10.0.0.1/",
    "http://2130706433/",
    "\\\\10.0.0.1\\",
    "/\\10.0.0.1/",
    "file:///etc/passwd",
    "http://a:b@hooks.example.com/",
    "http://[::ffff:10.0.0.1]/",
    "http://printer.local/",
    "http://",
  ])("to %s is judged and refused", async (location) => {
    await using receiver = await startReceiver(sendTo(302, () => location));
    const fetching = guardedFetch(receiver.url("/"), {
      ...here,
      allow: ["hooks.example.com"],
      loopback: false,
      maxRedirects: 5,
    });
    expect(await codeOf(fetching)).toBe("url-refused");
  });

  it("to another name is looked up and judged anew", async () => {
    await using receiver = await startReceiver(
      sendTo(302, () => `http://other.example.com:${receiver.port}/`),
    );
    const lookup = vi.fn((name: string) => (name === "other.example.com" ? ["10.0.0.1"] : ["127.0.0.1"]));
    const fetching = guardedFetch(receiver.url("/"), { ...here, lookup, maxRedirects: 5 });
    expect(await codeOf(fetching)).toBe("url-refused");
    expect(lookup.mock.calls).toEqual([["hooks.example.com"], ["other.example.com"]]);
  });

  it("that leads in a circle ends", async () => {
    const seen = vi.fn(sendTo(302, () => "/again"));
    await using receiver = await startReceiver(seen);
    expect(await codeOf(guardedFetch(receiver.url("/again"), { ...here, maxRedirects: 5 }))).toBe(
      "url-refused",
    );
    expect(seen).toHaveBeenCalledTimes(6);
  });

  it("from https to http is refused", async () => {
    await using plain = await startReceiver(echo);
    await using secure = await startReceiver(
      sendTo(302, () => plain.url("/")),
      { secure: true },
    );
    const fetching = guardedFetch(secure.url("/"), { ...here, ca: certificate, maxRedirects: 5 });
    expect(await codeOf(fetching)).toBe("url-refused");
  });

  const secrets = {
    authorization: "Bearer t0k3n",
    cookie: "sid=1",
    "x-api-key": "k3y",
    accept: "text/plain",
  };

  it("within the origin keeps the headers", async () => {
    await using receiver = await startReceiver((request, response) =>
      request.url === "/echo" ? echo(request, response) : sendTo(302, () => "/echo")(request, response),
    );
    const response = await guardedFetch(receiver.url("/"), { ...here, headers: secrets, maxRedirects: 1 });
    expect(await response.json()).toMatchObject({ headers: secrets });
  });

  it("to another origin takes along no header that could be a credential", async () => {
    await using target = await startReceiver(echo);
    await using receiver = await startReceiver(sendTo(302, () => target.url("/")));
    const response = await guardedFetch(receiver.url("/"), { ...here, headers: secrets, maxRedirects: 1 });
    const { headers } = (await response.json()) as { headers: Record<string, string> };
    expect(headers.accept).toBe("text/plain");
    expect(Object.keys(headers)).toEqual(
      expect.not.arrayContaining(["authorization", "cookie", "x-api-key"]),
    );
  });

  it("with a body to another origin is refused", async () => {
    const seen = vi.fn(echo);
    await using target = await startReceiver(seen);
    await using receiver = await startReceiver(sendTo(307, () => target.url("/")));
    const fetching = guardedFetch(receiver.url("/"), {
      ...here,
      method: "POST",
      body: "secret",
      maxRedirects: 1,
    });
    expect(await codeOf(fetching)).toBe("url-refused");
    expect(seen).not.toHaveBeenCalled();
  });

  it.each([
    [301, "POST", "GET", ""],
    [302, "POST", "GET", ""],
    [303, "PUT", "GET", ""],
    [307, "POST", "POST", "hello"],
    [308, "PUT", "PUT", "hello"],
  ])("with %i makes a %s a %s", async (status, method, becomes, body) => {
    await using receiver = await startReceiver((request, response) =>
      request.url === "/echo" ? echo(request, response) : sendTo(status, () => "/echo")(request, response),
    );
    const response = await guardedFetch(receiver.url("/"), {
      ...here,
      method,
      body: "hello",
      maxRedirects: 1,
    });
    expect(await response.json()).toMatchObject({ method: becomes, body });
  });
});

describe("the limits", () => {
  it("end a body that is announced too large", async () => {
    await using receiver = await startReceiver((_request, response) => response.end("x".repeat(1_001)));
    expect(await codeOf(guardedFetch(receiver.url("/"), { ...here, maxBytes: 1_000 }))).toBe("too-large");
    expect(await (await guardedFetch(receiver.url("/"), { ...here, maxBytes: 1_001 })).text()).toHaveLength(
      1_001,
    );
  });

  it("end a body that turns out too large, and its connection", async () => {
    let onClose: () => void = () => {};
    const dropped = new Promise<void>((resolve) => {
      onClose = resolve;
    });
    await using receiver = await startReceiver((_request, response) => {
      response.on("close", onClose);
      const more = (): void => {
        while (!response.destroyed && response.write("x".repeat(10_000)));
      };
      response.on("drain", more);
      more();
    });
    const response = await guardedFetch(receiver.url("/"), { ...here, maxBytes: 100_000 });
    expect(await codeOf(response.text())).toBe("too-large");
    await dropped;
  });

  it("do not unpack a bomb", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    });
    const response = await guardedFetch(receiver.url("/"), { ...here, maxBytes: 100_000 });
    expect((await response.arrayBuffer()).byteLength).toBe(bomb.byteLength);
  });

  it("end a response that does not come", async () => {
    const clock = createFakeClock();
    let onRequest: () => void = () => {};
    const arrived = new Promise<void>((resolve) => {
      onRequest = resolve;
    });
    await using receiver = await startReceiver(() => onRequest());
    const code = codeOf(guardedFetch(receiver.url("/"), { ...here, clock, timeoutMs: 1_000 }));
    await arrived;
    await clock.advance(1_000);
    expect(await code).toBe("timed-out");
    expect(clock.pendingTimers).toBe(0);
  });

  it("end a body that stops halfway", async () => {
    const clock = createFakeClock();
    await using receiver = await startReceiver((_request, response) => void response.write("half"));
    const response = await guardedFetch(receiver.url("/"), { ...here, clock, timeoutMs: 1_000 });
    const code = codeOf(response.text());
    await clock.advance(1_000);
    expect(await code).toBe("timed-out");
  });

  it("leave no timer when the body was read, cancelled, or there is none", async () => {
    const clock = createFakeClock();
    await using receiver = await startReceiver((request, response) => {
      response
        .writeHead(request.url === "/none" ? 204 : 200)
        .end(request.url === "/none" ? undefined : "text");
    });
    await (await guardedFetch(receiver.url("/"), { ...here, clock })).text();
    await (await guardedFetch(receiver.url("/"), { ...here, clock })).body?.cancel();
    expect((await guardedFetch(receiver.url("/none"), { ...here, clock })).body).toBeNull();
    expect((await guardedFetch(receiver.url("/"), { ...here, clock, method: "HEAD" })).body).toBeNull();
    expect(clock.pendingTimers).toBe(0);
  });

  it("tell of a connection that breaks", async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.writeHead(200, { "content-length": "10" }).write("half");
      setImmediate(() => response.destroy());
    });
    const response = guardedFetch(receiver.url("/"), here);
    expect(await codeOf(response.then((one) => one.text()))).toBe("unreachable");
  });

  it("end with the caller's signal", async () => {
    const controller = new AbortController();
    await using receiver = await startReceiver(() => controller.abort(new Error("enough")));
    const fetching = guardedFetch(receiver.url("/"), { ...here, signal: controller.signal });
    await expect(fetching).rejects.toThrow("enough");
    await expect(guardedFetch(receiver.url("/"), { ...here, signal: controller.signal })).rejects.toThrow(
      "enough",
    );
  });

  it("refuse a response with a status that is none", async () => {
    await using receiver = await startReceiver((_request, response) => {
      response.socket?.end("HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n");
    });
    expect(await codeOf(guardedFetch(receiver.url("/"), here))).toBe("unreachable");
  });
});
