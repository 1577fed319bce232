// Makes a fresh clone ready: installs the packages when package-lock.json is not the one last installed.
// Runs before there is anything in node_modules, so it imports only Node.

import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

const root = resolve(import.meta.dirname, "..");
const stamp = join(root, "node_modules", ".beckon-setup");
const lock = readFileSync(join(root, "package-lock.json"));
const wanted = createHash("sha256").update(lock).digest("hex");
const installed = existsSync(stamp) ? readFileSync(stamp, "utf8").trim() : undefined;

if (installed !== wanted) {
  demandMatchingLock();
  const why = installed === undefined ? "Nothing is installed yet" : "package-lock.json has changed";
  console.log(`setup: ${why}, installing the packages it names.`);
  install();
  writeFileSync(stamp, `${wanted}\n`);
}

/** What `npm ci` would check first. */
function demandMatchingLock() {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const locked = JSON.parse(lock.toString()).packages[""];
  for (const kind of ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"]) {
    if (!isDeepStrictEqual(manifest[kind] ?? {}, locked[kind] ?? {})) {
      fail(`The ${kind} of package.json and package-lock.json differ. Run \`npm install\` and commit both.`);
    }
  }
}

/**
 * Not `npm ci`: that one refuses a lock without the optional binaries of every other platform, and not every
 * registry has them all. Development packages are needed even where NODE_ENV says production.
 */
function install() {
  const args = ["install", "--no-save", "--include=dev"];
  const npm = process.env.npm_execpath;
  const { status, error } = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: "inherit" })
    : spawnSync("npm", args, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0)
    fail(`npm ${args.join(" ")} failed${error ? ` (${error.message})` : ""}; its words are above.`);
}

function fail(message) {
  console.error(`setup: ${message}`);
  process.exit(1);
}
