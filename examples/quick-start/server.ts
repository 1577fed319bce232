// A tea house: two tools, a prompt and two resources.

import { createServer, ToolError } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

const teas = {
  assam: { from: "India", grams: 3, celsius: 95, seconds: 240, tastes: "malt, honey" },
  chamomile: { from: "Egypt", grams: 2, celsius: 95, seconds: 300, tastes: "apple, hay" },
  oolong: { from: "Taiwan", grams: 4, celsius: 90, seconds: 180, tastes: "orchid, butter" },
  sencha: { from: "Japan", grams: 3, celsius: 75, seconds: 60, tastes: "grass, sea air" },
};
const names = Object.keys(teas) as (keyof typeof teas)[];
const isTea = (name: string): name is keyof typeof teas => Object.hasOwn(teas, name);

const server = createServer({
  name: "tea-house",
  title: "The Tea House",
  version: "1.0.0",
  instructions: "Ask `steep` before you give advice on tea. The menu is the resource tea:///menu.",
});

server.tool(
  "steep",
  {
    title: "Steep",
    description: "How much tea, how hot and how long",
    input: z.object({ tea: z.enum(names), cups: z.int().min(1).max(12).default(1) }),
    output: z.object({ grams: z.number(), celsius: z.number(), seconds: z.number() }),
    annotations: { readOnlyHint: true },
  },
  ({ tea, cups }) => {
    const { grams, celsius, seconds } = teas[tea];
    return { grams: grams * cups, celsius, seconds };
  },
);

server.tool(
  "brew",
  { title: "Brew", description: "Brew a pot and watch it", input: z.object({ tea: z.string() }) },
  async ({ tea }, ctx) => {
    if (!isTea(tea)) throw new ToolError(`There is no ${tea} in the house. There is ${names.join(", ")}.`);
    const steps = ["Warming the pot", "Pouring the water", "Waiting", "Pouring the tea"];
    for (const [index, step] of steps.entries()) {
      ctx.progress(index + 1, steps.length, step);
      await new Promise((resolve) => setTimeout(resolve, 250));
      ctx.signal.throwIfAborted();
    }
    return `Here is your ${tea}. It tastes of ${teas[tea].tastes}.`;
  },
);

server.prompt(
  "pair",
  {
    title: "Pair",
    description: "What to eat with a tea",
    arguments: {
      tea: { required: true, complete: (typed) => names.filter((name) => name.startsWith(typed)) },
      diet: { description: "Such as vegan" },
    },
  },
  ({ tea, diet }) => `Suggest three small ${diet ?? ""} dishes that go with ${tea}. One line each.`,
);

server.resource("menu", { uri: "tea:///menu", title: "The menu", mimeType: "text/markdown" }, () =>
  names
    .map((name) => `- [${name}](${server.resourceUri("tea", { name })}) from ${teas[name].from}`)
    .join("\n"),
);

server.resource(
  "tea",
  {
    uri: "tea:///teas/{name}",
    title: "One tea",
    mimeType: "application/json",
    complete: { name: (typed) => names.filter((name) => name.startsWith(typed)) },
  },
  ({ name }) => (isTea(name) ? JSON.stringify(teas[name]) : undefined),
);

const { url } = await open();
console.log(`The tea house is open: ${url}

Try it:

  curl -s ${url} -H 'content-type: application/json' -H 'mcp-protocol-version: 2026-07-28' \\
    -H 'mcp-method: tools/call' -H 'mcp-name: steep' \\
    -d '${JSON.stringify(callOf("steep", { tea: "sencha", cups: 2 }))}'

Or look around with the Inspector:

  npx @modelcontextprotocol/inspector --transport http --server-url ${url}

Ctrl+C closes.`);

/** On PORT if it is set; else on 3000, or on any free port when 3000 is taken. */
function open() {
  const { PORT } = process.env;
  if (PORT !== undefined) return listen(server, { port: Number(PORT) });
  return listen(server).catch((error: { cause?: NodeJS.ErrnoException }) => {
    if (error.cause?.code !== "EADDRINUSE") throw error;
    return listen(server, { port: 0 });
  });
}

function callOf(name: string, args: object) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta } };
}
