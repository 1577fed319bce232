// The door of the vaults: where secrets are kept that outlive the run that asked for them.

export type { Vault } from "../core/vault.js";
export { createFileVault, type FileVaultOptions } from "./file-vault.js";
export { createKeyringVault, type KeyringVaultOptions } from "./keyring-vault.js";
export { createMemoryVault } from "./memory-vault.js";
