/** The official SDK v2 with one thing better than documented: schemas are built once and shared by all requests. */
import { serveSdkV2 } from "./sdk-v2-handler.mjs";
import { sdkV2Server } from "./sdk-v2-server.mjs";
import { serverArguments } from "./server-process.mjs";
import { zodTools } from "./zod-tools.mjs";

const options = serverArguments();
const asking = options.ask ? "input-required" : undefined;
const tools = zodTools(options.tools);
serveSdkV2(() => sdkV2Server(tools, { ...options, asking }), options.port);
