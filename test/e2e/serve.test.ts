// `beckon serve` as people run it: official clients without elicitation, kills, restarts, standard input.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createApiClient } from "beckon/web";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { connectAsPrinted, type ServeProcess, startServe } from "./serve-process.js";

let state: string;
const running: ServeProcess[] = [];
beforeEach(() => {
  state = join(mkdtempSync(join(tmpdir(), "beckon-e2e-serve-")), "state");
});
afterEach(async () => {
  for (const one of running.splice(0)) if (one.isRunning()) await one.kill();
  rmSync(state, { recursive: true, force: true });
});

async function start(...flags: readonly string[]): Promise<ServeProcess> {
  const one = await startServe(state, ...flags);
  running.push(one);
  return one;
}

type Era = "legacy" | "modern";

/** A client that cannot show anything. */
async function connect({ baseUrl, token }: ServeProcess, era: Era): Promise<Client> {
  const mode = era === "modern" ? { pin: "2026-07-28" } : era;
  const client = new Client(
    { name: "plain", version: "1.0.0" },
    { versionNegotiation: { mode }, capabilities: {} },
  );
  const headers = { authorization: `Bearer ${token}` };
  const reconnectionOptions = {
    initialReconnectionDelay: 100,
    maxReconnectionDelay: 1_000,
    reconnectionDelayGrowFactor: 1.5,
    maxRetries: 60,
  };
  await client.connect(
    new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), {
      requestInit: { headers },
      reconnectionOptions,
    }),
  );
  return client;
}

interface Called {
  readonly text: string;
  readonly data: {
    readonly id?: string;
    readonly action?: string;
    readonly elicitations?: readonly { readonly id: string }[];
  };
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown>,
  onprogress = () => {},
): Promise<Called> {
  const result = await client.callTool({ name, arguments: args }, { onprogress, timeout: 50_000 });
  const [first] = result.content as readonly { readonly text?: string }[];
  return { text: String(first?.text), data: (result.structuredContent ?? {}) as Called["data"] };
}

const apiOf = ({ baseUrl, token }: ServeProcess) => createApiClient({ baseUrl, token });

/** The ids of what is open, once there are as many. */
async function opened(process: ServeProcess, count = 1): Promise<readonly string[]> {
  for await (const _ of apiOf(process).watch({ after: 0 })) {
    const { elicitations } = await apiOf(process).list({ status: ["open"] });
    if (elicitations.length >= count) return elicitations.map(({ id }) => id);
  }
  throw new Error("The watch ended.");
}

describe.each(["legacy", "modern"] as const)(
  "an official client of the %s era without elicitation",
  (era) => {
    test("asks, is told that it waits, and gets the answer", async () => {
      const process = await start("--port", "0");
      const client = await connect(process, era);
      let signs = 0;
      const asked = call(client, "elicit", { type: "text", prompt: "Which city?" }, () => {
        signs += 1;
      });
      const [id = ""] = await opened(process);
      await apiOf(process).answer(id, { answer: "Lisbon" });
      expect((await asked).text).toBe("The person answered: Lisbon");
      expect(signs).toBeGreaterThan(0);
      await client.close();
    });

    test("loses nothing and asks nothing twice when the server is killed while it waits", async () => {
      const port = ["--port", "0"];
      const first = await start(...port);
      const client = await connect(first, era);
      const question = { type: "text", prompt: "Which city?" };
      const lost = call(client, "elicit", question).catch(() => "lost");
      const [id = ""] = await opened(first);
      await first.kill();
      await client.close();
      await lost;

      const second = await start(...port);
      expect(await opened(second)).toEqual([id]);
      const next = await connect(second, era);
      expect((await call(next, "list_elicitations", {})).data.elicitations).toMatchObject([{ id }]);
      expect((await call(next, "elicit", { ...question, wait_seconds: 0.1 })).data.id).toBe(id);
      const waiting = call(next, "get_answer", { id, wait_seconds: 20 });
      await apiOf(second).answer(id, { answer: "Lisbon" });
      expect((await waiting).text).toBe("The person answered: Lisbon");
      expect((await apiOf(second).list()).elicitations).toHaveLength(1);
      await next.close();
    });
  },
);

