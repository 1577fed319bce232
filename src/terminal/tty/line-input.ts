// Reads lines from a terminal: those that it edits itself, and those that nobody may see.

import { StringDecoder } from "node:string_decoder";
import type { Clock, Timer } from "../../core/clock.js";
import { hearEnd } from "./hear-end.js";
import { restoreAtEnd } from "./restore.js";
import type { Streams } from "./streams.js";

/** How Ctrl-C came: as a key that was read here, or as the signal that a terminal makes of it for the whole process. */
export type Interruption = "key" | "signal";

/** What lines tell. */
export interface LineEvents {
  readonly clock: Clock;
  onLine(line: string): void;
  /** Something was typed too early and is dropped. Said once, until lines are heard again. */
  onEarly(): void;
  onInterrupt(how: Interruption): void;
  onEnd(): void;
}

/** A terminal that is read by lines. */
export interface LineInput {
  write(text: string): void;
  /** Whether what is typed next is shown. */
  hide(isHidden: boolean): void;
  /** Drops what was typed before and what is typed now, a line that is not ended too, until nothing was for so long. */
  deafen(forMs: number): void;
  close(): void;
}

/** While nothing that is typed counts. */
interface Deafness {
  readonly forMs: number;
  /** Ends it; `undefined` until what was typed before has been read. */
  timer: Timer | undefined;
  isTold: boolean;
}

/** Begins to read lines. */
export function openLines(streams: Streams, events: LineEvents): LineInput {
  const { input, output, isOwn } = streams;
  const decoder = new StringDecoder("utf8");
  let typed = "";
  let isHidden = false;
  let isRaw = false;
  let deafness: Deafness | undefined;

  function onData(chunk: Buffer | string): void {
    const text = (typeof chunk === "string" ? chunk : decoder.write(chunk)).replace(/\r\n?/g, "\n");
    if (deafness !== undefined) return drop(text, deafness);
    const { length } = text;
    let place = 0;
    for (const character of text) {
      place += character.length;
      // A break within what came at once was pasted; what follows it must not be seen as the next line.
      const isInner = isHidden && place < length;
      if (character === "\n" && !isInner) endLine();
      else if (isHidden) typeHidden(character);
      else typed += character;
    }
  }

  function endLine(): void {
    const line = typed;
    typed = "";
    // Nothing moved the cursor on while nothing was shown.
    if (isHidden && input.setRawMode !== undefined) output.write("\n");
    events.onLine(line);
  }

  /** The terminal edits nothing while it shows nothing. */
  function typeHidden(character: string): void {
    if (character === "\u0003") events.onInterrupt("key");
    else if (character === "\u0004" && typed === "") events.onEnd();
    else if (character === "\u007f" || character === "\b") typed = [...typed].slice(0, -1).join("");
    else if (character === "\u0015") typed = "";
    else if (character >= " " || character === "\n") typed += character;
  }

  function hide(next: boolean): void {
    isHidden = next;
    setMode();
  }

  /** A terminal of our own holds what is typed until its line ends. While that is dropped, it must not. */
  function setMode(): void {
    setRaw(isHidden || (isOwn && deafness !== undefined));
  }

  function setRaw(next: boolean): void {
    if (next === isRaw) return;
    isRaw = next;
    input.setRawMode?.(next);
  }

  function deafen(forMs: number): void {
    deafness?.timer?.cancel();
    const begun: Deafness = { forMs, timer: undefined, isTold: false };
    deafness = begun;
    typed = "";
    setMode();
    // What was typed before is read in the next turn of the event loop, however late that is.
    setImmediate(() =>
      setImmediate(() => {
        if (deafness === begun) waitForPause(begun);
      }),
    );
  }

  function waitForPause(held: Deafness): void {
    held.timer?.cancel();
    held.timer = events.clock.setTimer(held.forMs, () => {
      deafness = undefined;
      setMode();
    });
  }

  /** Whoever was typing when a question appeared goes on for a while. */
  function drop(text: string, held: Deafness): void {
    if (text.includes("\u0003")) return events.onInterrupt("key");
    if (held.timer !== undefined) waitForPause(held);
    if (held.isTold) return;
    held.isTold = true;
    events.onEarly();
  }

  const release = isOwn ? restoreAtEnd(() => setRaw(false)) : () => {};
  const onSignal = (): void => events.onInterrupt("signal");
  // Before whoever ends the process then: what was typed is kept first.
  if (isOwn) process.prependListener("SIGINT", onSignal);
  input.on("data", onData);
  const stopHearing = hearEnd(streams, () => events.onEnd());
  input.resume();

  return {
    write: (text) => void output.write(text),
    hide,
    deafen,
    close() {
      deafness?.timer?.cancel();
      deafness = undefined;
      process.off("SIGINT", onSignal);
      input.off("data", onData);
      stopHearing();
      hide(false);
      input.pause();
      release();
      streams.close();
    },
  };
}
