// beckon init: a project that runs.

import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { runCli } from "./run-cli.js";
import { temporaryFolder } from "./temporary-folder.js";

const root = resolve(import.meta.dirname, "../..");

/** What `npm install` would do, from here. */
async function install(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules"));
  await symlink(root, join(folder, "node_modules/beckon"));
  await symlink(join(root, "node_modules/zod"), join(folder, "node_modules/zod"));
}

test("the new project passes its tests, and its server can be called", async () => {
  const cwd = await temporaryFolder();
  const { code, stdout } = await runCli(["init", "My Tables"], { cwd });
  const folder = join(cwd, "My Tables");
  await install(folder);

  expect(code).toBe(0);
  expect(stdout).toContain("Made my-tables: package.json, server.mjs");
  expect(stdout).toContain("  cd 'My Tables'\n");
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(manifest).toMatchObject({ name: "my-tables", scripts: { test: "node --test" } });
  // Not from the registry, which may have another.
  const [, from] = /^file:(.+)$/.exec(manifest.dependencies.beckon) ?? [];
  expect(resolve(folder, String(from))).toBe(root);
  const tested = await promisify(execFile)(process.execPath, ["--test"], { cwd: folder });
  expect(tested.stdout).toMatch(/^# pass 3$/m);
  const called = await runCli(
    ["call", `"${process.execPath}" server.mjs --stdio`, "book_table", '{"day":"2026-12-24"}'],
    {
      cwd: folder,
    },
  );
  expect(called).toMatchObject({ code: 6, stdout: "No table booked.\n" });
});

test("a folder that is not empty is refused, and left as it is", async () => {
  const cwd = await temporaryFolder();
  await writeFile(join(cwd, "mine.txt"), "mine");
  const { code, stderr } = await runCli(["init"], { cwd });

  expect(code).toBe(2);
  expect(stderr).toContain("is not empty: it has mine.txt. Name another folder; nothing was written.");
  expect(await readdir(cwd)).toEqual(["mine.txt"]);
});
