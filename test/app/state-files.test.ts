// What somebody else put in the place of a file of the state folder: links, pipes, files that others can write.

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { chmod, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeFirstToken, openTokens, readFirstToken } from "../../src/app/access/tokens.js";
import { findRunning, readRunning, writeRunning } from "../../src/app/running-server.js";
import { openStateFolder, readStateKeys, type StateFolder } from "../../src/app/state-folder.js";
import { createFileVault } from "../../src/secrets/file-vault.js";

const keys = ["k".repeat(43)];

async function openFolder(): Promise<StateFolder> {
  const path = mkdtempSync(join(tmpdir(), "beckon-state-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return openStateFolder(join(path, "state"));
}

const running = { url: "http://127.0.0.1:4747", pid: process.pid, engine: "memory:" };
const serverFile = ({ path }: StateFolder): string => join(path, "server.json");

/** Every file that is read as a whole: where it is, who reads it, and a text that would be taken. */
const files: readonly [
  string,
  (folder: StateFolder) => string,
  (folder: StateFolder) => Promise<unknown>,
  string,
][] = [
  ["key file", ({ keys }) => keys, readStateKeys, `${keys[0]}\n`],
  ["token list", ({ tokens }) => tokens, (folder) => openTokens(folder).list(), '{"tokens":[]}'],
  ["token file", ({ token }) => token, readFirstToken, `beckon_${"t".repeat(43)}\n`],
  ["vault", ({ vault }) => vault, ({ vault: path }) => createFileVault({ path, keys }), "beckon-vault-1\n"],
  ["address of the server", serverFile, ({ path }) => readRunning(path), JSON.stringify(running)],
];

describe.skipIf(process.platform === "win32").each(files)("the %s", (what, placeOf, read, text) => {
  test.each(["602", "620", "604", "640"])("is not taken when it has the mode %s", async (mode) => {
    const folder = await openFolder();
    writeFileSync(placeOf(folder), text);
    chmodSync(placeOf(folder), mode);
    await expect(read(folder)).rejects.toThrow(
      new RegExp(`The ${what}.*can be read by others than its owner`),
    );
    expect(readFileSync(placeOf(folder), "utf8")).toBe(text);
  });

  test("is not taken through a link to a file that others can write", async () => {
    const folder = await openFolder();
    const target = join(folder.path, "..", "planted");
    writeFileSync(target, text);
    chmodSync(target, 0o666);
    symlinkSync(target, placeOf(folder));
    await expect(read(folder)).rejects.toThrow("can be read by others than its owner");
  });

  test("is not waited for when it is a pipe", async () => {
    const folder = await openFolder();
    execFileSync("mkfifo", ["-m", "600", placeOf(folder)]);
    await expect(read(folder)).rejects.toThrow(`${placeOf(folder)} is no file.`);
  });

  test("is not taken when it is a folder", async () => {
    const folder = await openFolder();
    mkdirSync(placeOf(folder), { mode: 0o700 });
    await expect(read(folder)).rejects.toThrow(`${placeOf(folder)} is no file.`);
  });
});

test.skipIf(process.platform === "win32")(
  "a file is judged and read as one, though another is put in its place all the time",
  async () => {
    const folder = await openFolder();
    const planted = join(folder.path, "planted");
    let isOver = false;
    const put = async (text: string, mode: number): Promise<void> => {
      await writeFile(planted, text, { mode });
      await chmod(planted, mode);
      await rename(planted, folder.token);
    };
    const swapping = (async () => {
      while (!isOver) {
        await put("planted", 0o666);
        await put("own", 0o600);
      }
    })();
    const outcomes: string[] = [];
    // Reads side by side, so that many of them are between judging and reading when the file changes.
    for (let turn = 0; turn < 100; turn += 1)
      outcomes.push(
        ...(await Promise.all(
          Array.from({ length: 8 }, () => readFirstToken(folder).then(String, () => "refused")),
        )),
      );
    isOver = true;
    await swapping;
    expect(new Set(outcomes.filter((outcome) => outcome !== "undefined"))).toEqual(
      new Set(["own", "refused"]),
    );
  },
);

describe.skipIf(process.platform === "win32")("a link in the place of what is written", () => {
  test("is replaced, and what it leads to stays as it is", async () => {
    const folder = await openFolder();
    const target = join(folder.path, "..", "profile");
    writeFileSync(target, "export PATH\n", { mode: 0o600 });
    for (const path of [serverFile(folder), folder.token]) symlinkSync(target, path);
    await writeRunning(folder.path, running);
    await makeFirstToken(folder, openTokens(folder));
    for (const path of [serverFile(folder), folder.token])
      expect(lstatSync(path).isSymbolicLink()).toBe(false);
    expect(await findRunning(folder.path)).toEqual(running);
    expect(readFileSync(target, "utf8")).toBe("export PATH\n");
  });

  test("that leads nowhere has nothing made there", async () => {
    const folder = await openFolder();
    const target = join(folder.path, "..", "absent");
    for (const path of [folder.keys, folder.tokens, folder.vault]) symlinkSync(target, path);
    await expect(readStateKeys(folder)).rejects.toThrow("is a link to nothing");
    await makeFirstToken(folder, openTokens(folder));
    const vault = await createFileVault({ path: folder.vault, keys });
    await vault.set("ada", "pin", "1234");
    await vault.close();
    expect(existsSync(target)).toBe(false);
    for (const path of [folder.tokens, folder.vault]) expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});
