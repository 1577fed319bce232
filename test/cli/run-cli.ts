// Runs the built program as its users do, without a terminal.

import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "../..");

/** The program that `bin` of package.json names. */
export const program = resolve(root, "dist/cli/main.js");

/** A server of the end-to-end tests, as a command. */
export const stdioServer = (name: string): string =>
  `"${process.execPath}" "${resolve(root, ".cache/e2e/stdio.js")}" ${name}`;

export interface CliOptions {
  /** What is on standard input; nothing and open when absent, as in a script that runs in the background. */
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs, or has ended. */
export interface RunningCli {
  readonly child: ChildProcessWithoutNullStreams;
  /** Resolves when it has ended. */
  readonly ended: Promise<CliResult>;
  /** Resolves with everything on an output as soon as it matches. */
  sees(output: "stdout" | "stderr", pattern: RegExp): Promise<string>;
}

/** The environment of a test: nothing of whoever runs it decides what a command does. */
const environment = (env: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  ...env,
});

/** Starts it. Whoever starts it waits for its end, or ends it. */
export function startCli(args: readonly string[], { input, env, cwd = root }: CliOptions = {}): RunningCli {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: environment(env), detached: true });
  const texts = { stdout: "", stderr: "" };
  const watchers = new Set<() => void>();
  for (const output of ["stdout", "stderr"] as const)
    child[output].setEncoding("utf8").on("data", (text: string) => {
      texts[output] += text;
      for (const look of watchers) look();
    });
  // Who has ended reads nothing any more.
  child.stdin.on("error", () => {});
  if (input !== undefined) child.stdin.end(input);
  const ended = once(child, "close").then(([code]) => {
    for (const look of watchers) look();
    return { code: code as number | null, ...texts };
  });
  return {
    child,
    ended,
    sees: (output, pattern) =>
      new Promise((resolvePromise, reject) => {
        const look = (): void => {
          if (pattern.test(texts[output])) resolvePromise(texts[output]);
          else if (child.exitCode !== null || child.signalCode !== null)
            reject(new Error(`It ended without ${pattern}:\n${texts.stdout}\n${texts.stderr}`));
          else return;
          watchers.delete(look);
        };
        watchers.add(look);
        look();
      }),
  };
}

/** Runs it to its end. */
export const runCli = (args: readonly string[], options: CliOptions = {}): Promise<CliResult> =>
  startCli(args, options).ended;
