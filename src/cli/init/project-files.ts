// The files of a new server project.

/** What the project is called, and the Beckon it uses. */
export interface ProjectWords {
  readonly name: string;
  /** The Beckon it depends on, as a manifest says it. */
  readonly beckon: string;
}

/** Path to text. */
export const projectFiles = (words: ProjectWords): Readonly<Record<string, string>> => ({
  "package.json": manifest(words),
  "server.mjs": SERVER,
  "tools.mjs": tools(words),
  "tools.test.mjs": TEST,
  "README.md": readme(words),
  ".gitignore": "node_modules/\n.beckon/\n",
});

const manifest = ({ name, beckon }: ProjectWords): string =>
  `${JSON.stringify(
    {
      name,
      version: "0.1.0",
      private: true,
      type: "module",
      engines: { node: ">=20.19" },
      scripts: { start: "node server.mjs", stdio: "node server.mjs --stdio", test: "node --test" },
      dependencies: { beckon, zod: "^4.2.0" },
    },
    null,
    2,
  )}\n`;

const SERVER = `// Serves the tools: on HTTP, or with --stdio to the program that started this one.

import { listen, serveStdio } from "beckon/node";
import { createTools } from "./tools.mjs";

if (process.argv.includes("--stdio")) {
  await serveStdio(createTools());
} else {
  const { url } = await listen(createTools(), { port: Number(process.env.PORT ?? 3000) });
  console.log(\`Serving \${url}

Try it in another terminal:

  npx beckon call \${url} book_table '{"day":"2026-12-24"}'
\`);
}
`;

const tools = ({
  name,
}: ProjectWords): string => `// What the server offers. Each handler reads from top to bottom, as if the person were standing there.

import { createServer, field, form } from "beckon";
import * as z from "zod";

/** Stands for your own system. */
const bookings = { hold: async (day, guests) => ({ table: guests > 4 ? 7 : 2, day }) };

/** Makes the server; tests hand in keys and an engine. */
export function createTools(options = {}) {
  const server = createServer({ name: ${JSON.stringify(name)}, version: "0.1.0", ...options });

  server.tool(
    "book_table",
    { description: "Book a table", input: z.object({ day: z.iso.date() }) },
    async ({ day }, ctx) => {
      const party = await ctx.elicit(
        form("A table for how many?", {
          guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
          seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
        }),
      );
      // A no, or nobody there: an answer, never an exception.
      if (party.action !== "accept") return "No table booked.";

      // The handler runs again for every answer; a step runs once.
      const { table } = await ctx.step("hold", () => bookings.hold(day, party.content.guests));
      if (!(await ctx.confirm(\`Book table \${table} on \${day}?\`))) return "Let it go.";

      return \`Booked table \${table} on \${day}.\`;
    },
  );
  return server;
}
`;

const TEST = `// The tools in both eras of the protocol, with a person who answers by script.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accept, assertReplaySafe, decline, eachEra } from "beckon/testing";
import { createTools } from "./tools.mjs";

const makeServer = ({ keys, engine }) => createTools({ keys, engine });
const args = { day: "2026-12-24" };
const party = accept({ guests: 4 });
const yes = accept({ confirmed: true });

test("books a table in every era", () =>
  eachEra(makeServer, { answers: [party, yes] }, async (client) => {
    assert.equal((await client.callTool("book_table", args)).text, "Booked table 2 on 2026-12-24.");
  }));

test("books nothing for somebody who declines", () =>
  eachEra(makeServer, { answers: [decline()] }, async (client) => {
    assert.equal((await client.callTool("book_table", args)).text, "No table booked.");
  }));

test("is safe to run again for every answer", () =>
  assertReplaySafe(makeServer, { tool: "book_table", args, answers: [party, yes] }));
`;

const readme = ({ name }: ProjectWords): string => `# ${name}

An MCP server that asks people, made with [Beckon](https://www.npmjs.com/package/beckon).

\`\`\`sh
npm install
npm test           # the tools, in both eras of the protocol
npm start          # serves http://127.0.0.1:3000/mcp; PORT is another port
\`\`\`

In another terminal, call the tool and answer what it asks:

\`\`\`sh
npx beckon call http://127.0.0.1:3000/mcp book_table '{"day":"2026-12-24"}'
npx beckon inspect http://127.0.0.1:3000/mcp
\`\`\`

For a host that starts its servers:

\`\`\`json
{ "mcpServers": { ${JSON.stringify(name)}: { "command": "node", "args": ["/path/to/server.mjs", "--stdio"] } } }
\`\`\`

| file             | is                                   |
| ---------------- | ------------------------------------ |
| \`tools.mjs\`      | what the server offers: begin here   |
| \`server.mjs\`     | serves it, on HTTP or stdio          |
| \`tools.test.mjs\` | tests, with a person who is a script |
`;
