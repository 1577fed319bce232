/** One `McpServer` of the official SDK v2 with the bench's tools. */
import { acceptedContent, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { question, serverInfo, toReply } from "./tools.mjs";

const asResult = (text) => ({ content: [{ type: "text", text }] });

/**
 * @param {ReturnType<typeof import("./zod-tools.mjs").zodTools>} tools
 * @param {{ progress: boolean, asking?: "input-required" | "elicit-input" }} options  `asking`: how `ask` asks; absent for no such tool.
 */
export function sdkV2Server({ add, count, ask, fillers }, { progress, asking }) {
  const server = new McpServer(serverInfo);
  register(server, add, async ({ a, b }) => asResult(String(a + b)));
  if (progress) register(server, count, countWithProgress);
  if (asking === "input-required") register(server, ask, askByReturning(ask.question));
  if (asking === "elicit-input") register(server, ask, askByWaiting);
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

function askByReturning(schema) {
  return async (ctx) => {
    const answer = acceptedContent(ctx.mcpReq.inputResponses, "go-on", schema);
    if (answer !== undefined) return asResult(answer.ok ? "yes" : "no");
    const elicitation = inputRequired.elicit({ message: question.message, requestedSchema: schema });
    return inputRequired({ inputRequests: { "go-on": elicitation } });
  };
}

async function askByWaiting(ctx) {
  return asResult(toReply(await ctx.mcpReq.elicitInput({ mode: "form", ...question })));
}
