// The version of the package.

import { readFile } from "node:fs/promises";
import { isObject } from "../core/json.js";

/** The version in the package's own manifest, which is above this file, built or not. */
export async function readVersion(): Promise<string> {
  for (
    let folder = new URL("./", import.meta.url);
    folder.pathname !== "/";
    folder = new URL("../", folder)
  ) {
    const manifest = await readManifest(new URL("package.json", folder));
    if (manifest?.name === "beckon" && typeof manifest.version === "string") return manifest.version;
  }
  return "0.0.0";
}

async function readManifest(url: URL): Promise<Record<string, unknown> | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(url, "utf8"));
    return isObject(parsed) ? parsed : undefined;
  } catch (error) {
    if (isObject(error) && error.code === "ENOENT") return undefined;
    throw error;
  }
}
