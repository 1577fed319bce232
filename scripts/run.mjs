// Runs a command of the project's tools, with node_modules/.bin on the path, and gives its exit code.

import { spawn } from "node:child_process";
import { delimiter, join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "..");

const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules", ".bin")}${delimiter}${process.env.PATH}`,
};

/**
 * Resolves with the exit code; a command that does not start or outlives `timeoutMs` counts as 1.
 * With `quiet` its output is shown only when it fails.
 */
export function run(command, args = [], { timeoutMs = 0, quiet = false } = {}) {
  return new Promise((done) => {
    const stdio = quiet ? ["ignore", "pipe", "pipe"] : "inherit";
    const child = spawn(command, args, { cwd: root, env: environment, stdio });
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    const timer = timeoutMs
      ? setTimeout(() => {
          console.error(`${[command, ...args].join(" ")} did not end within ${timeoutMs} ms.`);
          child.kill("SIGKILL");
        }, timeoutMs)
      : undefined;
    child.once("error", (error) => {
      clearTimeout(timer);
      console.error(`${command} did not start: ${error.message}`);
      done(1);
    });
    child.once("close", (code) => {
      clearTimeout(timer);
      if (code !== 0) process.stdout.write(Buffer.concat(output));
      done(code ?? 1);
    });
  });
}
