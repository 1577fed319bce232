// Serving on Node: HTTP and stdio.

export { type Listening, type ListenOptions, listen } from "./listen.js";
export { type MountedHandler, type NodeHandler, toNodeHandler } from "./node-handler.js";
export type { FetchRoute } from "./serve-fetch.js";
export { type ServingStdio, type StdioOptions, serveStdio } from "./serve-stdio.js";
