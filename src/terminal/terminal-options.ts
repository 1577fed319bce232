// The options of a terminal.

import { type Clock, systemClock } from "../core/clock.js";
import type { Interruption } from "./tty/line-input.js";
import type { TerminalInput, TerminalOutput } from "./tty/streams.js";

/** Where a terminal is, and how it behaves. */
export interface TerminalOptions {
  /** Says what the terminal can do, and whether anybody is there: `TERM`, `NO_COLOR`, `CI`, `LANG`. Give `process.env`. */
  readonly env: { readonly [name: string]: string | undefined };
  /** Where keys come from; taken for a terminal whatever it is. Give `output` too. @default the process's terminal */
  readonly input?: TerminalInput;
  /** Where the screen is. @default the process's terminal */
  readonly output?: TerminalOutput;
  /** Where it is said that nobody is there. @default standard error */
  readonly errors?: { write(text: string): unknown };
  /** Line by line, for people who listen to their terminal. `TERM=dumb` is always so. @default false */
  readonly linear?: boolean;
  /** Stays on the screen while nothing waits. @default false */
  readonly stay?: boolean;
  /** Rings no bell when something comes. @default false */
  readonly quiet?: boolean;
  /** How an answer can be given where there is no terminal, as a sentence. @default "Run it in a terminal to answer." */
  readonly supply?: string;
  /**
   * What Ctrl-C does after everything was let go of: called once, as `signal` where it came as SIGINT, which what else
   * listens for that in the process hears too. @default what it does to any program: SIGINT to the process
   */
  readonly interrupted?: (how: Interruption) => void;
  /** Hears that the last card is gone and the terminal was given back: what was kept off it can be written now. */
  readonly givenBack?: () => void;
  /** Opens a page after the person agreed; false when that cannot be done. @default the person's browser */
  readonly openBrowser?: (href: string) => Promise<boolean>;
  /** @default the machine's */
  readonly clock?: Clock;
}

export const terminalDefaults = {
  linear: false,
  stay: false,
  quiet: false,
  supply: "Run it in a terminal to answer.",
  clock: systemClock as Clock,
};
