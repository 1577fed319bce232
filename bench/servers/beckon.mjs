/** Beckon, as its guide writes a server: tools with plain JSON Schema, `listen()` with its defaults. */
import { pathToFileURL } from "node:url";
import { announce, serverArguments } from "./server-process.mjs";
import { addTool, askTool, countTool, fillerTools, serverInfo } from "./tools.mjs";

const options = serverArguments();
const dist =
  options.dist === "" ? new URL("../../dist/", import.meta.url) : pathToFileURL(`${options.dist}/`);
const { createServer, field, form } = await import(new URL("index.js", dist).href);
const { listen } = await import(new URL("node/index.js", dist).href);

const server = createServer(serverInfo);

const { description, inputSchema } = addTool;
if (options.schema) server.tool("add", { description, input: inputSchema }, ({ a, b }) => String(a + b));
else server.tool("add", { description }, () => "3");

if (options.progress) {
  const { description, inputSchema } = countTool;
  server.tool("count", { description, input: inputSchema }, async ({ steps }, ctx) => {
    for (let step = 1; step <= steps; step++) await ctx.progress(step, steps);
    return String(steps);
  });
}
if (options.ask) {
  server.tool("ask", { description: askTool.description }, async (_, ctx) => {
    const answer = await ctx.elicit(form("Go on?", { ok: field.boolean({ title: "Go on" }) }));
    return answer.action === "accept" && answer.content.ok ? "yes" : "no";
  });
}
for (const { name, description, inputSchema } of fillerTools(options.tools)) {
  server.tool(name, { description, input: inputSchema }, ({ query }) => query);
}

const running = await listen(server, { port: options.port });
const url = new URL(running.url);
announce({ port: Number(url.port), path: url.pathname });
