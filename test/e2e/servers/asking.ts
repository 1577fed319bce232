// A server that asks, for the tests that run with each official client over each transport. Its clock moves only when
// a test says so, through a tool.

import { createServer, type Logger, type Server } from "beckon";
import { createFakeClock } from "beckon/testing";
import * as z from "zod";
import { addFormTools } from "./form-tools.js";
import { addHostTools } from "./host-tools.js";
import { addPageTools } from "./page-tools.js";
import { openSite } from "./site.js";
import { addWaitTools } from "./wait-tools.js";

export interface AskingServer {
  readonly server: Server;
  close(): Promise<void>;
}

export async function startAskingServer(options: { readonly logger?: Logger } = {}): Promise<AskingServer> {
  const clock = createFakeClock();
  const server = createServer({ name: "asking", version: "1.0.0", clock, ...options });
  const site = await openSite(server);
  addFormTools(server);
  addPageTools(server, site);
  addWaitTools(server);
  addHostTools(server);
  server.tool(
    "pass_time",
    { description: "Lets time pass", input: z.object({ ms: z.number() }) },
    async ({ ms }) => {
      await clock.advance(ms);
      return `${ms} ms later.`;
    },
  );
  return { server, close: () => site.close() };
}
