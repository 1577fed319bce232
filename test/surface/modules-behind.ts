/** Tells which files Node loads, dependencies included, when a program imports a door. */

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** Runs on Node's loader thread, where a synchronous write is the way out. */
const hook = `
  import { writeSync } from "node:fs";
  export async function load(url, context, next) {
    if (url.startsWith("file:")) writeSync(1, url + "\\n");
    return next(url, context);
  }`;

const program = (door: string): string => `
  import { createRequire, register } from "node:module";
  import { pathToFileURL } from "node:url";
  register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)});
  await import(${JSON.stringify(door)});
  for (const path of Object.keys(createRequire(import.meta.url).cache)) console.log(pathToFileURL(path).href);`;

export async function modulesBehind(door: string): Promise<string[]> {
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program(door)],
    { cwd: root },
  );
  const urls = new Set(stdout.split("\n").filter((line) => line.startsWith("file:")));
  return [...urls].map((url) => fileURLToPath(url).slice(root.length)).sort();
}
