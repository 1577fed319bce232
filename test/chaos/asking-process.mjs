// Runs elicitations of the modern era, one after the other, on the built package, and ends.
//
//   node asking-process.mjs 5000

import { createServer, field, form } from "../../dist/index.js";

const server = createServer({ name: "asking", version: "1.0.0" });
server.tool("ask", { description: "Asks" }, async (_, ctx) => {
  const answer = await ctx.elicit(form("Go on?", { ok: field.boolean() }));
  return answer.action;
});

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
};

async function call(given) {
  const params = { name: "ask", arguments: {}, ...given, _meta: meta };
  const response = await server.fetch(
    new Request("http://127.0.0.1/mcp", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "ask",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    }),
  );
  return (await response.json()).result;
}

for (let left = Number(process.argv[2]); left > 0; left -= 1) {
  const { inputRequests, requestState } = await call({});
  const [key] = Object.keys(inputRequests);
  const { content } = await call({
    requestState,
    inputResponses: { [key]: { action: "accept", content: { ok: true } } },
  });
  if (content[0].text !== "accept") throw new Error(`Not accepted: ${JSON.stringify(content)}`);
}
await server.close();
