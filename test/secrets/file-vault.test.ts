// The vault in a sealed file: who can read it, what breaks it, and several processes at once.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createKeyRing } from "../../src/seal/key-ring.js";
import { openLock } from "../../src/secrets/file-lock.js";
import { createFileVault } from "../../src/secrets/index.js";
import { openSealedFile } from "../../src/secrets/sealed-file.js";

const OLD = "o".repeat(32);
const NEW = "n".repeat(32);

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "beckon-vault-"));
  path = join(folder, "secrets.vault");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a file vault", () => {
  it("gives after a restart what was set before", async () => {
    const first = await createFileVault({ path });
    await first.set("ada", "token", "s3cret");
    await first.close();
    const second = await createFileVault({ path });
    expect(await second.get("ada", "token")).toBe("s3cret");
  });

  it("and its key are for their owner alone, and nothing else is left behind", async () => {
    const vault = await createFileVault({ path });
    await vault.set("ada", "token", "s3cret");
    expect((await readdir(folder)).sort()).toEqual(["secrets.vault", "secrets.vault.key"]);
    for (const file of await readdir(folder))
      expect((await stat(join(folder, file))).mode & 0o777).toBe(0o600);
  });

  it("shows neither secrets nor owners nor names", async () => {
    const vault = await createFileVault({ path });
    await vault.set("ada@example.com", "github-token", "s3cret-value");
    const text = await readFile(path, "utf8");
    for (const part of ["ada", "github", "s3cret"]) expect(text).not.toContain(part);
  });

  it("that others can read is refused", async () => {
    const vault = await createFileVault({ path, keys: [OLD] });
    await vault.set("ada", "token", "s3cret");
    await chmod(path, 0o640);
    await expect(createFileVault({ path, keys: [OLD] })).rejects.toThrow(
      "can be read by others than its owner",
    );
  });

  it("takes keys or a key file, and not both", async () => {
    const both = { path, keys: [OLD], keyFile: `${path}.key` };
    await expect(createFileVault(both)).rejects.toMatchObject({ code: "invalid-option" });
    await expect(createFileVault({ path, keys: ["short"] })).rejects.toMatchObject({
      code: "invalid-option",
    });
  });
});

describe("what a process left when it died while it wrote", () => {
  const leave = async (name: string, ageMs: number): Promise<void> => {
    const at = new Date(Date.now() - ageMs);
    await writeFile(join(folder, name), "sealed", { mode: 0o600 });
    await utimes(join(folder, name), at, at);
  };
  const id = "0b6eeeb5-8ed2-47ca-a04e-8e0e9c6c2d20";

  it("is deleted when nobody can be writing it any more", async () => {
    await leave(`secrets.vault.${id}.tmp`, 120_000);
    await leave(`secrets.vault.lock.${id}`, 120_000);
    await createFileVault({ path, keys: [OLD] });
    expect(await readdir(folder)).toEqual([]);
  });

  it("is left alone while somebody may be writing it, and so is everything else", async () => {
    const names = [`secrets.vault.${id}.tmp`, "secrets.vault.backup", "secrets.vault.old.tmp"];
    await leave(names[0] ?? "", 1000);
    await leave(names[1] ?? "", 120_000);
    await leave(names[2] ?? "", 120_000);
    await createFileVault({ path, keys: [OLD] });
    expect((await readdir(folder)).sort()).toEqual([...names].sort());
  });
});

