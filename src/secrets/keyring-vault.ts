// A vault in the keyring of the operating system: macOS Keychain, Windows Credential Manager, the Secret Service of Linux.

import { BeckonError } from "../core/errors.js";
import type { Logger } from "../core/logger.js";
import { consoleLogger, safeLogger } from "../core/logger.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { messageOf } from "../core/message-of.js";
import type { Vault } from "../core/vault.js";
import { requireVaultName } from "../core/vault-name.js";
import { entriesVault } from "./entries-vault.js";
import { type KeyringEntries, loadKeyring } from "./keyring-entries.js";

/** Which part of the keyring is used, and what else where there is none. */
export interface KeyringVaultOptions {
  /** Under what the keyring lists the secrets. @default "beckon" */
  readonly service?: string;
  /** Opens the vault that is used where there is no keyring; the logger is told why. @default none: opening fails */
  readonly fallback?: () => MaybePromise<Vault>;
  /** Where it is said that the fallback is used. @default standard error */
  readonly logger?: Logger;
}

const SERVICE = "beckon";

/**
 * Opens the keyring of the person who runs this process. Needs the package `@napi-rs/keyring`. Rejects with
 * `unreachable` where there is no keyring, unless there is a fallback.
 *
 * @example
 * import { createFileVault, createKeyringVault } from "beckon/secrets";
 *
 * const vault = await createKeyringVault({ fallback: () => createFileVault({ path: "secrets.vault" }) });
 */
export async function createKeyringVault(options: KeyringVaultOptions = {}): Promise<Vault> {
  const { service = SERVICE, fallback, logger = consoleLogger } = options;
  requireVaultName("The name of a secret", service);
  try {
    return entriesVault(await openKeyring(service));
  } catch (error) {
    if (fallback === undefined) throw error;
    const vault = await fallback();
    safeLogger(logger).warn(`${messageOf(error)} Secrets go to the vault ${vault.name} instead.`);
    return vault;
  }
}

async function openKeyring(service: string): Promise<KeyringEntries> {
  try {
    const entries = await loadKeyring(service);
    // Whether there is a keyring shows when something is asked of it.
    await entries.get("");
    return entries;
  } catch (cause) {
    throw new BeckonError(
      "unreachable",
      `There is no keyring to keep secrets in: ${messageOf(cause)}. Install @napi-rs/keyring and, on Linux, run a Secret Service such as gnome-keyring; or use createFileVault.`,
      { cause },
    );
  }
}
