// beckon inspect: what an MCP server offers.

import { defineResponder } from "../../core/elicitation/responder.js";
import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { connectServer, serverArgument, serverOptions } from "../host/connect-server.js";
import { type Inspection, inspectServer } from "../host/inspect-server.js";
import { inspectionText } from "../host/inspection-text.js";

export const inspectCommand: Command = defineCommand({
  name: "inspect",
  summary: "show what an MCP server offers",
  description:
    "Its name and version, the eras it speaks, its capabilities and instructions, and its tools, prompts and resources. Nothing is called and nobody is asked. To find out about eras it connects once for each, so a command is started more than once, unless --era names one.",
  arguments: [serverArgument],
  options: { ...serverOptions, json: { type: "flag", summary: "print everything as JSON, schemas too" } },
  examples: [
    { line: "beckon inspect http://127.0.0.1:3000/mcp", does: "a server on HTTP" },
    {
      line: 'beckon inspect "npx -y @modelcontextprotocol/server-everything" --json',
      does: "a server on stdio",
    },
  ],
  async run({ options, args: [server = ""], surroundings }) {
    const nobody = defineResponder([], async () => undefined);
    const connect = (era: "auto" | "legacy" | "modern"): ReturnType<typeof connectServer> =>
      connectServer(server, nobody, { ...options, era }, surroundings);
    const inspection: Inspection = await inspectServer(connect, options.era, surroundings.signal);
    say(surroundings, options.json ? toJson(inspection) : inspectionText(inspection));
  },
});
