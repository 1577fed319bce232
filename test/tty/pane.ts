/** A real terminal: a pane of a tmux that nobody else uses. What is on its screen is polled for, with an end. */

import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findTmux } from "../../scripts/tmux.mjs";

const run = promisify(execFile);
const program = fileURLToPath(new URL("asking.mjs", import.meta.url));

export interface PaneOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: { readonly [name: string]: string };
  /** The whole command line, in place of the asking program. */
  readonly shell?: string;
}

/** The command line that asks one of the questions of `asking.mjs`. */
export const asking = (what: string): string => `node '${program}' ${what}`;

export class Pane implements AsyncDisposable {
  readonly #tmux: string;
  readonly #socket = `beckon-${randomUUID().slice(0, 8)}`;
  readonly #folder = mkdtempSync(join(tmpdir(), "beckon-tty-"));

  private constructor(tmux: string) {
    this.#tmux = tmux;
  }

  /** Opens a terminal in which a question is asked. After it, the answer and the state of the terminal are printed. */
  static async open(what: string, options: PaneOptions = {}): Promise<Pane> {
    const { columns = 80, rows = 24, env = {}, shell } = options;
    const tmux = findTmux();
    if (tmux === undefined) throw new Error("There is no tmux. Install it, or set BECKON_TMUX to its path.");
    const pane = new Pane(tmux);
    const set = Object.entries({ LANG: "C.UTF-8", CI: "", PID_FILE: join(pane.#folder, "pid"), ...env }).map(
      ([name, value]) => `${name}='${value}'`,
    );
    const after = `echo "exit $?"; stty -a | tr ' ' '\\n' | grep -xE -e '-?(icanon|echo)' | tr '\\n' ' '; exec cat`;
    const line = shell ?? `env ${set.join(" ")} ${asking(what)}; ${after}`;
    await pane.#run(
      "new-session",
      "-d",
      "-x",
      String(columns),
      "-y",
      String(rows),
      "bash",
      "--norc",
      "--noprofile",
      "-c",
      line,
    );
    return pane;
  }

  /** What is on the screen. */
  async screen(): Promise<string> {
    return (await this.#run("capture-pane", "-p")).replace(/[ \t]+$/gm, "");
  }

  /** The same with its colours. */
  coloured(): Promise<string> {
    return this.#run("capture-pane", "-p", "-e");
  }

  /** Waits until the screen shows something. Gives the screen. */
  async until(wanted: string | RegExp | ((screen: string) => boolean), limitMs = 15_000): Promise<string> {
    const shows = (screen: string): boolean =>
      typeof wanted === "function"
        ? wanted(screen)
        : typeof wanted === "string"
          ? screen.includes(wanted)
          : wanted.test(screen);
    const end = Date.now() + limitMs;
    let screen = await this.screen();
    while (!shows(screen)) {
      if (Date.now() > end) throw new Error(`The screen never showed ${wanted}. It shows:\n${screen}`);
      await new Promise((resolve) => setTimeout(resolve, 40));
      screen = await this.screen();
    }
    return screen;
  }

  /** Presses keys by tmux's names; one at a time, and each as if a moment after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#run("send-keys", key);
  }

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await this.#run("send-keys", "-l", text);
  }

  /** Pastes as terminals do, with marks around what is pasted. */
  async paste(text: string): Promise<void> {
    await this.#run("set-buffer", "--", text);
    await this.#run("paste-buffer", "-p");
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.#run("resize-window", "-x", String(columns), "-y", String(rows));
  }

  /** Sends a signal to the program that asks. */
  signal(signal: NodeJS.Signals): void {
    process.kill(Number(readFileSync(join(this.#folder, "pid"), "utf8")), signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#run("kill-server").catch(() => "");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(...args: readonly string[]): Promise<string> {
    const { TMUX: _, ...env } = process.env;
    const { stdout } = await run(this.#tmux, ["-L", this.#socket, "-f", "/dev/null", ...args], { env });
    return stdout;
  }
}

/**
 * A person looks before they type: keys of the first moment count for what was there before (T4). The program has a
 * clock of its own, so that this takes its time.
 */
export const looks = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 350));
