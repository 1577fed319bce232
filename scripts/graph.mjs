// Draws the folders of src/ and their imports, as found in the code, into docs/architecture.md.
//
//   node scripts/graph.mjs            rewrites the drawing
//   node scripts/graph.mjs --check    fails when the drawing is stale

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parts } from "../.dependency-cruiser.mjs";
import { root } from "./run.mjs";

const page = join(root, "docs", "architecture.md");
const begin = "<!-- graph: begin (written by `npm run graph`) -->";
const end = "<!-- graph: end -->";

const imports = folderImports(cruise());
const before = readFileSync(page, "utf8");
const after = replaceBetween(before, `${draw(imports)}\n`);

if (!process.argv.includes("--check")) {
  writeFileSync(page, after);
  console.log(`docs/architecture.md: ${imports.size} folders drawn.`);
} else if (before === after) {
  console.log("docs/architecture.md shows the code as it is.");
} else {
  console.error("docs/architecture.md shows another graph than the code has. Run `npm run graph`.");
  process.exitCode = 1;
}

function cruise() {
  const bin = join(root, "node_modules", "dependency-cruiser", "bin", "dependency-cruise.mjs");
  const args = [bin, "src", "--config", ".dependency-cruiser.mjs", "--output-type", "json"];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
  });
  if (!stdout) throw new Error(`dependency-cruiser gave no graph (exit code ${status}): ${stderr}`);
  return JSON.parse(stdout).modules;
}

/** Folder to the set of folders it imports, for the folders that have code. */
function folderImports(modules) {
  const found = new Map();
  for (const module of modules) {
    const from = folderOf(module.source);
    if (!from) continue;
    const to = found.get(from) ?? new Set();
    found.set(from, to);
    for (const dependency of module.dependencies) {
      const folder = folderOf(dependency.resolved);
      if (folder && folder !== from) to.add(folder);
    }
  }
  return found;
}

function folderOf(path) {
  return parts.find(({ folder }) => path.startsWith(`src/${folder}/`))?.folder;
}

/** Nearly everything imports core: those arrows would hide the others, so a sentence names them. */
function draw(found) {
  const present = parts.filter(({ folder }) => found.has(folder));
  const lines = ["```mermaid", "flowchart TB"];
  for (const layer of [3, 2, 1, 0]) {
    const members = present.filter((part) => part.layer === layer);
    if (members.length === 0) continue;
    lines.push(`  subgraph layer${layer}["layer ${layer}"]`);
    for (const { folder } of members) lines.push(`    ${nodeId(folder)}["${folder}"]`);
    lines.push("  end");
  }
  for (const { folder } of present) {
    for (const { folder: target } of parts) {
      if (target !== "core" && found.get(folder).has(target)) {
        lines.push(`  ${nodeId(folder)} --> ${nodeId(target)}`);
      }
    }
  }
  lines.push("```", "", coreSentence(present, found));
  return lines.join("\n");
}

function coreSentence(present, found) {
  const others = present.map(({ folder }) => folder).filter((folder) => folder !== "core");
  const without = others.filter((folder) => !found.get(folder).has("core"));
  const exception = without.length > 0 ? ` but ${without.map((name) => `\`${name}\``).join(", ")}` : "";
  return `An arrow reads "imports". Every folder${exception} imports \`core\`; those arrows are left out.`;
}

function nodeId(folder) {
  return folder.replaceAll("/", "_");
}

function replaceBetween(text, drawing) {
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  if (from < 0 || to < from) throw new Error(`docs/architecture.md lacks the lines "${begin}" and "${end}".`);
  return `${text.slice(0, from + begin.length)}\n${drawing}${text.slice(to)}`;
}
