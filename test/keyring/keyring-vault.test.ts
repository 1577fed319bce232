// The vault in a real keyring: every rule of the contract, and what only a real one shows.

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKeyringVault } from "../../src/secrets/index.js";
import { vaultContract } from "../../src/testing/index.js";
import { type SecretService, startSecretService } from "./secret-service.js";

let service: SecretService;
let count = 0;

beforeAll(async () => {
  service = await startSecretService();
  process.env.DBUS_SESSION_BUS_ADDRESS = service.address;
  await vi.waitFor(() => createKeyringVault(), { timeout: 15_000 });
});

afterAll(() => service?.close());

describe("[acceptance 41] the vault in a real keyring", () => {
  it.each(
    vaultContract({
      create() {
        count += 1;
        return createKeyringVault({ service: `beckon ${count}` });
      },
    }),
  )("$title", ({ run }) => run());

  it("keeps what it was given for whoever opens it next, and for no other service", async () => {
    const first = await createKeyringVault({ service: "one" });
    await first.set("ada", "token", "s3cret");
    const next = await createKeyringVault({ service: "one" });
    expect(await next.get("ada", "token")).toBe("s3cret");
    expect(await next.names("ada")).toEqual(["token"]);
    const other = await createKeyringVault({ service: "other" });
    expect(await other.get("ada", "token")).toBeUndefined();
  });

  it("is good for more secrets than the bus has connections for one person", async () => {
    const vault = await createKeyringVault({ service: "many" });
    const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
    const found = await Promise.all(names.map((name) => vault.get("ada", name)));
    expect(new Set(found)).toEqual(new Set([undefined]));
  });

  it("leaves no secret in the clear in the keyring's files", async () => {
    const vault = await createKeyringVault({ service: "files" });
    await vault.set("ada", "token", "hunter2-in-the-keyring");
    const names = (await readdir(service.folder, { recursive: true })).filter((name) =>
      name.endsWith(".keyring"),
    );
    expect(names).not.toEqual([]);
    for (const name of names)
      expect((await readFile(join(service.folder, name))).includes("hunter2-in-the-keyring")).toBe(false);
  });
});
