// Tells whether dist/ has everything that it is made of, so that `npm start` need not build again.

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const sources = ["src", "scripts", "package.json", "package-lock.json", "tsconfig.json"];

/** True when nothing has changed since the build began. A folder changes with the names in it. */
export function isBuilt(root) {
  const stamp = join(root, "dist/.built");
  if (!existsSync(stamp)) return false;
  const builtAt = Number(readFileSync(stamp, "utf8"));
  return sources.every((source) => {
    const path = join(root, source);
    const isFolder = statSync(path).isDirectory();
    const paths = isFolder
      ? [path, ...readdirSync(path, { recursive: true }).map((one) => join(path, one))]
      : [path];
    return paths.every((one) => statSync(one).mtimeMs < builtAt);
  });
}
