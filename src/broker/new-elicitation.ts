// What is given to a broker to be asked.

import type { Asker } from "../core/elicitation/elicitation.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { ElicitationMode } from "../core/engine/elicitations.js";

/** Something to be asked. */
export interface NewElicitation {
  /** Unguessable. @default a random one */
  readonly id?: string;
  /** Creating again with the same key gives the first one. @default the id */
  readonly key?: string;
  /** `url` is for a page of somebody else's, `terminal` only for a terminal. @default "inline" */
  readonly mode?: ElicitationMode;
  readonly message: string;
  /** What must be filled in; with none it is an approval. */
  readonly schema?: FormSchema;
  /** Where to go, in the mode `url`. */
  readonly url?: string;
  /** Who may answer. @default anybody who may see it */
  readonly audience?: string;
  readonly asker: Asker;
  readonly tags?: readonly string[];
  /** After how long it expires, in milliseconds. @default never */
  readonly timeoutMs?: number;
  /** The lease of the asker: when it lapses or is let go, the elicitation is withdrawn. @default none: it is kept */
  readonly lease?: string;
  /** Elicitations of one round, shown together. */
  readonly group?: string;
  /** How often the same run has asked exactly this before. @default never */
  readonly repeats?: number;
  /** How large the answer may be, in bytes. @default what the broker was created with */
  readonly maxAnswerBytes?: number;
}
