// A node that asks, answers and delivers webhooks, on the built package and a SQLite file that other nodes use too.
//
//   node webhooks-process.mjs <file> <name> <url> <secret>
//
// Asks and answers once for each line of its standard input, and delivers until it is killed. Each acknowledgement is
// a line on standard output, written before anything else is done.

import { writeSync } from "node:fs";
import { createInterface } from "node:readline";
import { createBroker } from "../../dist/broker/index.js";
import { createSqliteEngine } from "../../dist/engines/sqlite/index.js";
import { createWebhooks } from "../../dist/webhooks/index.js";

const [, , path, name, url, secret] = process.argv;
const keys = ["the key of all nodes, long enough to be one"];
const engine = createSqliteEngine({ path, lockTimeoutMs: 60_000 });
const broker = createBroker({ engine, keys, limits: false });
await createWebhooks({
  broker,
  engine,
  endpoints: [{ id: "ops", url, secret }],
  guard: { loopback: true },
  timeoutMs: 2_000,
  retryDelaysMs: [500, 500, 500, 500, 500, 500],
  logger: { debug() {}, info() {}, warn() {}, error() {} },
});

const asker = {
  server: name,
  method: "tools/call",
  target: undefined,
  client: undefined,
  principalId: undefined,
};
for await (const _ of createInterface({ input: process.stdin })) {
  const creation = await broker.create({ message: "Deploy?", asker: { ...asker, runId: name } });
  const { id } = creation.elicitation;
  writeSync(1, `elicitation.created ${id}\n`);
  await broker.settle(id, { action: "accept", content: {} });
  writeSync(1, `elicitation.settled ${id}\n`);
}
