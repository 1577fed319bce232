// Finds what a keyring is tried with, and installs it where that is allowed: a Secret Service, and the bus it is asked on.
//
//   BECKON_KEYRING=/path/to/gnome-keyring-daemon      takes that one

import { installPackage } from "./debian-package.mjs";
import { findExecutable } from "./find-executable.mjs";

const findBus = () => findExecutable(["dbus-daemon"]);
const findService = () => process.env.BECKON_KEYRING || findExecutable(["gnome-keyring-daemon"]);

/** The paths of both programs; `undefined` when one is missing. */
export function findKeyring() {
  const [bus, service] = [findBus(), findService()];
  return bus === undefined || service === undefined ? undefined : { bus, service };
}

/** The same, after installing them with the machine's packages where this process may do so. */
export async function ensureKeyring() {
  if (findBus() === undefined) await installPackage("dbus");
  if (findService() === undefined) await installPackage("gnome-keyring");
  return findKeyring();
}
