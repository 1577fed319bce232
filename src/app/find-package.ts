// The package that this program is of: where it lies, and its version.

import { readFile } from "node:fs/promises";
import { isObject } from "../core/json.js";

/** The package, as its own manifest has it, which is above this file, built or not. */
export interface Package {
  readonly folder: URL;
  readonly version: string;
}

export async function findPackage(): Promise<Package> {
  const here = new URL("./", import.meta.url);
  for (let folder = here; folder.pathname !== "/"; folder = new URL("../", folder)) {
    const manifest = await readManifest(new URL("package.json", folder));
    if (manifest?.name === "beckon" && typeof manifest.version === "string")
      return { folder, version: manifest.version };
  }
  return { folder: here, version: "0.0.0" };
}

export const readVersion = async (): Promise<string> => (await findPackage()).version;

async function readManifest(url: URL): Promise<Record<string, unknown> | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(url, "utf8"));
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