test("what somebody typed and did not send is there again after a kill, theirs and nobody else's", async () => {
  const first = await start("--port", "0");
  const client = await connect(first, "modern");
  const asked = await call(client, "elicit", { type: "text", prompt: "Which city?", wait_seconds: 0.05 });
  const id = asked.data.id ?? "";
  await apiOf(first).draft.put(id, { answer: "Lisb" });
  await first.kill();
  await client.close();

  const second = await start("--port", "0");
  expect(await apiOf(second).draft.get(id)).toEqual({ answer: "Lisb" });
  const cli = new URL("../../dist/cli/main.js", import.meta.url).pathname;
  const add = [cli, "token", "add", "helper", "--scope", "answer", "--json", "--state", state];
  const made = JSON.parse(execFileSync(globalThis.process.execPath, add, { encoding: "utf8" }));
  const helper = createApiClient({ baseUrl: second.baseUrl, token: made.value });
  expect(await helper.draft.get(id)).toBeUndefined();
});

test("the very call of a legacy client that connects again goes on in the next process", async () => {
  const first = await start("--port", "0");
  const client = await connect(first, "legacy");
  const asked = call(client, "elicit", { type: "text", prompt: "Which city?", wait_seconds: 60 });
  const [id = ""] = await opened(first);
  await first.kill();
  const second = await start("--port", new URL(first.baseUrl).port);
  await apiOf(second).answer(id, { answer: "Lisbon" });
  expect(await asked).toMatchObject({ text: "The person answered: Lisbon", data: { id } });
  expect((await apiOf(second).list()).elicitations).toHaveLength(1);
  await client.close();
}, 60_000); // Only when the dead process has been silent for long enough, another goes on with its calls.

test("a secret that was answered right before a kill is in the vault after the restart, and nowhere else", async () => {
  const value = "sk-live-do-not-show";
  const first = await start("--port", "0");
  const client = await connect(first, "modern");
  const { data } = await call(client, "elicit", {
    type: "secret",
    prompt: "Key?",
    name: "key",
    wait_seconds: 0.05,
  });
  const id = data.id ?? "";
  await apiOf(first).answer(id, { answer: value });
  await first.kill();
  await client.close();

  const second = await start("--port", "0");
  const next = await connect(second, "modern");
  expect((await call(next, "get_answer", { id, wait_seconds: 5 })).text).toContain("secret:key");
  await next.close();
  const processes = execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
  for (const secret of [value, second.token]) {
    expect(first.output() + second.output()).not.toContain(secret);
    expect(processes).not.toContain(secret);
  }
  await second.kill(); // So that its files are read as they stand, and none comes or goes.
  const entries = readdirSync(state, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name);
    expect([path, statSync(path).mode & 0o077]).toEqual([path, 0]);
    expect([path, readFileSync(path, "latin1").includes(value)]).toEqual([path, false]);
  }
});

test("SIGTERM gives a call that waits its id, and ends the process in order", async () => {
  const process = await start("--port", "0");
  const client = await connect(process, "legacy");
  const asked = call(client, "elicit", { type: "text", prompt: "Which city?" });
  const [id] = await opened(process);
  const stopped = process.stop();
  expect((await asked).data).toMatchObject({ id, action: "unavailable" });
  await stopped;
  expect(process.output()).not.toMatch(/error|warning/i);
  await client.close();
});

