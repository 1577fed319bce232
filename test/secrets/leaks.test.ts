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
import { createVisitor, formPairs, identifyByCookie } from "../web/stage.js";
import { secretOf } from "../webhooks/stage.js";
import { CANARIES, type PersonAct, REMEMBERED, SECRET } from "./canaries.js";
import { findLeaks, type LeakSetup } from "./leaks.js";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "beckon-leaks-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Does it on a real page, and gives all that the person saw there. */
async function fillIn(
  visitor: ReturnType<typeof createVisitor>,
  url: string,
  { draft, refused, content = {}, file, reason }: PersonAct,
): Promise<string> {
  const seen = [await visitor.open(url)];
  if (draft !== undefined) seen.push(await visitor.answer(url, { f0: draft }, "later"));
  if (refused !== undefined) {
    const again = await visitor.answer(url, { f0: refused });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining("at most 20")]);
    seen.push(again);
  }
  const [value = ""] = Object.values(content);
  const page = await visitor.open(url);
  if (reason !== undefined) {
    // The form that declines has none of the fields.
    const own = formPairs(page.text).filter(([name]) => ["token", "key"].includes(name));
    await visitor.post(url, [...own, ["reason", reason], ["action", "decline"]]);
    seen.push(await visitor.open(url));
  } else if (file === undefined)
    seen.push(await visitor.answer(url, { f0: value === true ? "yes" : String(value) }));
  else {
    const body = new FormData();
    for (const [name, one] of formPairs(page.text)) body.append(name, one);
    body.append("action", "accept");
    body.append("f0", new File([file], "letter.txt", { type: "text/plain" }));
    const headers = { origin: new URL(url).origin };
    seen.push(await visitor.send(url, { method: "POST", body, headers }), await visitor.open(url));
  }
  return seen.map(({ text }) => text).join("\n");
}

describe("runs with known secrets and answers", () => {
  async function setup(): Promise<LeakSetup> {
    const pages = createTestPages();
    return {
      engine: createMemoryEngine(),
      vault: await createFileVault({ path: join(folder, "secrets.vault") }),
      pages,
      visit: async (url, { refused, content = {}, file, reason }) => {
        const page = await pages.fetch(new Request(url));
        if (refused !== undefined)
          expect(() => pages.accept(url, { name: refused })).toThrow("does not take");
        if (reason !== undefined) pages.decline(url, reason);
        else if (file === undefined) pages.accept(url, content);
        else pages.accept(url, { letter: [pages.file("letter.txt", "text/plain", file)] });
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
      visit: async (url, act) => {
        const { principalId } = (await broker.list({ status: ["pending"] })).elicitations[0]?.asker ?? {};
        return fillIn(
          createVisitor((request) => pages.fetch(request), principalId),
          url,
          act,
        );
      },
    };
  }

  it("leave none of them in the files of a database, nor in webhooks", async () => {
    const path = temporaryFile();
    const engine = createSqliteEngine({ path });
    const broker = createBroker({ engine, limits: false, keys: ["b".repeat(32)] });
    let hear = (_body: string): void => {};
    // Two eras with six questions each, and two deliveries for each question.
    const deliveries = new Promise<readonly string[]>((resolve) => {
      const bodies: string[] = [];
      hear = (body) => void (bodies.push(body) === 24 && resolve(bodies));
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
    const visit: LeakSetup["visit"] = async (url, act) =>
      `${await given.visit(url, act)}${JSON.stringify(act)}`;
    // Of what they typed there, and why they declined, the person may be shown the text again.
    expect(await findLeaks({ ...given, visit })).toHaveLength(4);
  });

  it.each([
    ["a logger that was given nothing", (text: string) => consoleLogger.warn("Saw.", { text })],
    ["standard output", (text: string) => void process.stdout.write(`${text}\n`)],
  ])("are found in what is printed too, by %s", async (_whom, print) => {
    const given = await setup();
    const visit: LeakSetup["visit"] = (url, act) => {
      print(JSON.stringify(act));
      return given.visit(url, act);
    };
    const leaks = await findLeaks({ ...given, visit });
    expect(leaks).toEqual(CANARIES.map((value) => `${value} in output`));
  });

  it.each(["hex", "base64", "base64url"] as const)("are found in files too, written in %s", async (kind) => {
    for (const [index, value] of CANARIES.entries())
      await writeFile(join(folder, `written ${index}`), Buffer.from(`${index} and ${value}!`).toString(kind));
    expect(await findLeaks(await setup())).toEqual(
      CANARIES.map((value, index) => `${value} in file written ${index}`),
    );
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
