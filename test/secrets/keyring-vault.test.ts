// The vault in the keyring of the operating system: what happens where there is none, and how it keeps names.

import { describe, expect, it } from "vitest";
import { createKeyringVault, createMemoryVault } from "../../src/secrets/index.js";
import { keyringVaultOn } from "./keyring-in-memory.js";

// A machine where somebody is logged in may have one; the build's has none.
process.env.DBUS_SESSION_BUS_ADDRESS = "unix:path=/nonexistent";
const hasNone = process.platform === "linux";

describe.runIf(hasNone)("where there is no keyring", () => {
  it("opening one fails, and says what to do", async () => {
    await expect(createKeyringVault()).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringMatching(
        /^There is no keyring to keep secrets in: .*\. Install @napi-rs\/keyring and, on Linux, run a Secret Service such as gnome-keyring; or use createFileVault\.$/s,
      ),
    });
  });

  it("the fallback is used, and the log says so", async () => {
    const lines: string[] = [];
    const quiet = { debug() {}, info() {}, error() {} };
    const logger = { ...quiet, warn: (message: string) => void lines.push(message) };
    const vault = await createKeyringVault({ fallback: () => createMemoryVault(), logger });
    expect(vault.name).toBe("memory");
    expect(lines).toEqual([
      expect.stringMatching(/^There is no keyring .* Secrets go to the vault memory instead\.$/s),
    ]);
  });
});

describe("the names in a keyring", () => {
  it("are an entry of their own, which goes with the last of them", async () => {
    const entries = new Map<string, string>();
    const vault = keyringVaultOn(entries);
    await vault.set("ada@example.com", "a token", "s1");
    await vault.set("ada@example.com", "b", "s2");
    expect([...entries.keys()].sort()).toEqual([
      "ada%40example.com",
      "ada%40example.com/a%20token",
      "ada%40example.com/b",
    ]);
    expect(entries.get("ada%40example.com")).not.toContain("s1");
    await vault.forget("ada@example.com", "a token");
    await vault.forget("ada@example.com", "b");
    expect([...entries.keys()]).toEqual([]);
  });

  it("of two processes that write at the same time are all there in the end", async () => {
    const entries = new Map<string, string>();
    const vaults = [keyringVaultOn(entries), keyringVaultOn(entries)];
    await Promise.all(vaults.map((vault, index) => vault.set("ada", `n${index}`, "s")));
    expect(await vaults[0]?.names("ada")).toEqual(["n0", "n1"]);
  });
});
