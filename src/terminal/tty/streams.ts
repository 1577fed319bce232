// Finds the terminal to talk to: the streams that were given, the process's own, or the one it was started from.

import { closeSync, openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

/** Where keys come from. A terminal has `setRawMode`; anything else is taken as it is. */
export interface TerminalInput extends NodeJS.ReadableStream {
  readonly isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
}

/** Where the screen is. Without a size it counts as 80 columns and 24 rows. */
export interface TerminalOutput extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
  getWindowSize?(): [number, number];
}

/** A terminal to talk to. */
export interface Streams {
  readonly input: TerminalInput;
  readonly output: TerminalOutput;
  /** True for a real terminal, which has to be given back however the process ends. */
  readonly isOwn: boolean;
  /** Closes what was opened here. */
  close(): void;
}

/** What decides where the terminal is. */
export interface TerminalPlace {
  readonly input: TerminalInput | undefined;
  readonly output: TerminalOutput | undefined;
  readonly env: { readonly [name: string]: string | undefined };
}

/** The terminal that a person could answer in; `undefined` where there is none. Nothing is opened yet. */
export function findTerminal({ input, output, env }: TerminalPlace): (() => Streams) | undefined {
  if (input !== undefined && output !== undefined)
    return () => ({ input, output, isOwn: input instanceof ReadStream, close() {} });
  // Nobody is there, whatever the streams look like.
  if (isOn(env.CI)) return undefined;
  // Streams that belong to a pipe or a protocol are left to it.
  if (process.stdin.isTTY && process.stdout.isTTY)
    return () => ({ input: process.stdin, output: process.stdout, isOwn: true, close() {} });
  return canOpen(DEVICE) ? openDevice : undefined;
}

const isOn = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false)$/i.test(value);

/** The terminal that a process was started from, also when its streams are something else. */
const DEVICE = "/dev/tty";

function canOpen(path: string): boolean {
  if (process.platform === "win32") return false;
  try {
    closeSync(openSync(path, "r+"));
    return true;
  } catch {
    // A process without a terminal has the file, and cannot open it.
    return false;
  }
}

function openDevice(): Streams {
  const input = new ReadStream(openSync(DEVICE, "r"));
  const output = new WriteStream(openSync(DEVICE, "w"));
  // What is written last may come when the terminal has gone; its end is noticed where it is read.
  output.on("error", () => {});
  return {
    input,
    output,
    isOwn: true,
    close() {
      input.destroy();
      output.destroy();
    },
  };
}

/** The size of a terminal as it is now. */
export function sizeOf(output: TerminalOutput): { readonly columns: number; readonly rows: number } {
  const [columns, rows] = liveSize(output) ?? [output.columns ?? 0, output.rows ?? 0];
  return { columns: columns > 0 ? columns : 80, rows: rows > 0 ? rows : 24 };
}

function liveSize(output: TerminalOutput): [number, number] | undefined {
  try {
    return output.getWindowSize?.();
  } catch {
    // The terminal has gone; its end is noticed where it is read.
    return undefined;
  }
}
