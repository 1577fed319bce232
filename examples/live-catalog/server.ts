// A workshop whose tools come and go while it runs; clients that listen hear of it.

import { createServer, ToolError } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

const drawers: Record<string, (text: string) => string> = {
  shout: (text) => text.toUpperCase(),
  whisper: (text) => text.toLowerCase(),
  reverse: (text) => [...text].reverse().join(""),
};
const drawer = z.object({ name: z.enum(Object.keys(drawers)) });
const onTheBench = () => server.tools.names().filter((name) => name in drawers);

const server = createServer({ name: "workshop", version: "1.0.0" });

server.tool("take_out", { description: "Put a tool on the bench", input: drawer }, ({ name }) => {
  const work = drawers[name];
  if (work === undefined || onTheBench().includes(name))
    throw new ToolError(`${name} is on the bench already.`);
  server.tool(name, { description: `To ${name} a text`, input: z.object({ text: z.string() }) }, ({ text }) =>
    work(text),
  );
  server.notifyResourceUpdated("workshop:///bench");
  return `${name} is on the bench.`;
});

server.tool("put_away", { description: "Put a tool back into its drawer", input: drawer }, ({ name }) => {
  if (!onTheBench().includes(name)) throw new ToolError(`${name} is not on the bench.`);
  server.tools.remove(name);
  server.notifyResourceUpdated("workshop:///bench");
  return `${name} is in its drawer.`;
});

server.resource("bench", { uri: "workshop:///bench", mimeType: "text/plain" }, () => onTheBench().join("\n"));

const { url } = await listen(server, { port: Number(process.env.PORT ?? 3000) });
console.log(url);
