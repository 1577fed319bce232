// Takes a terminal for a whole screen, and gives it back as it was.

import { StringDecoder } from "node:string_decoder";
import type { Clock, Timer } from "../../core/clock.js";
import type { Key } from "../keys/key.js";
import { KeyParser } from "../keys/key-parser.js";
import { hearEnd } from "./hear-end.js";
import { restoreAtEnd } from "./restore.js";
import { type Streams, sizeOf } from "./streams.js";

/** What a screen tells. */
export interface ScreenEvents {
  readonly clock: Clock;
  onKeys(keys: readonly Key[]): void;
  onResize(): void;
  /** Ctrl-C. */
  onInterrupt(): void;
  /** The terminal is gone. */
  onEnd(): void;
}

/** A terminal that is taken. */
export interface Screen {
  size(): { readonly columns: number; readonly rows: number };
  write(text: string): void;
  /** Puts a text on the person's clipboard, where the terminal does that. */
  copy(text: string): void;
  /** Gives the terminal back, and leaves these lines on it. */
  close(lines: readonly string[]): void;
}

/** The other screen, so that what was there is there again afterwards; and pastes told from keys. */
const ENTER = "\u001b[?1049h\u001b[?2004h";
const LEAVE = "\u001b[?2004l\u001b[?1049l\u001b[?25h";

/** How long an escape character waits for the rest of its sequence. */
const ESCAPE_MS = 50;

/** Takes a terminal. */
export function openScreen(streams: Streams, events: ScreenEvents): Screen {
  const { input, output, isOwn } = streams;
  const parser = new KeyParser();
  const decoder = new StringDecoder("utf8");
  let pending: Timer | undefined;
  let isTaken = false;

  function take(): void {
    if (isTaken) return;
    isTaken = true;
    input.setRawMode?.(true);
    output.write(ENTER);
  }

  /** Everything in it happens at once, so that it works while the process ends. */
  function giveBack(): void {
    if (!isTaken) return;
    isTaken = false;
    output.write(LEAVE);
    input.setRawMode?.(false);
  }

  function onData(chunk: Buffer | string): void {
    pending?.cancel();
    tell(parser.push(typeof chunk === "string" ? chunk : decoder.write(chunk)));
    if (parser.isWaiting) pending = events.clock.setTimer(ESCAPE_MS, () => tell(parser.flush()));
  }

  function tell(keys: readonly Key[]): void {
    const isControl = (key: Key, letter: string): boolean => key.type === "control" && key.letter === letter;
    if (keys.some((key) => isControl(key, "c"))) return events.onInterrupt();
    if (isOwn && keys.some((key) => isControl(key, "z"))) return suspend();
    events.onKeys(keys);
  }

  /** As Ctrl-Z does in any program; what comes back is drawn anew. */
  function suspend(): void {
    giveBack();
    process.once("SIGCONT", onContinue);
    process.kill(process.pid, "SIGTSTP");
  }

  function onContinue(): void {
    take();
    events.onResize();
  }

  const release = isOwn ? restoreAtEnd(giveBack) : () => {};
  input.on("data", onData);
  const stopHearing = hearEnd(streams, () => events.onEnd());
  output.on("resize", events.onResize);
  if (isOwn) process.on("SIGWINCH", events.onResize);
  take();
  input.resume();

  return {
    size: () => sizeOf(output),
    write: (text) => void output.write(text),
    copy: (text) => void output.write(`\u001b]52;c;${Buffer.from(text).toString("base64")}\u0007`),
    close(lines) {
      pending?.cancel();
      input.off("data", onData);
      stopHearing();
      output.off("resize", events.onResize);
      process.off("SIGWINCH", events.onResize);
      process.off("SIGCONT", onContinue);
      giveBack();
      input.pause();
      release();
      if (lines.length > 0) output.write(`${lines.join("\n")}\n`);
      streams.close();
    },
  };
}
