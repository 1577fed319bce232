// Builds dist/ from src/ with tsc, and removes from dist/ what no longer has a source.

import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./run.mjs";

const dist = join(root, "dist");

const code = await run("tsc", ["-p", "tsconfig.json"]);
if (existsSync(dist)) {
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const built = join(entry.parentPath, entry.name);
    const source = join(root, "src", built.slice(dist.length).replace(/(\.d\.ts|\.js)(\.map)?$/, ".ts"));
    if (!existsSync(source)) rmSync(built);
  }
}
process.exitCode = code;
