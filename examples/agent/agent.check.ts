// What the model reads back, line by line.

import assert from "node:assert/strict";
import type { Answer } from "beckon";
import { createAgent } from "./agent.js";

const accept = (content: Record<string, string | boolean>): Answer => ({ action: "accept", content });
const replies: Record<string, Answer> = {
  "Which region?": accept({ answer: "eu-north-1" }),
  "The deploy key?": accept({ answer: "dk-123456" }),
  "Go ahead?": accept({ answer: false }),
  "Your birthday?": { action: "decline", reason: "None of your business" },
};
using agent = createAgent((message) => replies[message] ?? accept({ decision: "approve" }));

const read = await Promise.all([
  agent.elicit({ type: "choice", prompt: "Which region?", options: ["eu-north-1", "us-east-1"] }),
  agent.elicit('```elicit\n{"type": "secret", "prompt": "The deploy key?", "name": "deploy_key"}\n```'),
  agent.elicit({ type: "confirmation", prompt: "Go ahead?" }),
  agent.elicit({ type: "text", prompt: "Your birthday?" }),
  agent.elicit({ type: "date", prompt: "When?" }),
]);
assert.deepEqual(read, [
  "The person selected: eu-north-1",
  "The person answered. The value is kept from you; pass secret:deploy_key where a tool needs it.",
  "The person answered: no.",
  "The person declined to answer. The reason: None of your business. Nothing was given.",
  'Error: The spec cannot be asked. type: is "date", and must be one of text, choice, multi_choice, secret, confirmation, form.',
]);

const approval = await agent.approveTool({ name: "deploy", arguments: { key: "secret:deploy_key" } });
assert.equal(approval.action, "approve");
assert.deepEqual(await agent.resolveSecrets({ key: "secret:deploy_key" }), { key: "dk-123456" });
console.log(read.join("\n"));
