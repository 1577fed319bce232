// The keys of a server, from a file. Beside the main door, so that servers without files need no file system.

import { BeckonError } from "../core/errors.js";
import { readKeys } from "../seal/key-file.js";

/** Reads the keys of a file, the newest first; makes the file with a new key when there is none. */
export const readKeyFile = (path: string): Promise<readonly string[]> =>
  readKeys(path, (message) => {
    throw new BeckonError("invalid-option", message);
  });
