// Runs once before the end-to-end tests: compiles the servers that are started as processes of their own.

import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";

const root = resolve(import.meta.dirname, "../..");

/** Types are checked with all other tests, so this only emits. */
export async function setup(): Promise<void> {
  const compiler = resolve(root, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [compiler, "-p", "test/e2e/tsconfig.json"], { cwd: root });
}
