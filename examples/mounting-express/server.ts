// An MCP server inside an Express application that has other work too.

import { createServer } from "beckon";
import { toNodeHandler } from "beckon/node";
import express from "express";

const server = createServer({ name: "orders", version: "1.0.0" });
server.tool("count_orders", { description: "How many orders there are" }, () => "3");

const app = express();
app.use(express.json()); // With or without it: the handler takes the parsed body, or reads it.
app.get("/health", (_, response) => void response.send("ok"));
app.all("/mcp", toNodeHandler(server));

const http = app.listen(Number(process.env.PORT ?? 3000), "127.0.0.1", () => {
  const address = http.address();
  if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}/mcp`);
});

process.once("SIGTERM", () => {
  http.close();
  void server.close();
});
