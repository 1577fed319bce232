// Finds a program on the machine.

import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first program of these names on PATH, else of the first of these places that is one. */
export function findExecutable(names, places = []) {
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const paths = [...folders.flatMap((folder) => names.map((name) => join(folder, name))), ...places];
  return paths.find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
