// A server with everything the official conformance suite asks for, written as a user of Beckon would.
//
//   node fixture.js --port 4000        0 for any free port

import { parseArgs } from "node:util";
import { createServer } from "beckon";
import { listen } from "beckon/node";
import { addAskingTools } from "./fixture-asking-tools.js";
import { addCallTools } from "./fixture-call-tools.js";
import { addContentTools } from "./fixture-content-tools.js";
import { addInputRequired } from "./fixture-input-required.js";
import { addPrompts } from "./fixture-prompts.js";
import { addResources } from "./fixture-resources.js";

const { values } = parseArgs({ options: { port: { type: "string", default: "0" } } });

const server = createServer({ name: "beckon-conformance", version: "1.0.0" });
addContentTools(server);
addCallTools(server);
addAskingTools(server);
addInputRequired(server);
addPrompts(server);
addResources(server);

const { url } = await listen(server, { port: Number(values.port) });
console.log(`listening on ${url}`);
