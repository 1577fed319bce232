// A server that `beckon serve` runs in a folder of its own, and a client beside it.

import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { type ApiClient, createApiClient } from "beckon/web";
import { onTestFinished } from "vitest";
import { type CliOptions, type CliResult, type RunningCli, runCli, startCli } from "./run-cli.js";
import { temporaryFolder } from "./temporary-folder.js";

export interface ServeStage {
  /** Where it runs; its state is in `.beckon` below. */
  readonly cwd: string;
  readonly url: string;
  readonly token: string;
  readonly server: RunningCli;
  /** Asks, as an agent of that name would. */
  readonly client: ApiClient;
  /** Runs a command in the folder. */
  run(args: readonly string[], options?: CliOptions): Promise<CliResult>;
}

/** Starts a server, in a new folder or in one that has state already. It ends with the test. */
export async function startServe(
  given: { readonly cwd?: string; readonly args?: readonly string[] } = {},
): Promise<ServeStage> {
  const cwd = given.cwd ?? (await temporaryFolder());
  // As many as a test likes.
  const port = given.args?.includes("--port") ? [] : ["--port", "0"];
  const args = ["serve", ...port, "--per-minute", "10000", ...(given.args ?? [])];
  const server = startCli(args, { cwd });
  onTestFinished(async () => {
    server.child.kill("SIGKILL");
    await server.ended;
  });
  await server.sees("stdout", /Beckon is listening/);
  const { url } = JSON.parse(await readFile(join(cwd, ".beckon/server.json"), "utf8"));
  const token = (await readFile(join(cwd, ".beckon/token"), "utf8")).trim();
  return {
    cwd,
    url,
    token,
    server,
    client: createApiClient({ baseUrl: url, token }),
    run: (command, options) => runCli(command, { cwd, ...options }),
  };
}

/** A port that nobody has just now, for a server that is to come back where it was. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  // Bound to a port; only pipes have addresses of another kind.
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
