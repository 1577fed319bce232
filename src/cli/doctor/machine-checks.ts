// What the machine has to have: a Node that is new enough, packages, a terminal, a keyring, a clock.

import { open } from "node:fs/promises";
import { BeckonError } from "../../core/errors.js";
import { createKeyringVault } from "../../secrets/keyring-vault.js";
import { hasColor } from "../frame/surroundings.js";
import { type Check, fail, ok, warn } from "./check.js";

const LEAST_NODE = [20, 19] as const;

export const nodeCheck: Check = {
  what: "node",
  async look() {
    const { node } = process.versions;
    const [major = 0, minor = 0] = node.split(".").map(Number);
    const isNew = major > LEAST_NODE[0] || (major === LEAST_NODE[0] && minor >= LEAST_NODE[1]);
    return isNew ? ok(node) : fail(`${node} is too old`, `Install Node ${LEAST_NODE.join(".")} or newer.`);
  },
};

/** Packages that npm leaves out where they cannot be installed, and what is not there without them. */
const packages = [
  ["libsql", "`beckon serve` keeps its state in SQLite by it"],
  ["@modelcontextprotocol/client", "`beckon call` and `beckon inspect` need it"],
] as const;

export const packagesCheck: Check = {
  what: "packages",
  async look() {
    const missing = packages
      .filter(([name]) => !isInstalled(name))
      .map(([name, why]) => `${name} is not installed: ${why}`);
    return missing.length === 0
      ? ok(packages.map(([name]) => name).join(", "))
      : fail(missing.join("; "), "Run `npm install` again, without --omit=optional.");
  },
};

function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

export const terminalCheck: Check = {
  what: "terminal",
  async look({ surroundings: { stdin, stdout, env } }) {
    const canPrompt = process.platform === "win32" ? stdin.isTTY === true : await canOpen("/dev/tty");
    if (!canPrompt)
      return warn(
        "there is none, so that nobody can be asked here",
        "Run it in a terminal; scripts give --answers, or ask through the inbox.",
      );
    const looks = hasColor(stdout, env) ? "with colours" : "without colours";
    return ok(`${env.TERM ?? "unknown"}, ${stdout.columns ?? "?"} columns, ${looks}`);
  },
};

async function canOpen(path: string): Promise<boolean> {
  try {
    await (await open(path, "r+")).close();
    return true;
  } catch {
    return false;
  }
}

export const keyringCheck: Check = {
  what: "keyring",
  async look() {
    try {
      await (await createKeyringVault()).close();
      return ok("there is one");
    } catch (error) {
      if (!(error instanceof BeckonError && error.code === "unreachable")) throw error;
      return warn(
        "there is none that can be used",
        "Nothing has to be done: secrets are in the sealed vault of the state folder. Servers of yours that want a keyring need @napi-rs/keyring.",
      );
    }
  },
};

/** Older than this program: a clock that was never set. */
const EARLIEST = Date.UTC(2025, 0, 1);

export const clockCheck: Check = {
  what: "clock",
  look: async () =>
    Date.now() > EARLIEST
      ? ok(new Date().toISOString())
      : fail(`it says ${new Date().toISOString()}`, "Set the clock; deadlines and tokens depend on it."),
};
