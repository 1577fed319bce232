/** One `McpServer` of the official SDK v2 with the bench's tools. */
import { McpServer } from "@modelcontextprotocol/server";
import { serverInfo } from "./tools.mjs";

const asResult = (text) => ({ content: [{ type: "text", text }] });

/**
 * @param {ReturnType<typeof import("./zod-tools.mjs").zodTools>} tools
 * @param {{ progress: boolean }} options
 */
export function sdkV2Server({ add, count, fillers }, { progress }) {
  const server = new McpServer(serverInfo);
  register(server, add, async ({ a, b }) => asResult(String(a + b)));
  if (progress) register(server, count, countWithProgress);
  for (const filler of fillers) register(server, filler, async ({ query }) => asResult(query));
  return server;
}

function register(server, { name, description, input }, handler) {
  server.registerTool(name, { description, inputSchema: input }, handler);
}

async function countWithProgress({ steps }, ctx) {
  const { progressToken } = ctx.mcpReq._meta;
  for (let progress = 1; progress <= steps; progress++) {
    const params = { progressToken, progress, total: steps };
    await ctx.mcpReq.notify({ method: "notifications/progress", params });
  }
  return asResult(String(steps));
}
