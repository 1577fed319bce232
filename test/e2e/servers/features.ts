// A server that uses every feature, for the tests that run with each official client over each transport.
// Whatever a test must cause or see on the server's side it reaches through a tool, so that one set of tests
// fits a server in this process and one in another.

import { createServer, type Logger, type Server } from "beckon";
import { addCallTools } from "./call-tools.js";
import { addChangeTools } from "./change-tools.js";
import { addContentTools } from "./content-tools.js";
import { addMiddleware } from "./middleware.js";
import { addPrompts } from "./prompts.js";
import { addResources } from "./resources.js";

/** How many entries a page of its lists has: few, so that every list has several. */
export const PAGE_SIZE = 4;

export function createFeatureServer(options: { readonly logger?: Logger } = {}): Server {
  const server = createServer({
    name: "features",
    version: "1.2.3",
    title: "Every feature",
    instructions: "Use the tools.",
    pageSize: PAGE_SIZE,
    ...options,
  });
  addContentTools(server);
  addCallTools(server);
  addChangeTools(server);
  addMiddleware(server);
  addPrompts(server);
  addResources(server);
  return server;
}
