// Every vault keeps the rules of the contract.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import { createFileVault, createMemoryVault } from "../../src/secrets/index.js";
import { vaultContract } from "../../src/testing/index.js";
import { keyringVaultOn } from "../secrets/keyring-in-memory.js";

let folder: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "beckon-vaults-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

function freshPath(): string {
  count += 1;
  return join(folder, `${count}.vault`);
}

describe.each([
  ["memory", () => createMemoryVault()],
  ["file", () => createFileVault({ path: freshPath(), keys: ["k".repeat(32)] })],
  ["keyring", () => keyringVaultOn(new Map())],
] as const)("[acceptance 41] the %s vault", (_name, create) => {
  it.each(vaultContract({ create }))("$title", ({ run }) => run());
});
