// Webhooks of two processes on one SQLite file, of which one after the other is killed in the middle of its deliveries.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const KILLS = 8;
/** How many deliveries of a node are under way at once, and so the most that one kill can double. */
const CONCURRENCY = 4;
/** How often each node asks. */
const QUESTIONS = 15;
const SECRET = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
const script = fileURLToPath(new URL("./webhooks-process.mjs", import.meta.url));

test(`${KILLS} kills lose no delivery, and one that comes twice has the same id`, {
  timeout: 90_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), "beckon-webhooks-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  /** What was acknowledged by a node, and the ids under which it arrived. */
  const acknowledged = new Set<string>();
  const arrived = new Map<string, string[]>();
  let arrivals = 0;
  let wake = (): void => {};
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
        type: string;
        data: { id: string };
      };
      const event = `${type} ${data.id}`;
      arrived.set(event, [...(arrived.get(event) ?? []), String(request.headers["webhook-id"])]);
      arrivals += 1;
      wake();
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => receiver.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void receiver.close());
  onTestFinished(() => receiver.closeAllConnections());
  // A server that listens on a port has an address with one.
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds())
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };

  function startNode(name: string) {
    const child = spawn(process.execPath, [script, join(directory, "state.db"), name, url, SECRET]);
    onTestFinished(() => void child.kill("SIGKILL"));
    let complaints = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      complaints += chunk;
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      acknowledged.add(line);
      wake();
    });
    child.stdin.on("error", () => {});
    child.stdin.write("ask\n".repeat(QUESTIONS));
    return { child, gone: once(child, "close").then(() => complaints) };
  }

  const nodes = [startNode("0"), startNode("1")];
  for (let kill = 0; kill < KILLS; kill++) {
    // In the middle of what is under way.
    const enough = arrivals + QUESTIONS;
    await until(() => arrivals >= enough);
    const victim = nodes.shift();
    victim?.child.kill("SIGKILL");
    expect(await victim?.gone).toBe("");
    nodes.push(startNode(String(kill + 2)));
  }
  // The last two get to the end of what they ask, and deliver what the others left.
  await until(
    () => [...acknowledged].every((event) => arrived.has(event)) && acknowledged.size >= 4 * QUESTIONS,
  );

  const idsOfEach = [...arrived.values()];
  for (const ids of idsOfEach) expect(new Set(ids).size).toBe(1);
  expect(new Set(idsOfEach.map(([id]) => id)).size).toBe(arrived.size);
  const doubled = idsOfEach.reduce((sum, ids) => sum + ids.length - 1, 0);
  expect(doubled).toBeLessThanOrEqual(KILLS * CONCURRENCY);
});
