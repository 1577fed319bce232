// One file whose whole content is sealed: read as a whole, and replaced as a whole.

import { randomUUID } from "node:crypto";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { BeckonError } from "../core/errors.js";
import type { KeyRing } from "../seal/key-ring.js";
import { PRIVATE_MODE, readPrivate } from "../seal/private-file.js";
import { openToken, sealToken } from "../seal/token.js";
import { readTable, type SecretTable, writeTable } from "./secret-table.js";

/** A table of secrets in a file. */
export interface SealedFile {
  /** What is in it; empty when there is no file. `isOld` says that it was sealed with an older key. */
  read(): Promise<{ readonly table: SecretTable; readonly isOld: boolean }>;
  /** Replaces what is in it: whoever reads finds the old or the new, and what was written survives a crash. `mayWrite` is asked last. */
  write(table: SecretTable, mayWrite: () => Promise<void>): Promise<void>;
}

/** The first line of the file. */
const HEAD = "beckon-vault-1";
const PURPOSE = "beckon vault";

export function openSealedFile(path: string, ring: KeyRing): SealedFile {
  const newest: KeyRing = { ...ring, keys: [ring.keys[0]] };
  return {
    async read() {
      const text = await readText(path);
      if (text === undefined) return { table: new Map(), isOld: false };
      const [head, token = "", ...rest] = text.split("\n");
      if (head !== HEAD || rest.join("") !== "") throw notOurs(path, "it is no vault, or damaged");
      const opened = openToken(newest, PURPOSE, token);
      const content = opened ?? openToken(ring, PURPOSE, token);
      const table = content && readTable(content.toString());
      if (table === undefined) throw notOurs(path, "none of its keys opens it, or it is damaged");
      return { table, isOld: opened === undefined };
    },
    async write(table, mayWrite) {
      const temporary = `${path}.${randomUUID()}.tmp`;
      try {
        const file = await open(temporary, "wx", PRIVATE_MODE);
        await synced(file, () => file.writeFile(`${HEAD}\n${sealToken(ring, PURPOSE, writeTable(table))}\n`));
        // Somebody who took this process for dead may have written since.
        await mayWrite();
        await rename(temporary, path);
      } catch (error) {
        await rm(temporary, { force: true });
        throw error;
      }
      await syncFolder(dirname(path));
    },
  };
}

const readText = (path: string): Promise<string | undefined> =>
  readPrivate("vault", path, "Run chmod 600 on it.", (message) => {
    throw new BeckonError("invalid-option", message);
  });

/** Does something to a file, and has it reach the disk. */
async function synced(file: FileHandle, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Has the new name reach the disk. Windows knows no such thing. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  await synced(await open(folder, "r"), async () => {});
}

const notOurs = (path: string, why: string): BeckonError =>
  new BeckonError(
    "unreadable",
    `The vault ${path} cannot be read: ${why}. Nothing was written to it. Give the key it was sealed with, or move the file away to begin a new one.`,
  );
