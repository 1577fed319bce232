/** Serves an SDK v2 server factory with `createMcpHandler` on `node:http`, its guards as its README composes them. */
import { createServer } from "node:http";
import {
  localhostHostValidation,
  localhostOriginValidation,
  toNodeHandler,
} from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { announce } from "./server-process.mjs";

/**
 * @param {() => import("@modelcontextprotocol/server").McpServer} factory
 * @param {number} port
 */
export function serveSdkV2(factory, port) {
  const handle = toNodeHandler(createMcpHandler(factory));
  const validHost = localhostHostValidation();
  const validOrigin = localhostOriginValidation();
  const server = createServer((request, response) => {
    if (validHost(request, response) && validOrigin(request, response)) void handle(request, response);
  });
  server.listen(port, "127.0.0.1", () => announce({ port: server.address().port }));
}