describe("rotation of a file vault", () => {
  it("seals what it finds with the first key, so that the old one can go", async () => {
    const before = await createFileVault({ path, keys: [OLD] });
    await before.set("ada", "token", "s3cret");
    await createFileVault({ path, keys: [NEW, OLD] });
    const after = await createFileVault({ path, keys: [NEW] });
    expect(await after.get("ada", "token")).toBe("s3cret");
    await expect(createFileVault({ path, keys: [OLD] })).rejects.toMatchObject({ code: "unreadable" });
  });

  it("goes by the lines of the key file", async () => {
    const keyFile = join(folder, "keys");
    const before = await createFileVault({ path, keyFile });
    await before.set("ada", "token", "s3cret");
    const [old] = (await readFile(keyFile, "utf8")).split("\n");
    await writeFile(keyFile, `${NEW}\n${old}\n`);
    await createFileVault({ path, keyFile });
    const after = await createFileVault({ path, keys: [NEW] });
    expect(await after.get("ada", "token")).toBe("s3cret");
  });
});

describe("a file vault that cannot be read", () => {
  const contents = [
    "",
    "something else\n",
    "beckon-vault-1\n",
    "beckon-vault-1\nAAAA\n",
    "beckon-vault-1\n\n\n\n",
  ];

  it.each(contents)("is told, and stays as it is: %j", async (content) => {
    await writeFile(path, content, { mode: 0o600 });
    await expect(createFileVault({ path, keys: [OLD] })).rejects.toMatchObject({ code: "unreadable" });
    expect(await readFile(path, "utf8")).toBe(content);
  });

  it("is not written over by one that was open before it broke", async () => {
    const vault = await createFileVault({ path, keys: [OLD] });
    await vault.set("ada", "token", "s3cret");
    const whole = await readFile(path, "utf8");
    const broken = whole.slice(0, -10);
    await writeFile(path, broken);
    await expect(vault.set("ada", "other", "x")).rejects.toMatchObject({ code: "unreadable" });
    await expect(vault.get("ada", "token")).rejects.toMatchObject({ code: "unreadable" });
    expect(await readFile(path, "utf8")).toBe(broken);
    await writeFile(path, whole);
    expect(await vault.get("ada", "token")).toBe("s3cret");
  });
});

describe("several vaults on one file", () => {
  it("leave the lock to a process that cannot be seen from here", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    const holder = `${child.pid} somewhere else`;
    await writeFile(`${path}.lock`, holder);
    const vault = await createFileVault({ path, keys: [OLD] });
    const setting = vault.set("ada", "token", "s3cret");
    for (let looks = 0; looks < 200; looks += 1) expect(await readFile(`${path}.lock`, "utf8")).toBe(holder);
    await rm(`${path}.lock`);
    await setting;
    expect(await vault.get("ada", "token")).toBe("s3cret");
  });

  it("lose nothing that one of them set", async () => {
    const vaults = await Promise.all([1, 2, 3].map(() => createFileVault({ path, keys: [OLD] })));
    const names = Array.from({ length: 30 }, (_, index) => `n${String(index).padStart(2, "0")}`);
    await Promise.all(names.map((name, index) => vaults[index % 3]?.set("ada", name, name)));
    expect(await vaults[0]?.names("ada")).toEqual(names);
  });

  it("write nothing after another took the lock", async () => {
    await openLock(`${path}.lock`).during(async (requireHeld) => {
      await requireHeld();
      await writeFile(`${path}.lock`, "1 another");
      await expect(requireHeld()).rejects.toMatchObject({ code: "timed-out" });
      const file = openSealedFile(path, createKeyRing([OLD]));
      await expect(file.write(new Map(), requireHeld)).rejects.toMatchObject({ code: "timed-out" });
    });
    expect(await readdir(folder)).toEqual(["secrets.vault.lock"]);
  });

  it("wait for no process that died with the lock", async () => {
    const child = spawn(process.execPath, ["-e", ""]);
    await once(child, "exit");
    await writeFile(
      `${path}.lock`,
      `${child.pid} gone ${await (await import("../../src/secrets/process-place.js")).processPlace()}`,
    );
    const vault = await createFileVault({ path, keys: [OLD] });
    await vault.set("ada", "token", "s3cret");
    expect(await vault.get("ada", "token")).toBe("s3cret");
    expect(await readdir(folder)).not.toContain("secrets.vault.lock");
  });
});
