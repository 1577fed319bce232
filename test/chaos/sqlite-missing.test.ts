// What is said where the optional package that brings SQLite is not installed.

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const dist = fileURLToPath(new URL("../../dist", import.meta.url));

test("without libsql the engine says how to get it, and makes no file", () => {
  // The built package, in a place from where no other is found.
  const directory = mkdtempSync(join(tmpdir(), "beckon-missing-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  cpSync(dist, join(directory, "dist"), { recursive: true });
  writeFileSync(join(directory, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(
    join(directory, "open.js"),
    `import { createSqliteEngine } from "./dist/engines/sqlite/index.js";
     try { createSqliteEngine({ path: "state.db" }); } catch ({ code, message, cause }) {
       console.log(JSON.stringify({ code, message, cause: cause.code }));
     }`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, ["open.js"], { cwd: directory, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(JSON.parse(stdout)).toEqual({
    code: "unreachable",
    message:
      "The SQLite engine needs the package libsql, which cannot be loaded here. Run `npm install libsql` without --omit=optional.",
    cause: "MODULE_NOT_FOUND",
  });
  expect(existsSync(join(directory, "state.db"))).toBe(false);
});
