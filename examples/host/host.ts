// A host in thirty lines: connects to a server by its url, calls a tool, and answers what it asks in the terminal.
// Without a terminal the server is told that nobody can be asked.
//
//   node host.js http://127.0.0.1:3000/mcp book_table '{"day":"2026-08-01"}'

import { stderr, stdin } from "node:process";
import { createInterface } from "node:readline/promises";
import { type Answer, defineResponder, type FormElicitation } from "beckon";
import { connectClient } from "beckon/client";

const [target = "", tool = "", json = "{}"] = process.argv.slice(2);

const ask = async (form: FormElicitation, signal: AbortSignal): Promise<Answer> => {
  const terminal = createInterface({ input: stdin, output: stderr });
  try {
    stderr.write(`${form.asker.server} (${form.asker.target}) asks: ${form.message}\n`);
    const content: Record<string, string | number | boolean> = {};
    for (const [name, field] of Object.entries(form.schema.properties)) {
      const typed = await terminal.question(`${field.title ?? name}: `, { signal });
      if (typed === "") continue;
      if (field.type === "integer" || field.type === "number") content[name] = Number(typed);
      else content[name] = field.type === "boolean" ? typed === "yes" : typed;
    }
    return { action: "accept", content };
  } finally {
    terminal.close();
  }
};

const person = defineResponder(stdin.isTTY ? ["form"] : [], async (elicitation, { signal }) =>
  elicitation.mode === "form" ? ask(elicitation, signal) : undefined,
);

await using connected = await connectClient(target, person);
const { content } = await connected.client.callTool({ name: tool, arguments: JSON.parse(json) });
for (const block of content) if (block.type === "text") console.log(block.text);
