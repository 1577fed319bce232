// Finds the tmux that the terminal is tried in, and installs it where that is allowed.
//
//   BECKON_TMUX=/path/to/tmux      takes that one

import { installPackage } from "./debian-package.mjs";
import { findExecutable } from "./find-executable.mjs";

/** The path of a tmux; `undefined` when there is none. */
export const findTmux = () => process.env.BECKON_TMUX || findExecutable(["tmux"]);

/** The same, after installing it with the machine's packages where this process may do so. */
export async function ensureTmux() {
  if (findTmux() === undefined) await installPackage("tmux");
  return findTmux();
}
