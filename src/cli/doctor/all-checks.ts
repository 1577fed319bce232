// Everything that `beckon doctor` looks at, in this order.

import type { Check } from "./check.js";
import { clockCheck, keyringCheck, nodeCheck, packagesCheck, terminalCheck } from "./machine-checks.js";
import { serverChecks } from "./server-checks.js";
import { engineCheck, folderCheck, keysCheck, tokensCheck, vaultCheck } from "./state-checks.js";

export const allChecks = (options: Parameters<typeof serverChecks>[0]): readonly Check[] => [
  nodeCheck,
  packagesCheck,
  folderCheck,
  keysCheck,
  tokensCheck,
  vaultCheck,
  engineCheck,
  keyringCheck,
  terminalCheck,
  clockCheck,
  ...serverChecks(options),
];
