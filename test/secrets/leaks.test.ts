// What people give is found nowhere in the clear: not in logs, events, metrics, spans, errors, results, states, files or titles.

import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type Broker, createBroker } from "../../src/broker/index.js";
import { consoleLogger } from "../../src/core/logger.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import type { Engine } from "../../src/index.js";
import { createFileVault } from "../../src/secrets/index.js";
import { createTestPages } from "../../src/testing/index.js";
import { createPages } from "../../src/web/index.js";
import { createWebhooks } from "../../src/webhooks/index.js";
import { temporaryFile } from "../engines/sqlite/temporary-file.js";
import { startReceiver } from "../guards/receiver.js";
import { createVisitor, identifyByCookie } from "../web/stage.js";
import { secretOf } from "../webhooks/stage.js";
import { findLeaks, type LeakSetup, REMEMBERED, SECRET } from "./leaks.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "beckon-leaks-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe("runs with known secrets and answers", () => {
  async function setup(): Promise<LeakSetup> {
    const pages = createTestPages();
    return {
      engine: createMemoryEngine(),
      vault: await createFileVault({ path: join(folder, "secrets.vault") }),
      pages,
      visit: async (url, content) => {
        const page = await pages.fetch(new Request(url));
        pages.accept(url, content);
        return (await page?.text()) ?? "";
      },
      folders: [folder],
    };
  }

  async function setupOnBroker(): Promise<LeakSetup> {
    const engine = createMemoryEngine();
    const broker = createBroker({ engine, limits: false });
    onTestFinished(async () => broker.close());
    return onBroker(engine, broker);
  }

  async function onBroker(engine: Engine, broker: Broker): Promise<LeakSetup> {
    const pages = createPages({
      broker,
      baseUrl: "http://127.0.0.1:8080",
      identify: identifyByCookie,
      keys: ["p".repeat(32)],
    });
    return {
      ...(await setup()),
      engine,
      pages,
      visit: async (url, content) => {
        const { principalId } = (await broker.list({ status: ["pending"] })).elicitations[0]?.asker ?? {};
        const visitor = createVisitor((request) => pages.fetch(request), principalId);
        const [value = ""] = Object.values(content);
        const page = await visitor.open(url);
        const answered = await visitor.answer(url, { f0: value === true ? "yes" : String(value) });
        return `${page.text}${answered.text}`;
      },
    };
  }

  it("leave none of them in the files of a database, nor in webhooks", async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path });
    const broker = createBroker({ engine, limits: false, keys: ["b".repeat(32)] });
    let hear = (_body: string): void => {};
    // Two eras with four questions each, and two deliveries for each question.
    const deliveries = new Promise<readonly string[]>((resolve) => {
      const bodies: string[] = [];
      hear = (body) => void (bodies.push(body) === 16 && resolve(bodies));
    });
    const receiver = await startReceiver((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        hear(Buffer.concat(chunks).toString("latin1"));
        response.writeHead(204).end();
      });
    });
    const webhooks = await createWebhooks({
      broker,
      engine,
      endpoints: [{ url: receiver.url("/"), secret: secretOf(1) }],
      guard: { loopback: true, lookup: () => ["127.0.0.1"] },
    });
    onTestFinished(async () => {
      await webhooks.close();
      await broker.close();
      await engine.close();
      await receiver[Symbol.asyncDispose]();
    });
    expect(
      await findLeaks({
        ...(await onBroker(engine, broker)),
        folders: [folder, dirname(path)],
        sent: () => deliveries,
      }),
    ).toEqual([]);
    const names = await readdir(dirname(path));
    expect(names).toEqual(
      expect.arrayContaining(["state.db", "state.db-wal", "state.db-shm", "state.db-bus"]),
    );
  });

  it("leave none of them where somebody could read it, on the real pages", async () => {
    expect(await findLeaks(await setupOnBroker())).toEqual([]);
  });

  it("leave none of them where somebody could read it", async () => {
    const given = await setup();
    expect(await findLeaks(given)).toEqual([]);
    expect(await given.vault.get("ada", "a password")).toBe(REMEMBERED);
    expect(await given.vault.get("bob", "a password")).toBe(REMEMBERED);
  });

  it("are found where they are, so that the search is one", async () => {
    const given = await setup();
    const visit: LeakSetup["visit"] = async (url, content) =>
      `${await given.visit(url, content)}${JSON.stringify(content)}`;
    expect(await findLeaks({ ...given, visit })).toHaveLength(3);
  });

  it.each([
    ["a logger that was given nothing", (text: string) => consoleLogger.warn("Saw.", { text })],
    ["standard output", (text: string) => void process.stdout.write(`${text}\n`)],
  ])("are found in what is printed too, by %s", async (_whom, print) => {
    const given = await setup();
    const visit: LeakSetup["visit"] = (url, content) => {
      print(JSON.stringify(content));
      return given.visit(url, content);
    };
    const leaks = await findLeaks({ ...given, visit });
    expect(leaks).toContain(`${SECRET} in output`);
    expect(leaks).toContain(`${REMEMBERED} in output`);
  });

  it("are found in metrics and spans too", async () => {
    expect(await findLeaks({ ...(await setup()), tool: SECRET })).toEqual(
      expect.arrayContaining(["prometheus", "spans", "metrics"].map((place) => `${SECRET} in ${place}`)),
    );
  });

  it("are found in files too, between bytes that are no text", async () => {
    const bytes = Buffer.concat([Buffer.from([0, 255, 128]), Buffer.from(REMEMBERED), Buffer.from([0, 200])]);
    await writeFile(join(folder, "other.db"), bytes);
    expect(await findLeaks(await setup())).toEqual([`${REMEMBERED} in file other.db`]);
  });
});
