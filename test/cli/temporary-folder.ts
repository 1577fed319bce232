// A folder for one test.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Makes a folder that goes away with the test. */
export async function temporaryFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "beckon-cli-"));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}
