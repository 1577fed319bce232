// An MCP server inside a Fastify application that has other work too.

import { createServer } from "beckon";
import { toNodeHandler } from "beckon/node";
import fastify from "fastify";

const server = createServer({ name: "orders", version: "1.0.0" });
server.tool("count_orders", { description: "How many orders there are" }, () => "3");
const handle = toNodeHandler(server);

const app = fastify();
app.get("/health", () => "ok");

// Fastify's own parser reads the body; hand over what it made of it.
app.all("/mcp", (request, reply) => {
  reply.hijack();
  handle(request.raw, reply.raw, request.body);
});

// Without the parser: in this scope bodies stay unread, and the handler reads them itself.
await app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
  scope.all("/unparsed/mcp", (request, reply) => {
    reply.hijack();
    handle(request.raw, reply.raw);
  });
});

await app.listen({ port: Number(process.env.PORT ?? 3000), host: "127.0.0.1" });
console.log(`${app.listeningOrigin}/mcp`);

process.once("SIGTERM", () => {
  void server.close();
  void app.close();
});
