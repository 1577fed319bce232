// What an audit is called, wherever it lies: a name of its own beside its file, which stays when the file is moved away.

import { readFile } from "node:fs/promises";
import { isObject } from "../../core/json.js";
import { makePrivate } from "../../seal/private-file.js";
import { refuse } from "../state-folder.js";

const ID = /^[\w-]{22}$/;

/** The name of the audit with this file; made when it has none. A path alone may be that of other machines, too. */
export async function readAuditId(path: string, newId: () => string): Promise<string> {
  const idPath = `${path}.id`;
  const id = (await readText(idPath)) ?? (await makeId(idPath, newId));
  if (!ID.test(id))
    refuse(`The file ${idPath} does not hold the name of an audit. Delete it to have one made.`);
  return id;
}

async function makeId(path: string, newId: () => string): Promise<string> {
  const id = newId();
  if (await makePrivate(path, `${id}\n`)) return id;
  // Somebody else was faster.
  return (await readText(path)) ?? "";
}

/** `undefined` when there is no such file. */
async function readText(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, "utf8")).trim();
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
