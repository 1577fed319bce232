// When `npm start` builds.

import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isBuilt } from "../../scripts/is-built.mjs";

const BUILT_AT = 1_800_000_000_000;
const files = ["src/core/a.ts", "scripts/build.mjs", "package.json", "package-lock.json", "tsconfig.json"];
const all = ["src/core", "src", "scripts", ...files];

const touch = (root: string, path: string, at: number): void =>
  utimesSync(join(root, path), at / 1000, at / 1000);

/** A project that was built after everything in it had been written. */
function project(): string {
  const root = mkdtempSync(join(tmpdir(), "beckon-built-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const folder of ["src/core", "scripts", "dist"]) mkdirSync(join(root, folder), { recursive: true });
  for (const file of files) writeFileSync(join(root, file), "");
  for (const path of all) touch(root, path, BUILT_AT - 1_000);
  writeFileSync(join(root, "dist/.built"), `${BUILT_AT}\n`);
  return root;
}

test("what has not changed since is built", () => {
  expect(isBuilt(project())).toBe(true);
});

test("what was never built is not", () => {
  const root = project();
  rmSync(join(root, "dist"), { recursive: true });
  expect(isBuilt(root)).toBe(false);
});

test.each(all)("a change of %s is not built", (path) => {
  const root = project();
  touch(root, path, BUILT_AT);
  expect(isBuilt(root)).toBe(false);
});
