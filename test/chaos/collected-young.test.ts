// Calls that are done are garbage at once: none of them keeps the next from being collected young.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const FLOWS = 2000;
/** What grows old of an elicitation: its record, and its share of the program itself. Whole calls would be 18,000. */
const MOST_BYTES = 8000;

const program = fileURLToPath(new URL("asking-process.mjs", import.meta.url));

beforeAll(() => {
  if (!existsSync(new URL("../../dist/index.js", import.meta.url)))
    throw new Error("There is no build. Run npm run build first.");
});

test("what is left of an elicitation that is done is collected young", async () => {
  // Without the optimising compiler, so that it is the same in every run.
  const flags = ["--no-opt", "--trace-gc", "--trace-gc-nvp"];
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, program, String(FLOWS)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const promoted = stdout
    .split("\n")
    .filter((line) => line.includes(" gc=s "))
    .map((line) => Number(/ promoted=(\d+)/.exec(line)?.[1]));
  expect(promoted.length).toBeGreaterThan(10);
  expect(promoted.reduce((sum, bytes) => sum + bytes, 0) / FLOWS).toBeLessThan(MOST_BYTES);
}, 120_000);
