// The SQLite engine keeps every rule of the engine contract, alone and as one of several nodes.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, it } from "vitest";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { engineContract } from "../../src/testing/index.js";

const directory = mkdtempSync(join(tmpdir(), "beckon-contract-"));
afterAll(() => rmSync(directory, { recursive: true }));

describe("[acceptance 49] the SQLite engine", () => {
  const cases = engineContract({
    shared: true,
    durable: true,
    create: ({ name, clock, maxEventsPerStream, retentionMs }) =>
      createSqliteEngine({
        path: join(directory, `${name}.db`),
        clock,
        onError: () => {},
        events: { maxEventsPerStream, retentionMs },
      }),
  });
  for (const { part, title, run } of cases) it(`${part}: ${title}`, run);
});