test("a client on standard input asks the inbox of the process that has the port", async () => {
  const process = await start("--port", "0");
  const port = new URL(process.baseUrl).port;
  const client = new Client({ name: "desktop", version: "1.0.0" }, { capabilities: {} });
  const cli = new URL("../../dist/cli/main.js", import.meta.url).pathname;
  const args = [cli, "serve", "--stdio", "--port", port, "--state", state];
  await client.connect(
    new StdioClientTransport({ command: globalThis.process.execPath, args, stderr: "ignore" }),
  );
  const asked = call(client, "elicit", { type: "confirmation", prompt: "Deploy?" });
  const [id = ""] = await opened(process);
  await apiOf(process).answer(id, { answer: true });
  expect((await asked).text).toBe("The person confirmed: yes.");
  await client.close();
});

test("links of a process whose port somebody else has lead to the inbox that runs, while one does", async () => {
  const process = await start("--port", "0");
  const stranger = createServer().listen(0, "127.0.0.1");
  await once(stranger, "listening");
  const { port } = stranger.address() as AddressInfo;
  const client = new Client({ name: "desktop", version: "1.0.0" }, { capabilities: {} });
  const cli = new URL("../../dist/cli/main.js", import.meta.url).pathname;
  const args = [cli, "serve", "--stdio", "--port", String(port), "--state", state];
  await client.connect(
    new StdioClientTransport({ command: globalThis.process.execPath, args, stderr: "ignore" }),
  );
  const ask = (prompt: string) => call(client, "elicit", { type: "text", prompt, wait_seconds: 0.1 });

  const { text, data } = await ask("Which city?");
  expect(text).toContain(`The person answers at ${process.baseUrl}/inbox/e/${data.id}.`);
  await process.kill();
  expect((await ask("Which day?")).text).toContain("in the inbox, once `beckon serve` runs.");
  await client.close();
  stranger.close();
});

/** A port that nobody has just now, so that the printed configuration has it too. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return String(port);
}

test.each([
  ["as it comes", () => []],
  ["with an engine", () => ["--engine", `sqlite:${dirname(state)}/other.db`]],
  [
    "with a config file",
    () => {
      const path = join(dirname(state), "config.json");
      writeFileSync(path, JSON.stringify({ engine: `sqlite:${dirname(state)}/other.db` }));
      return ["--config", path];
    },
  ],
])("the configuration that a server prints, started %s, asks in its own inbox", async (_, flags) => {
  const process = await start("--port", await freePort(), ...flags());
  const client = await connectAsPrinted(process);
  const { text, data } = await call(client, "elicit", { type: "text", prompt: "City?", wait_seconds: 0.1 });
  expect(text).toContain(`The person answers at ${process.baseUrl}/inbox/e/${data.id}.`);
  expect((await apiOf(process).list()).elicitations).toMatchObject([{ id: data.id, message: "City?" }]);
  await client.close();
});

test("the configuration that a server in memory prints has an inbox of its own", async () => {
  const process = await start("--port", await freePort(), "--engine", "memory:");
  const client = await connectAsPrinted(process);
  const { text, data } = await call(client, "elicit", { type: "text", prompt: "City?", wait_seconds: 0.1 });
  const [, baseUrl = ""] = /answers at (http:\S+)\/inbox\/e\//.exec(text) ?? [];
  expect(baseUrl).not.toBe(process.baseUrl);
  const own = createApiClient({ baseUrl, token: process.token });
  expect((await own.list()).elicitations).toMatchObject([{ id: data.id, message: "City?" }]);
  await client.close();
});

test("no link leads to a server that runs on the same state folder with another engine", async () => {
  const process = await start("--port", "0", "--engine", `sqlite:${dirname(state)}/other.db`);
  const client = new Client({ name: "desktop", version: "1.0.0" }, { capabilities: {} });
  const cli = new URL("../../dist/cli/main.js", import.meta.url).pathname;
  const args = [cli, "serve", "--stdio", "--port", new URL(process.baseUrl).port, "--state", state];
  await client.connect(
    new StdioClientTransport({ command: globalThis.process.execPath, args, stderr: "ignore" }),
  );
  const { text } = await call(client, "elicit", { type: "text", prompt: "City?", wait_seconds: 0.1 });
  expect(text).toContain("in the inbox, once `beckon serve` runs.");
  await client.close();
});
