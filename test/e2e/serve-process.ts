// `beckon serve` as a process of its own, on the built package.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { vi } from "vitest";

const CLI = new URL("../../dist/cli/main.js", import.meta.url);

/** A process that serves. */
export interface ServeProcess {
  readonly child: ChildProcess;
  readonly baseUrl: string;
  readonly signInUrl: string;
  readonly token: string;
  isRunning(): boolean;
  /** Everything that it wrote. */
  output(): string;
  /** Ends it as the machine does: without a word. */
  kill(): Promise<void>;
  /** Ends it in order; gives its exit code. */
  stop(): Promise<number | null>;
}

/** Starts it; resolves when it has said where it is. */
export async function startServe(state: string, ...flags: readonly string[]): Promise<ServeProcess> {
  if (!existsSync(CLI)) throw new Error("These tests run the built package. Run `npm run build` first.");
  const child = spawn(process.execPath, [CLI.pathname, "serve", "--state", state, ...flags], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
  });
  let output = "";
  const exited = once(child, "exit");
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  const signInUrl = await new Promise<string>((resolve, reject) => {
    void exited.then(() => reject(new Error(`It ended before it began: ${output}`)));
    createInterface({ input: child.stdout }).on("line", (line) => {
      output += `${line}\n`;
      const [found] = /http:\S+\/inbox\/sign-in\?code=\S+/.exec(line) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return {
    child,
    signInUrl,
    baseUrl: new URL(signInUrl).origin,
    token: readFileSync(join(state, "token"), "utf8").trim(),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    async stop() {
      child.kill("SIGTERM");
      await exited;
      return child.exitCode;
    },
  };
}

/** A client that starts its server as the configuration says that was printed for Claude Desktop. */
export async function connectAsPrinted({ output }: ServeProcess): Promise<Client> {
  const [printed = ""] = await vi.waitUntil(() => /\{.*"--stdio".*\}/.exec(output()) ?? undefined);
  const { command, args } = JSON.parse(printed).mcpServers.beckon;
  return connectStdio(command, args);
}

/** A client that starts `beckon serve --stdio` itself. */
export const connectBeside = (state: string, ...flags: readonly string[]): Promise<Client> =>
  connectStdio(process.execPath, [CLI.pathname, "serve", "--stdio", "--state", state, ...flags]);

async function connectStdio(command: string, args: string[]): Promise<Client> {
  const client = new Client({ name: "desktop", version: "1.0.0" }, { capabilities: {} });
  // A host starts it somewhere else than where it was printed.
  await client.connect(new StdioClientTransport({ command, args, cwd: tmpdir(), stderr: "ignore" }));
  return client;
}
