/** The official SDK v2 as documented: the factory builds server, tools and schemas for every request. No sessions. */
import { serveSdkV2 } from "./sdk-v2-handler.mjs";
import { sdkV2Server } from "./sdk-v2-server.mjs";
import { serverArguments } from "./server-process.mjs";
import { zodTools } from "./zod-tools.mjs";

const options = serverArguments();
const asking = options.ask ? "input-required" : undefined;
serveSdkV2(() => sdkV2Server(zodTools(options.tools), { ...options, asking }), options.port);
