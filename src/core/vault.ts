// The vault contract: where secrets are kept that outlive the run that asked for them.

import type { MaybePromise } from "./maybe-promise.js";

/** Keeps secrets, by owner and name. */
export interface Vault {
  /** What the vault is called in logs and errors: `"keyring"`. */
  readonly name: string;
  get(owner: string, name: string): MaybePromise<string | undefined>;
  set(owner: string, name: string, value: string): MaybePromise<void>;
  /** Forgets a secret; true when there was one. */
  forget(owner: string, name: string): MaybePromise<boolean>;
  /** The names of an owner's secrets, sorted. */
  names(owner: string): MaybePromise<readonly string[]>;
  /** Releases what the vault holds. Closing twice is harmless. */
  close(): MaybePromise<void>;
}
