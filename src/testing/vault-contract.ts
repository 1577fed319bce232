// The contract suite for vaults: every rule, for any vault and any test runner.

import assert from "node:assert/strict";
import type { MaybePromise } from "../core/maybe-promise.js";
import type { Vault } from "../core/vault.js";

/** What the suite checks. */
export interface VaultContractOptions {
  /** Opens a vault that is empty. The suite closes it. */
  readonly create: () => MaybePromise<Vault>;
}

/** One rule of the contract. */
export interface VaultContractCase {
  /** The rule, as a sentence. */
  readonly title: string;
  /** Opens a vault, checks the rule with `node:assert`, and closes the vault. Rejects when the rule is broken. */
  run(): Promise<void>;
}

interface Rule {
  readonly title: string;
  readonly check: (vault: Vault) => Promise<void>;
}

/** Texts that something on the way to a file or a keyring might stumble over. */
const ODD = ["a b", "a/b", "a%2Fb", "a\\b", "a:b", "__proto__", "ä€😀", '"quoted"', "x".repeat(256)];
const UNFIT = ["", " ", "a\nb", "a\u0000b", "a\u202eb", "\ud800", "x".repeat(257)];

const rules: readonly Rule[] = [
  {
    title: "what was never set is undefined",
    async check(vault) {
      assert.equal(await vault.get("ada", "token"), undefined);
      assert.deepEqual(await vault.names("ada"), []);
    },
  },
  {
    title: "what was set is there, under its owner and name only",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      assert.equal(await vault.get("ada", "token"), "s1");
      assert.equal(await vault.get("ada", "other"), undefined);
      assert.equal(await vault.get("bob", "token"), undefined);
    },
  },
  {
    title: "setting again replaces",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      await vault.set("ada", "token", "s2");
      assert.equal(await vault.get("ada", "token"), "s2");
      assert.deepEqual(await vault.names("ada"), ["token"]);
    },
  },
  {
    title: "what is forgotten is gone, and forgetting says whether there was something",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      await vault.set("ada", "other", "s2");
      assert.equal(await vault.forget("ada", "token"), true);
      assert.equal(await vault.forget("ada", "token"), false);
      assert.equal(await vault.get("ada", "token"), undefined);
      assert.deepEqual(await vault.names("ada"), ["other"]);
    },
  },
  {
    title: "names are those of one owner, sorted",
    async check(vault) {
      for (const name of ["b", "a", "c"]) await vault.set("ada", name, "s");
      await vault.set("bob", "z", "s");
      assert.deepEqual(await vault.names("ada"), ["a", "b", "c"]);
    },
  },
  {
    title: "owners and names may be any texts that a person can read",
    async check(vault) {
      for (const owner of ODD) for (const name of ODD) await vault.set(owner, name, `${owner} ${name}`);
      for (const owner of ODD) {
        assert.deepEqual(await vault.names(owner), [...ODD].sort());
        for (const name of ODD) assert.equal(await vault.get(owner, name), `${owner} ${name}`);
      }
    },
  },
  {
    title: "owner and name are kept apart",
    async check(vault) {
      await vault.set("a/b", "c", "s1");
      await vault.set("a", "b/c", "s2");
      assert.equal(await vault.get("a/b", "c"), "s1");
      assert.equal(await vault.get("a", "b/c"), "s2");
    },
  },
  {
    title: "owners and names that nobody could read are refused",
    async check(vault) {
      for (const text of UNFIT) {
        await assert.rejects(async () => vault.get(text, "name"), isRefusal);
        await assert.rejects(async () => vault.set("owner", text, "s"), isRefusal);
        await assert.rejects(async () => vault.forget("owner", text), isRefusal);
        await assert.rejects(async () => vault.names(text), isRefusal);
      }
    },
  },
  {
    title: "a secret comes back as it was, whatever is in it",
    async check(vault) {
      for (const secret of ["line\nbreak\r\n", " space ", "ä€😀", "\u0001", "k".repeat(2000)]) {
        await vault.set("ada", "token", secret);
        assert.equal(await vault.get("ada", "token"), secret);
      }
    },
  },
  {
    title: "an empty secret is refused, and nothing is lost",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      await assert.rejects(async () => vault.set("ada", "token", ""), isRefusal);
      assert.equal(await vault.get("ada", "token"), "s1");
    },
  },
  {
    title: "of many that are set at the same time none is lost",
    async check(vault) {
      const names = Array.from({ length: 20 }, (_, index) => `name-${String(index).padStart(2, "0")}`);
      await Promise.all(names.map(async (name) => vault.set("ada", name, `secret of ${name}`)));
      assert.deepEqual(await vault.names("ada"), names);
      for (const name of names) assert.equal(await vault.get("ada", name), `secret of ${name}`);
    },
  },
  {
    title: "of several that forget the same at the same time one did",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      const done = await Promise.all(Array.from({ length: 5 }, async () => vault.forget("ada", "token")));
      assert.equal(done.filter((wasThere) => wasThere).length, 1);
    },
  },
  {
    title: "closing twice is harmless, and a closed vault gives nothing",
    async check(vault) {
      await vault.set("ada", "token", "s1");
      await vault.close();
      await vault.close();
      await assert.rejects(async () => vault.get("ada", "token"));
    },
  },
];

/**
 * The rules that every vault keeps, as cases for the test runner of your choice.
 *
 * @example
 * for (const { title, run } of vaultContract({ create: () => createMyVault() })) test(title, run);
 */
export const vaultContract = ({ create }: VaultContractOptions): readonly VaultContractCase[] =>
  rules.map(({ title, check }) => ({
    title,
    async run() {
      const vault = await create();
      try {
        await check(vault);
      } finally {
        await vault.close();
      }
    },
  }));

const isRefusal = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "invalid-arguments";
