// Files for the tests of the SQLite engine: each in a directory of its own, gone when its test is.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** The path of a database file that is not there yet. */
export function temporaryFile(name = "state.db"): string {
  const directory = mkdtempSync(join(tmpdir(), "beckon-sqlite-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, name);
}
