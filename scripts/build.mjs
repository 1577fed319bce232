// Builds dist/ from src/: declarations by tsc, one file per door by rolldown, with what doors share in chunks/.
// Why not one file per source file: docs/decisions/0002-doors-are-bundled.md.

import { chmodSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import { bundledText } from "./bundled-text.mjs";
import { doorChunks } from "./door-chunks.mjs";
import { root, run } from "./run.mjs";

const begunAt = Date.now();
// At the depth of dist/, so that source maps find src/ from either.
const next = mkdtempSync(join(root, "dist.next-"));
const { exports: doors, bin } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** The place in dist/ of each door and each program without its ending, which is also its place in src/. */
const files = Object.values(doors)
  .filter((door) => typeof door === "object")
  .map((door) => door.default);
const nameOf = (file) => file.replace(/^\.\/dist\/|\.js$/g, "");
const names = [...files, ...Object.values(bin)].map(nameOf);

const code = await run("tsc", ["-p", "tsconfig.json", "--emitDeclarationOnly", "--outDir", next]);
if (code === 0) {
  const chunks = doorChunks(files.map(nameOf));
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(names.map((name) => [name, `src/${name}.ts`])),
    platform: "node",
    tsconfig: "tsconfig.json",
    plugins: [bundledText(), chunks.plugin],
    // What the groups ask for. That doors show no further names for it is tested.
    preserveEntrySignatures: "allow-extension",
    // One dependency is bundled too: docs/decisions/0003-the-json-schema-validator.md.
    external: (id) => !id.startsWith(".") && !id.startsWith("/") && id !== "typebox/schema",
  });
  await bundle.write({
    dir: next,
    format: "esm",
    sourcemap: true,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name].js",
    codeSplitting: chunks.codeSplitting,
  });
  for (const program of Object.values(bin)) chmodSync(join(next, program.replace("./dist/", "")), 0o755);
  cpSync(join(root, "node_modules/typebox/license"), join(next, "licenses/typebox.txt"));
  chmodSync(next, 0o755);
  // Whether a source is newer is told by this: one that changes meanwhile may not be in the build.
  writeFileSync(join(next, ".built"), `${begunAt}\n`);
  // Swapped in whole, so that nobody ever imports a half-written build.
  rmSync(join(root, "dist"), { recursive: true, force: true });
  renameSync(next, join(root, "dist"));
}
rmSync(next, { recursive: true, force: true });
process.exitCode = code;
