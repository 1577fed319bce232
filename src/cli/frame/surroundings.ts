// What a command sees of the process it runs in.

import type { Readable, Writable } from "node:stream";
import { neutralText } from "../../core/neutral-text.js";

/** Where text goes, and whether a person looks at it. */
export type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** The process around a command. */
export interface Surroundings {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Aborts at the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
  /** Does what Ctrl-C does, for whoever reads the keys itself. */
  interrupt(): void;
  /** From now on a terminal that is closed ends the command in order, as Ctrl-C does. Gives the way back. */
  endAtHangUp(): () => void;
  /** From now on Ctrl-C is somebody else's. Gives the way back. */
  leaveSignals(): () => void;
}

/** Writes a line of the result. */
export const say = ({ stdout }: Surroundings, line: string): void => void stdout.write(`${line}\n`);

/** Writes a line that is no part of the result. */
export const tell = ({ stderr }: Surroundings, line: string): void =>
  void stderr.write(`beckon: ${neutralText(line)}\n`);

/** True where colours help: on a terminal, unless somebody does not want them. */
export const hasColor = (output: Output, env: Surroundings["env"]): boolean =>
  output.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
