// A server of the legacy era on stdio that keeps to no rule: it says what it was told, and asks whether or not it may.

import { createInterface } from "node:readline";

let capabilities = {};
let asking;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const text = (value) => ({ content: [{ type: "text", text: value }] });

const tools = {
  declared: (id) => send({ id, result: text(JSON.stringify(capabilities.elicitation ?? null)) }),
  push(id) {
    asking = id;
    const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    send({ id: "q1", method: "elicitation/create", params: { message: "Who is there?", requestedSchema } });
  },
  nested(id) {
    asking = id;
    const address = { type: "object", properties: { street: { type: "string" } } };
    const requestedSchema = { type: "object", properties: { address } };
    send({ id: "q1", method: "elicitation/create", params: { message: "Where\u001b[2J?", requestedSchema } });
  },
  ftp(id) {
    asking = id;
    const page = { mode: "url", message: "Fetch it.", url: "ftp://example.com/x", elicitationId: "e2" };
    send({ id: "q1", method: "elicitation/create", params: page });
  },
  needs: (id) => send({ id, error: { code: -32021, message: "The client lacks elicitation." } }),
  page: (id) =>
    send({
      id,
      error: {
        code: -32042,
        message: "Sign in first.",
        data: {
          elicitations: [
            {
              mode: "url",
              elicitationId: "e1",
              url: "https://example.com/in?token=abc",
              message: "Sign in.",
            },
          ],
        },
      },
    }),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params, result } = JSON.parse(line);
  if (id === "q1") send({ id: asking, result: text(`The answer is ${result.action}.`) });
  else if (method === "initialize") {
    ({ capabilities } = params);
    send({
      id,
      result: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "raw", version: "1.0.0" },
      },
    });
  } else if (method === "tools/list")
    send({
      id,
      result: { tools: Object.keys(tools).map((name) => ({ name, inputSchema: { type: "object" } })) },
    });
  else if (method === "tools/call") tools[params.name](id);
  else if (id !== undefined) send({ id, error: { code: -32601, message: "Unknown." } });
}
