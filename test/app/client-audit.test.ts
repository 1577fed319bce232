// What a client shows itself, in the audit: written once, however often its call comes to it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { ClientQuestion } from "../../src/app/audit/client-audit.js";
import { createAudit } from "../../src/app/audit/create-audit.js";
import { createBroker } from "../../src/broker/index.js";
import type { Logger } from "../../src/core/logger.js";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { readLines } from "./read-lines.js";

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

const question: ClientQuestion = {
  id: "run-1",
  askedAt: 0,
  message: "Which city?",
  schema: { type: "object", properties: { city: { type: "string" } } },
  asker: { server: "host", method: "tools/call", principalId: "token:1", runId: "run-1" },
  expiresAt: 60_000,
};

async function stage() {
  const folder = mkdtempSync(join(tmpdir(), "beckon-client-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "audit.jsonl");
  const clock = createFakeClock({ now: 5_000 });
  const engine = createMemoryEngine({ clock });
  const broker = createBroker({ engine, clock });
  const open = () =>
    createAudit({
      path,
      broker,
      engine,
      clock,
      logger: silent,
      nameOf: () => undefined,
      newFeed: () => "feed",
      newId: () => "a".repeat(22),
      answerOf: async () => ({ content: undefined, sensitive: new Set(), deleted: [] }),
    });
  onTestFinished(async () => {
    await broker.close();
    await engine.close();
  });
  const lines = (): readonly Record<string, unknown>[] => readLines(path);
  return { open, broker, lines };
}

it("a line is written once, also by a process that does not know that it was (C15)", async () => {
  const { open, lines } = await stage();
  for (let start = 0; start < 2; start += 1) {
    const audit = await open();
    await audit.client.asked(question);
    await audit.client.asked(question);
    await audit.client.settled(question, { action: "timeout" });
    await audit.close();
  }

  expect(lines()).toMatchObject([
    { event: "asked", id: "run-1", from: "client", expiresAt: "1970-01-01T00:01:00.000Z" },
    { event: "settled", id: "run-1", status: "expired", from: "client", latencyMs: 5_000 },
  ]);
});

it("the feed goes on after a line that is in none (C15)", async () => {
  const { open, broker, lines } = await stage();
  for (const message of ["one", "two"]) {
    const audit = await open();
    await broker.create({ message, asker: question.asker });
    await audit.close();
    const again = await open();
    await again.client.asked({ ...question, id: message });
    await again.close();
  }

  expect(lines().map(({ event, message, number }) => [event, message, number])).toEqual([
    ["asked", "one", 1],
    ["asked", "Which city?", undefined],
    ["asked", "two", 2],
    ["asked", "Which city?", undefined],
  ]);
});
