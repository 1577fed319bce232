// The contract suite in a process of its own: engines do not keep it alive, and the suite must.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = `
import { createSqliteEngine } from "beckon/engines/sqlite";
import { engineContract } from "beckon/testing";
const cases = engineContract({
  shared: true,
  durable: true,
  create: ({ name, clock, maxEventsPerStream, retentionMs }) =>
    createSqliteEngine({
      path: process.env.FOLDER + "/" + name + ".db",
      clock,
      onError: () => {},
      events: { maxEventsPerStream, retentionMs },
    }),
});
for (const { part, run } of cases) if (part === "nodes" || part === "durability") await run();
console.log("Every case has ended.");
`;

test("the suite for shared and durable engines runs to its end where nothing else keeps the process alive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "beckon-contract-"));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script], {
      env: { ...process.env, FOLDER: folder },
    });
    expect(stdout).toBe("Every case has ended.\n");
  } finally {
    await rm(folder, { recursive: true });
  }
}, 60_000);
