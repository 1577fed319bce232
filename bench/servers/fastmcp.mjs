/** FastMCP with its HTTP stream and sessions, the default. It speaks the legacy era only. */
import { createServer } from "node:net";
import { FastMCP } from "fastmcp";
import { announce, serverArguments } from "./server-process.mjs";
import { question, serverInfo, toReply } from "./tools.mjs";
import { zodTools } from "./zod-tools.mjs";

const options = serverArguments();
const { add, count, ask, fillers } = zodTools(options.tools);
const silent = () => {};
const server = new FastMCP({
  ...serverInfo,
  logger: { debug: silent, error: silent, info: silent, log: silent, warn: silent },
});

define(add, async ({ a, b }) => String(a + b));
if (options.progress) define(count, countWithProgress);
if (options.ask) define(ask, async (_, { elicit }) => toReply(await elicit(question)));
for (const filler of fillers) define(filler, async ({ query }) => query);

// FastMCP does not tell which port it got, so a free one is chosen here.
const port = options.port === 0 ? await freePort() : options.port;
await server.start({ transportType: "httpStream", httpStream: { port, host: "127.0.0.1" } });
announce({ port });

function define({ name, description, input }, execute) {
  server.addTool({ name, description, parameters: input, execute });
}

async function countWithProgress({ steps }, { reportProgress }) {
  for (let progress = 1; progress <= steps; progress++) await reportProgress({ progress, total: steps });
  return String(steps);
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
