// Event streams on the wire: chunks that every HTTP client reads, whoever frames them.

import { once } from "node:events";
import { createServer as createHttpServer, get, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { describe, expect, it } from "vitest";
import { NodeReply } from "../../src/node/node-exchange.js";
import type { Sink } from "../../src/server/streams/sink.js";

const HEADERS = { "content-type": "text/event-stream" };

/** Serves one stream to whoever comes, after `prepare` had its hands on the response. */
async function withStreams<T>(
  act: (port: number) => Promise<T>,
  write: (sink: Sink, path: string) => void,
  prepare: (response: ServerResponse) => void = () => {},
): Promise<T> {
  const server = createHttpServer((request, response) => {
    prepare(response);
    write(new NodeReply(response).stream(200, HEADERS), request.url ?? "");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    // The address of a server that listens on a port.
    return await act((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** All that comes for these requests, until the other side closes or `isEnough`. */
async function raw(port: number, text: string, isEnough: (all: string) => boolean): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(text);
  let all = "";
  for await (const chunk of socket) {
    all += String(chunk);
    if (isEnough(all)) break;
  }
  socket.destroy();
  return all;
}

const ends = (text: string): number => text.split("\r\n0\r\n\r\n").length - 1;
const bodyOf = (text: string): string => text.slice(text.indexOf("\r\n\r\n") + 4);
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));

describe("an event stream on Node", () => {
  it("is in chunks, counted in bytes", async () => {
    const all = await withStreams(
      (port) => raw(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", (text) => ends(text) > 0),
      async (sink) => {
        sink.write("Grüße\n");
        await turn();
        sink.write("zweitens\n");
        await turn();
        sink.write("zuletzt\n");
        sink.end();
      },
    );
    expect(all).toContain("Transfer-Encoding: chunked");
    expect(bodyOf(all)).toBe("8\r\nGrüße\n\r\n9\r\nzweitens\n\r\n8\r\nzuletzt\n\r\n0\r\n\r\n");
  });

  it("may end without another event", async () => {
    const all = await withStreams(
      (port) => raw(port, "GET / HTTP/1.1\r\nHost: a\r\n\r\n", (text) => ends(text) > 0),
      async (sink) => {
        sink.write("first\n");
        await turn();
        sink.end();
      },
    );
    expect(bodyOf(all)).toBe("6\r\nfirst\n\r\n0\r\n\r\n");
  });

  it("leaves its connection to the next request, also one that came before it ended", async () => {
    const all = await withStreams(
      (port) =>
        raw(
          port,
          "GET /one HTTP/1.1\r\nHost: a\r\n\r\nGET /two HTTP/1.1\r\nHost: a\r\n\r\n",
          (text) => ends(text) > 1,
        ),
      async (sink, path) => {
        sink.write(`${path} begins\n`);
        await turn();
        sink.write(`${path} ends\n`);
        sink.end();
      },
    );
    const order = ["/one begins", "/one ends", "\r\n0\r\n\r\n", "HTTP/1.1 200", "/two begins", "/two ends"];
    let from = 0;
    for (const part of order) {
      from = all.indexOf(part, from === 0 ? 0 : from + 1);
      expect(from, part).toBeGreaterThan(0);
    }
  });

  it("has no chunks for a client that knows none", async () => {
    const all = await withStreams(
      (port) => raw(port, "GET / HTTP/1.0\r\n\r\n", () => false),
      (sink) => {
        sink.write("first\n");
        sink.end();
      },
    );
    expect(bodyOf(all)).toBe("first\n");
  });

  it("passes through whoever changes what a response writes", async () => {
    const said: string[] = [];
    const text = await withStreams(
      (port) =>
        new Promise<string>((resolve, reject) => {
          get({ port, host: "127.0.0.1" }, async (response) => {
            let all = "";
            for await (const chunk of response) all += String(chunk);
            resolve(all);
          }).on("error", reject);
        }),
      (sink) => {
        sink.write("quiet\n");
        sink.end();
      },
      (response) => {
        const { write, end } = response;
        const louder = (chunk: unknown): string => {
          said.push(String(chunk));
          return String(chunk ?? "").toUpperCase();
        };
        response.write = ((chunk: unknown) => write.call(response, louder(chunk), "utf8")) as typeof write;
        response.end = ((chunk?: unknown) => end.call(response, louder(chunk), "utf8")) as typeof end;
      },
    );
    expect(text).toBe("QUIET\n");
    expect(said).toEqual(["quiet\n"]);
  });
});
