// Installs a package of the machine where that is allowed.

import { existsSync } from "node:fs";
import { run } from "./run.mjs";

/** Installs a Debian package, where this process may and the machine has such packages. */
export async function installPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(`${name} is missing; installing it with apt-get.`);
  const quiet = { quiet: true, timeoutMs: 600_000 };
  const install = ["install", "--yes", "--no-install-recommends", name];
  const isInstalled = (await run("apt-get", install, quiet)) === 0;
  // A fresh image has no list of packages yet.
  if (!isInstalled && (await run("apt-get", ["update"], quiet)) === 0) await run("apt-get", install, quiet);
}
