/** A terminal made of streams: what is written is collected, what is typed is sent, time is moved by hand. */

import { PassThrough } from "node:stream";
import type { Answer } from "../../src/core/elicitation/answer.js";
import type { Elicitation } from "../../src/core/elicitation/elicitation.js";
import { createTerminal, type Terminal, type TerminalOptions } from "../../src/terminal/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { ASKED_AT } from "./person.js";

class Input extends PassThrough {
  readonly isTTY = true;
  readonly raw: boolean[] = [];

  setRawMode(isRaw: boolean): this {
    this.raw.push(isRaw);
    return this;
  }
}

class Output extends PassThrough {
  readonly isTTY = true;
  columns = 80;
  rows = 24;
  all = "";

  override write(chunk: unknown): boolean {
    this.all += String(chunk);
    return true;
  }
}

export interface Stage {
  readonly terminal: Terminal;
  readonly input: Input;
  readonly output: Output;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly errors: string[];
  readonly interrupted: number[];
  readonly opened: string[];
  /** Asks, and gives what comes of it. */
  ask(
    elicitation: Elicitation,
    options?: { signal?: AbortSignal; group?: string },
  ): Promise<Answer | undefined>;
  /** Waits until the person may type, then sends keys one after the other. */
  type(...keys: readonly string[]): Promise<void>;
  /** The lines of the screen as they were written last. */
  screen(): string;
}

export function createStage(options: Partial<TerminalOptions> = {}): Stage {
  const input = new Input();
  const output = new Output();
  const clock = createFakeClock({ now: ASKED_AT });
  const errors: string[] = [];
  const interrupted: number[] = [];
  const opened: string[] = [];
  const terminal = createTerminal({
    input,
    output,
    clock,
    env: { LANG: "C.UTF-8", TERM: "xterm" },
    errors: { write: (text) => errors.push(text) },
    interrupted: () => interrupted.push(clock.now()),
    openBrowser: async (href) => {
      opened.push(href);
      return true;
    },
    ...options,
  });
  return {
    terminal,
    input,
    output,
    clock,
    errors,
    interrupted,
    opened,
    ask: (elicitation, { signal = new AbortController().signal, group = elicitation.id } = {}) =>
      terminal.responder(elicitation, { signal, group }),
    async type(...keys) {
      await turn();
      await clock.advance(400);
      for (const key of keys) {
        input.write(key);
        await turn();
        await clock.advance(60);
      }
    },
    screen: () => screenOf(output.all, output.rows),
  };
}

/** One turn of the event loop, and what follows from it. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(() => setImmediate(resolve))));

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what is written to terminals
const WRITTEN = /\u001b\[[0-9;?]*[A-Za-z]|[^\u001b]+/g;

/** Draws what was written: only what the terminal here writes is understood. */
function screenOf(written: string, rows: number): string {
  let lines: string[] = Array.from({ length: rows }, () => "");
  let row = 0;
  let isFresh = true;
  for (const [part] of written.replaceAll("\u0007", "").matchAll(WRITTEN)) {
    const place = /\[(\d+);\d+H$/.exec(part);
    if (place !== null) {
      row = Number(place[1]) - 1;
      isFresh = true;
    } else if (part.endsWith("[H")) row = 0;
    else if (part.endsWith("[2J")) lines = lines.map(() => "");
    else if (part.endsWith("[K")) lines[row] = isFresh ? "" : (lines[row] ?? "");
    else if (!part.startsWith("\u001b")) {
      lines[row] = (isFresh ? "" : (lines[row] ?? "")) + part;
      isFresh = false;
    }
  }
  return lines.map((line) => line.trimEnd()).join("\n");
}
