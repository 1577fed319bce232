// Code around every request: one middleware counts and measures, one refuses what is too much.

import { createServer, type Middleware, RpcError } from "beckon";
import { listen } from "beckon/node";

const server = createServer({ name: "well", version: "1.0.0" });

/** Adds how long the server took to every tool's result. */
const timed: Middleware = async ({ method }, next) => {
  const startedAt = performance.now();
  const result = await next();
  if (method !== "tools/call") return result;
  return { ...result, _meta: { "example.com/took-ms": performance.now() - startedAt } };
};

/** Lets each client draw three times. */
const drawn = new Map<string, number>();
const rationed: Middleware = ({ method, name, ctx }, next) => {
  if (method !== "tools/call" || name !== "draw") return next();
  const who = ctx.client.name ?? "somebody";
  const count = (drawn.get(who) ?? 0) + 1;
  if (count > 3) throw new RpcError(-32000, "The well is dry for you today.", { drawn: count - 1 });
  drawn.set(who, count);
  return next();
};

server.use(timed); // The first added is outermost.
server.use(rationed);

server.tool("draw", { description: "Draw a bucket of water" }, () => "A bucket of water.");

const { url } = await listen(server, { port: Number(process.env.PORT ?? 3000) });
console.log(url);
