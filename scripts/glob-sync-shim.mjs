// Gives `fs.globSync`, which Node has from 22 on, to the conformance suite, which imports it by name.
// Loaded with `node --import`: from then on whoever imports "fs" gets this module in its place. Nothing that
// we run calls globSync (only the suite's own bookkeeping does, to find `**/<name>`), so that form is all it knows.

import { readdirSync } from "node:fs";
import { register } from "node:module";
import { basename } from "node:path";

export * from "node:fs";
export { default } from "node:fs";

export function globSync(pattern, { cwd = "." } = {}) {
  const [, name] = /^\*\*\/([^*?[\]{}/]+)$/.exec(pattern) ?? [];
  if (!name) throw new Error(`globSync knows only patterns like **/name, not ${pattern}.`);
  return readdirSync(cwd, { recursive: true }).filter((path) => basename(path) === name);
}

const hook = `export const resolve = (specifier, context, next) =>
  specifier === "fs" ? { url: ${JSON.stringify(import.meta.url)}, shortCircuit: true } : next(specifier, context);`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
