// Several processes of `beckon serve` on one state folder: which of them is found there, and whose inbox is named.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Client } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connectAsPrinted, connectBeside, type ServeProcess, startServe } from "./serve-process.js";

let state: string;
const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), "beckon-e2e-beside-")), "state");
});
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
  rmSync(dirname(state), { recursive: true, force: true });
});

async function start(...flags: readonly string[]): Promise<ServeProcess> {
  const one = await startServe(state, "--port", "0", ...flags);
  open.push(async () => {
    if (one.isRunning()) await one.kill();
  });
  return one;
}

async function kept(connecting: Promise<Client>): Promise<Client> {
  const client = await connecting;
  open.push(() => client.close());
  return client;
}

const beside = (...flags: readonly string[]): Promise<Client> =>
  kept(connectBeside(state, "--port", "0", ...flags));

/** The origin of the inbox that a model is told of. */
async function inboxOf(client: Client): Promise<string | undefined> {
  const spec = { type: "text", prompt: "City?", wait_seconds: 0.1 };
  const { content } = await client.callTool({ name: "elicit", arguments: spec });
  const [first] = content as readonly { readonly text?: string }[];
  return /answers at (http:\S+)\/inbox\/e\//.exec(String(first?.text))?.[1];
}

/** Where the folder says that its server is; `undefined` when it says nothing. */
function recorded(): string | undefined {
  try {
    return JSON.parse(readFileSync(join(state, "server.json"), "utf8")).url;
  } catch {
    return undefined;
  }
}

/** Resolves once the folder says so: a process answers a little before it is written down. */
const found = (url: string | undefined): Promise<void> =>
  vi.waitFor(() => expect(recorded()).toBe(url), { timeout: 10_000 });

test("the configuration that a server on a free port prints asks in its inbox, and leaves it the folder", async () => {
  const server = await start();
  await found(server.baseUrl);
  const client = await kept(connectAsPrinted(server));

  expect(await inboxOf(client)).toBe(server.baseUrl);
  expect(recorded()).toBe(server.baseUrl);
  await client.close();
  expect(recorded()).toBe(server.baseUrl);
});

test.each([
  ["in memory", () => "memory:"],
  ["with another database", () => `sqlite:${dirname(state)}/other.db`],
])(
  "a process on standard input %s has an inbox of its own, and leaves the server its folder",
  async (_, engine) => {
    const server = await start();
    await found(server.baseUrl);
    const client = await beside("--engine", engine());

    expect(await inboxOf(client)).toMatch(/^http:/);
    expect(await inboxOf(client)).not.toBe(server.baseUrl);
    await client.close();
    expect(recorded()).toBe(server.baseUrl);
  },
);

test("a process on standard input in memory does not join a server in memory", async () => {
  const server = await start("--engine", "memory:");
  await found(server.baseUrl);
  const own = await inboxOf(await beside("--engine", "memory:"));
  expect(own).toMatch(/^http:/);
  expect(own).not.toBe(server.baseUrl);
});

test("a process on standard input is found in its folder while no server runs there", async () => {
  const client = await beside();
  const own = await inboxOf(client);
  expect(own).toMatch(/^http:/);
  await found(own);
  await client.close();
  expect(recorded()).toBeUndefined();
});

test("a server that comes after a process on standard input takes the folder, and the links with it", async () => {
  const client = await beside();
  await found(await inboxOf(client));
  const server = await start();
  await found(server.baseUrl);

  expect(await inboxOf(client)).toBe(server.baseUrl);
  await client.close();
  expect(recorded()).toBe(server.baseUrl);
});

test("a second server says that it takes the folder, and gives it back", async () => {
  const first = await start();
  await found(first.baseUrl);
  const second = await start();
  await found(second.baseUrl);
  await vi.waitFor(() =>
    expect(second.output()).toContain(
      `The server at ${first.baseUrl} (process ${first.child.pid}) has this state folder too. Until this one ends, commands find this one; name the other with --url and --token-file.`,
    ),
  );
  expect(await second.stop()).toBe(0);
  expect(recorded()).toBe(first.baseUrl);
});

test("a second server gives the folder back to nobody who has ended", async () => {
  const first = await start();
  await found(first.baseUrl);
  const second = await start();
  await found(second.baseUrl);
  await first.kill();
  expect(await second.stop()).toBe(0);
  expect(recorded()).toBeUndefined();
});

test("a process on standard input joins nobody who has the number of a server that was killed", async () => {
  // Nobody listens on the port, while the number is that of these tests.
  const killed = { url: "http://127.0.0.1:1", pid: process.pid, engine: `sqlite:${join(state, "state.db")}` };
  await mkdir(state, { recursive: true, mode: 0o700 });
  await writeFile(join(state, "server.json"), JSON.stringify(killed), { mode: 0o600 });
  const own = await inboxOf(await beside());
  expect(own).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(own).not.toBe(killed.url);
  await found(own);
});
