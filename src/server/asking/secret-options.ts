// What can be said of a question for a secret.

import type { AskOptions } from "./ask-options.js";

/** How a secret is asked for. */
export interface SecretOptions extends AskOptions {
  /** What the person is told. @default "Please enter NAME." */
  readonly message?: string;
  /** What helps the person to find it: where it is made, what it must be allowed to do. */
  readonly description?: string;
  /** True when it may have several lines, such as a private key: their breaks are kept. @default false */
  readonly multiline?: boolean;
  /** True to keep it in the server's vault, for the principal of the call: asked for once, and not again. @default false */
  readonly remember?: boolean;
}
