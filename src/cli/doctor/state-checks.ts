// What the state folder has to be: there, private, readable with its keys.

import { stat } from "node:fs/promises";
import { openTokens } from "../../app/access/tokens.js";
import { readConfig } from "../../app/config/read-config.js";
import { openEngine } from "../../app/open-engine.js";
import { readStateKeys, stateFolderAt } from "../../app/state-folder.js";
import { systemClock } from "../../core/clock.js";
import { messageOf } from "../../core/message-of.js";
import { createKeyRing } from "../../seal/key-ring.js";
import { silentLogger } from "../frame/silent-logger.js";
import { openSecrets } from "../state/open-vault.js";
import { type Check, fail, ok, warn } from "./check.js";

export const folderCheck: Check = {
  what: "state folder",
  async look({ state }) {
    if (state === undefined)
      return warn("there is none here or in a folder above", "`beckon serve` makes one: .beckon.");
    const folder = stateFolderAt(state);
    const open: string[] = [];
    for (const path of [folder.path, folder.keys, folder.tokens, folder.token, folder.vault])
      if (await isOpenToOthers(path)) open.push(path);
    return open.length === 0
      ? ok(state)
      : fail(`others can look into ${open.join(", ")}`, `Run: chmod go-rwx ${open.join(" ")}`);
  },
};

async function isOpenToOthers(path: string): Promise<boolean> {
  if (process.platform === "win32") return false;
  try {
    return ((await stat(path)).mode & 0o077) !== 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

export const keysCheck: Check = {
  what: "keys",
  async look({ state }) {
    if (state === undefined || !(await isThere(stateFolderAt(state).keys))) return undefined;
    try {
      const keys = await readStateKeys(stateFolderAt(state));
      createKeyRing(keys);
      return ok(keys.length === 1 ? "1 key" : `${keys.length} keys, the first one seals`);
    } catch (error) {
      return fail(
        messageOf(error),
        "Put a backup of the file back: what its keys sealed cannot be read without them.",
      );
    }
  },
};

export const tokensCheck: Check = {
  what: "tokens",
  async look({ state }) {
    if (state === undefined) return undefined;
    const tokens = await openTokens(stateFolderAt(state)).list();
    return tokens.length === 0
      ? warn("there are none", "`beckon serve` makes the first; `beckon token add` another.")
      : ok(tokens.map(({ name }) => name).join(", "));
  },
};

export const vaultCheck: Check = {
  what: "vault",
  async look({ state }) {
    if (state === undefined || !(await isThere(stateFolderAt(state).vault))) return undefined;
    try {
      const secrets = await openSecrets(state);
      try {
        const { length } = await secrets.names();
        return ok(length === 1 ? "1 secret" : `${length} secrets`);
      } finally {
        await secrets.close();
      }
    } catch (error) {
      return fail(
        messageOf(error),
        "Put the keys back that sealed it, or move the vault away to begin a new one.",
      );
    }
  },
};

const SQLITE = "sqlite:";

export const engineCheck: Check = {
  what: "engine",
  async look({ state, surroundings: { env, cwd } }) {
    const config = await readConfig({ env, cwd, flags: state === undefined ? {} : { state } });
    // To open one that is not there would make it.
    if (config.engine.startsWith(SQLITE) && !(await isThere(config.engine.slice(SQLITE.length))))
      return undefined;
    try {
      const engine = await openEngine(config.engine, { logger: silentLogger, clock: systemClock });
      try {
        await engine.records.get("app:ready");
      } finally {
        await engine.close();
      }
      return ok(config.engine);
    } catch (error) {
      return fail(
        `${config.engine}: ${messageOf(error)}`,
        "Put back a backup of the database, or move it away to begin a new one.",
      );
    }
  },
};

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
