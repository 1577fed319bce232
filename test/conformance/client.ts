// The client under test of the official conformance suite: an official client with a responder of Beckon's behind it.
// The suite appends the url of its server, and says in the environment which scenario it plays.

import { Client, StreamableHTTPClientTransport, type Tool } from "@modelcontextprotocol/client";
import { defineResponder } from "beckon";
import { answerElicitations } from "beckon/client";
import { sampleArguments } from "./sample-arguments.js";

const url = new URL(process.argv.at(-1) ?? "");
const { MCP_CONFORMANCE_SCENARIO: scenario, MCP_CONFORMANCE_PROTOCOL_VERSION: revision } = process.env;
const context: { readonly toolCalls?: readonly { name: string; arguments: Record<string, unknown> }[] } =
  JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? "{}");

/** A person who says yes, and leaves every field as it is. */
const agreeable = defineResponder(["form", "url"], async (elicitation) => {
  const fields = elicitation.mode === "form" ? Object.entries(elicitation.schema.properties) : [];
  const booleans = fields.filter(([, field]) => field.type === "boolean" && field.default === undefined);
  return { action: "accept", content: Object.fromEntries(booleans.map(([name]) => [name, true])) };
});

const client = new Client(
  { name: "beckon-conformance", version: "1.0.0" },
  {
    capabilities: { roots: {}, sampling: {} },
    versionNegotiation: { mode: revision === "2026-07-28" ? { pin: revision } : "legacy" },
  },
);
client.setRequestHandler("roots/list", () => ({ roots: [] }));
client.setRequestHandler("sampling/createMessage", () => ({
  model: "none",
  role: "assistant",
  content: { type: "text", text: "Hello." },
}));
await answerElicitations(client, agreeable);
await client.connect(new StreamableHTTPClientTransport(url));
const { tools } = await client.listTools();

if (context.toolCalls !== undefined)
  for (const call of context.toolCalls) await callTool(call.name, call.arguments);
else if (scenario === "json-schema-2020-12-preservation") await echoSchema(tools);
else for (const tool of tools) await callTool(tool.name, sampleArguments(tool.inputSchema));
const { prompts } = await client.listPrompts();
for (const { name } of prompts) await client.getPrompt({ name });
const { resources } = await client.listResources();
for (const { uri } of resources) await client.readResource({ uri });
await client.close();

/** A tool that the client itself refuses to call is what some scenarios are about. */
async function callTool(name: string, args: Record<string, unknown>): Promise<void> {
  try {
    await client.callTool({ name, arguments: args });
  } catch (error) {
    console.error(`${name}:`, error);
  }
}

/** Hands a tool's schema back as it came. */
async function echoSchema(listed: readonly Tool[]): Promise<void> {
  const schema = listed.find(({ name }) => name === "json_schema_2020_12_tool")?.inputSchema;
  await client.callTool({ name: "json_schema_echo", arguments: { schema } });
}
