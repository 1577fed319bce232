/** Installs the bench's own packages when they are missing or of other versions, and builds the root package. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const bench = fileURLToPath(new URL("./", import.meta.url));
const root = fileURLToPath(new URL("../", import.meta.url));
const installArguments = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];

/** @param {{ build: boolean }} options  Whether to build the root package. */
export function setUp({ build }) {
  if (!isInstalled()) npm(bench, installArguments);
  if (!build) return;
  if (!existsSync(`${root}node_modules/typescript`)) npm(root, installArguments);
  npm(root, ["run", "--silent", "build"]);
}

function isInstalled() {
  const { packages } = readJson(`${bench}package-lock.json`);
  return Object.keys(packages[""].dependencies).every((name) => {
    const installed = `${bench}node_modules/${name}/package.json`;
    return existsSync(installed) && readJson(installed).version === packages[`node_modules/${name}`].version;
  });
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function npm(directory, args) {
  // Standard output stays free for the tables.
  const { status } = spawnSync("npm", args, { cwd: directory, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error(`npm ${args.join(" ")} failed in ${directory}.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) setUp({ build: true });
