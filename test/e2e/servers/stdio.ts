// Serves one of the test servers on standard input and output.
//
//   node stdio.js features
//   node stdio.js asking
//   node stdio.js access limited

import type { Server } from "beckon";
import { serveStdio } from "beckon/node";
import { createAccessServer } from "./access.js";
import { startAskingServer } from "./asking.js";
import { createFeatureServer } from "./features.js";
import { createLineServer } from "./line.js";

const [name = "features", token = ""] = process.argv.slice(2);
const servers: Readonly<Record<string, () => Server | Promise<Server>>> = {
  features: createFeatureServer,
  access: () => createAccessServer({ stdioToken: token }),
  asking: async () => (await startAskingServer()).server,
  line: createLineServer,
};
const make = servers[name];
if (make === undefined) throw new Error(`There is no server named ${name}.`);

const { closed } = await serveStdio(await make());
await closed;
process.stderr.write("closed in order\n");
