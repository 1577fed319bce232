// Every form in which a server can be reached over HTTP, each as a door.

import { createServer as createHttpServer, type Server as HttpServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify from "fastify";
import { Hono } from "hono";
import type { Server } from "../../src/index.js";
import { listen, toNodeHandler } from "../../src/node/index.js";
import { type Door, doorOf, MCP_PATH } from "../server/speak.js";

/** What a framework answers by itself, before the server sees the request. */
type OwnAnswer = "broken-json" | "body-limit" | "content-type";

/** One form. */
export interface HttpForm {
  readonly name: string;
  readonly ownAnswers: readonly OwnAnswer[];
  open(server: Server): Promise<OpenForm>;
}

/** A form that is being served. */
export interface OpenForm {
  readonly door: Door;
  close(): Promise<void>;
}

const doorTo =
  (port: number): Door =>
  (path, init) => {
    const host = new Headers(init?.headers).get("host");
    const url = `http://127.0.0.1:${port}${path}`;
    return host === null ? fetch(url, init) : fetchAs(host, url, init ?? {});
  };

/** What `fetch` does not do: a request with another `Host` than the url's. */
function fetchAs(
  host: string,
  url: string,
  { method = "GET", headers, body }: RequestInit,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...Object.fromEntries(new Headers(headers)), host } },
      (got) => {
        const chunks: Buffer[] = [];
        got.on("data", (chunk: Buffer) => chunks.push(chunk));
        got.on("end", () => resolve(new Response(Buffer.concat(chunks), { status: got.statusCode ?? 0 })));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

async function serveOn(httpServer: HttpServer): Promise<OpenForm> {
  await new Promise<void>((resolve) => httpServer.listen(0, "127.0.0.1", resolve));
  return opened(httpServer);
}

function opened(httpServer: HttpServer): OpenForm {
  const { port } = httpServer.address() as AddressInfo;
  return {
    door: doorTo(port),
    close: () =>
      new Promise((resolve) => {
        httpServer.close(() => resolve());
        httpServer.closeAllConnections();
      }),
  };
}

export const httpForms: readonly HttpForm[] = [
  {
    name: "listen()",
    ownAnswers: [],
    async open(server) {
      const listening = await listen(server, { port: 0, keepSignals: true });
      return { door: doorTo(listening.port), close: () => listening.close() };
    },
  },
  {
    name: "toNodeHandler in node:http",
    ownAnswers: [],
    open: (server) => serveOn(createHttpServer(toNodeHandler(server))),
  },
  {
    name: "Express",
    ownAnswers: [],
    open: (server) => serveOn(createHttpServer(express().all(MCP_PATH, toNodeHandler(server)))),
  },
  {
    name: "Express with express.json()",
    ownAnswers: ["broken-json", "body-limit"],
    open: (server) =>
      serveOn(createHttpServer(express().use(express.json()).all(MCP_PATH, toNodeHandler(server)))),
  },
  {
    name: "Fastify without a body parser",
    ownAnswers: [],
    async open(server) {
      const app = fastify();
      const handle = toNodeHandler(server);
      app.removeAllContentTypeParsers();
      app.addContentTypeParser("*", (_request, _payload, done) => done(null));
      app.all(MCP_PATH, (request, reply) => {
        reply.hijack();
        handle(request.raw, reply.raw);
      });
      await app.listen({ port: 0, host: "127.0.0.1" });
      return opened(app.server);
    },
  },
  {
    name: "Fastify with its own JSON parser",
    ownAnswers: ["broken-json", "body-limit", "content-type"],
    async open(server) {
      const app = fastify();
      const handle = toNodeHandler(server);
      app.all(MCP_PATH, (request, reply) => {
        reply.hijack();
        handle(request.raw, reply.raw, request.body);
      });
      await app.listen({ port: 0, host: "127.0.0.1" });
      return opened(app.server);
    },
  },
  {
    name: "Hono on Node",
    ownAnswers: [],
    open(server) {
      const app = new Hono().all(MCP_PATH, (context) => server.fetch(context.req.raw));
      return new Promise((resolve) => {
        const httpServer = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
          // Without options it makes a server of node:http.
          resolve(opened(httpServer as HttpServer)),
        );
      });
    },
  },
  {
    name: "server.fetch",
    ownAnswers: [],
    open: async (server) => ({ door: doorOf(server), close: async () => {} }),
  },
];
