// Finds the shells that completion is tried in, and installs them where that is allowed.
//
//   BECKON_ZSH=/path/to/zsh BECKON_FISH=/path/to/fish      takes those

import { installPackage } from "./debian-package.mjs";
import { findExecutable } from "./find-executable.mjs";

const finders = {
  zsh: () => process.env.BECKON_ZSH || findExecutable(["zsh"]),
  fish: () => process.env.BECKON_FISH || findExecutable(["fish"]),
};

/** The paths of zsh and fish; `undefined` when one of them is missing. */
export function findShells() {
  const [zsh, fish] = [finders.zsh(), finders.fish()];
  return zsh === undefined || fish === undefined ? undefined : { zsh, fish };
}

/** The same, after installing what is missing with the machine's packages where this process may do so. */
export async function ensureShells() {
  for (const [name, find] of Object.entries(finders)) if (find() === undefined) await installPackage(name);
  return findShells();
}
