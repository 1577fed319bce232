// Runs an example as its reader would, in a process of its own, and ends it again.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** An example that serves HTTP. */
export interface RunningExample extends AsyncDisposable {
  /** The MCP endpoint: the first url that the example printed. */
  readonly url: string;
  /** Every line that it has printed so far. */
  readonly lines: readonly string[];
  /** Resolves with the first line that matches, printed already or still to come. */
  line(pattern: RegExp): Promise<string>;
  /** Ends it as an operator would, with SIGTERM; fails when it does not end in order. */
  stop(): Promise<void>;
}

const PATIENCE_MS = 10_000;

/** Starts `examples/<name>/server.ts` on a free port and waits until it has printed its url. */
export async function startExample(name: string): Promise<RunningExample> {
  const script = fileURLToPath(new URL(`../${name}/server.js`, import.meta.url));
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const look of waiting) look();
  };
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  child.once("exit", wake);

  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        waiting.delete(look);
        act();
      };
      const fail = (why: string): void =>
        settle(() =>
          reject(new Error(`${name} ${why} without a line like ${pattern}:\n${lines.join("\n")}`)),
        );
      const look = (): void => {
        const found = lines.find((text) => pattern.test(text));
        if (found !== undefined) settle(() => resolve(found));
        else if (child.exitCode !== null) fail(`ended with ${child.exitCode}`);
      };
      const timer = setTimeout(() => fail(`ran ${PATIENCE_MS} ms`), PATIENCE_MS);
      waiting.add(look);
      look();
    });

  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const impatience = setTimeout(() => child.kill("SIGKILL"), PATIENCE_MS);
    child.kill("SIGTERM");
    const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
    clearTimeout(impatience);
    if (code !== 0 && signal !== "SIGTERM") throw new Error(`${name} ended with ${code ?? signal}.`);
  };

  const URL_PATTERN = /http:\/\/127\.0\.0\.1:\d+\/mcp/;
  try {
    const url = URL_PATTERN.exec(await line(URL_PATTERN))?.[0] ?? "";
    return { url, lines, line, stop, [Symbol.asyncDispose]: stop };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}
