// Reads lines from a terminal: those that it edits itself, and those that nobody may see.

import { StringDecoder } from "node:string_decoder";
import { restoreAtEnd } from "./restore.js";
import type { Streams } from "./streams.js";

/** What lines tell. */
export interface LineEvents {
  onLine(line: string): void;
  onInterrupt(): void;
  onEnd(): void;
}

/** A terminal that is read by lines. */
export interface LineInput {
  write(text: string): void;
  /** Whether what is typed next is shown. */
  hide(isHidden: boolean): void;
  close(): void;
}

/** Begins to read lines. */
export function openLines(streams: Streams, events: LineEvents): LineInput {
  const { input, output, isOwn } = streams;
  const decoder = new StringDecoder("utf8");
  let typed = "";
  let isHidden = false;

  function onData(chunk: Buffer | string): void {
    const text = (typeof chunk === "string" ? chunk : decoder.write(chunk)).replace(/\r\n?/g, "\n");
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
    if (character === "\u0003") events.onInterrupt();
    else if (character === "\u0004" && typed === "") events.onEnd();
    else if (character === "\u007f" || character === "\b") typed = [...typed].slice(0, -1).join("");
    else if (character === "\u0015") typed = "";
    else if (character >= " " || character === "\n") typed += character;
  }

  function hide(next: boolean): void {
    if (next === isHidden) return;
    isHidden = next;
    input.setRawMode?.(next);
  }

  const onEnd = (): void => events.onEnd();
  const release = isOwn ? restoreAtEnd(() => hide(false)) : () => {};
  if (isOwn) process.prependListener("SIGINT", events.onInterrupt);
  input.on("data", onData);
  for (const name of ["end", "close", "error"]) input.on(name, onEnd);
  output.on("error", onEnd);
  input.resume();

  return {
    write: (text) => void output.write(text),
    hide,
    close() {
      process.off("SIGINT", events.onInterrupt);
      input.off("data", onData);
      for (const name of ["end", "close", "error"]) input.off(name, onEnd);
      output.off("error", onEnd);
      hide(false);
      input.pause();
      release();
      streams.close();
    },
  };
}
