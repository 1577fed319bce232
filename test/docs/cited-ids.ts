// Finds the ids of requirements that titles of tests cite, as `[W4, acceptance 12] ...` or `... (W4)`.

import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const tests = resolve(import.meta.dirname, "..");

/** What stands in brackets in the texts of a test file; a comment cites nothing. */
const CITATION = /["'`(\s][^"'`]*?[[(]([A-Z]\d+[^\])]*|acceptance [^\])]*)[\])]/g;

/** Every id that a title cites: `W4`, and `acceptance 12` for a case of the acceptance list. */
export function citedIds(): ReadonlySet<string> {
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".test.ts"),
  );
  return new Set(files.flatMap((path) => idsIn(readFileSync(join(tests, path), "utf8"))));
}

function idsIn(source: string): readonly string[] {
  const lines = source.split("\n").filter((line) => !line.trim().startsWith("//") && /["'`]/.test(line));
  return lines.flatMap((line) => [...line.matchAll(CITATION)].flatMap(([, list = ""]) => namesIn(list)));
}

/** `C8, acceptance 29, 30` names C8 and two cases. */
function namesIn(list: string): readonly string[] {
  const [rules = "", cases = ""] = list.split("acceptance");
  return [
    ...(rules.match(/\b[CTWA]\d+\b/g) ?? []),
    ...(cases.match(/\d+/g) ?? []).map((number) => `acceptance ${number}`),
  ];
}
