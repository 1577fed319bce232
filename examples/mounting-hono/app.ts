// An MCP server inside a Hono application: one line, and the same on Node, Bun, Deno and workers.

import { createServer } from "beckon";
import { Hono } from "hono";

const server = createServer({ name: "orders", version: "1.0.0" });
server.tool("count_orders", { description: "How many orders there are" }, async (_, ctx) => {
  ctx.progress(1, 1, "counting");
  return "3";
});

export const app = new Hono();
app.get("/health", (c) => c.text("ok"));
app.all("/mcp", (c) => server.fetch(c.req.raw));
