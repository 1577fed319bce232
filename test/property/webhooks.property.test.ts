// Whatever fails, restarts or comes late: every event is delivered, and by whom does not matter.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Webhooks } from "../../src/webhooks/index.js";
import { created } from "../broker/stage.js";
import { engines } from "../server/async-engine.js";
import { createWebhookStage, type WebhookStage } from "../webhooks/stage.js";

const acts = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ act: fc.constant("create" as const) }) },
    { weight: 3, arbitrary: fc.record({ act: fc.constant("settle" as const), which: fc.nat({ max: 20 }) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant("restart" as const), node: fc.nat({ max: 1 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({ act: fc.constant("receiver" as const), status: fc.constantFrom(200, 500, 503) }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant("wait" as const), ms: fc.nat({ max: 3_000 }) }) },
  ),
  { minLength: 1, maxLength: 20 },
);

/** More attempts than there can be failures. */
const retryDelaysMs = Array.from({ length: 200 }, () => 1_000);

/** Fake time runs faster than requests do. */
const NEVER_MS = 2 ** 31 - 1;

it("every event is delivered, and more than once only when a node stopped", async () => {
  await fc.assert(
    fc.asyncProperty(acts, fc.constantFrom(...engines), async (script, [, create]) => {
      let status = 200;
      await using stage = await createWebhookStage(() => ({ status }), create);
      const start = (): Promise<Webhooks> => stage.start({}, { retryDelaysMs, timeoutMs: NEVER_MS });
      const nodes = [await start(), await start()];
      const open: string[] = [];
      let events = 0;
      for (const one of script) {
        if (one.act === "create") {
          open.push(await created(stage.broker));
          events += 1;
        } else if (one.act === "settle" && open.length > 0) {
          const [id] = open.splice(one.which % open.length, 1);
          await stage.broker.settle(id ?? "", { action: "decline" });
          events += 1;
        } else if (one.act === "restart") {
          await nodes[one.node]?.close();
          nodes[one.node] = await start();
        } else if (one.act === "receiver") status = one.status;
        else if (one.act === "wait") await stage.clock.advance(one.ms);
      }
      status = 200;
      await allDelivered(stage, events);
      const ids = stage.outcomes.filter(({ kind }) => kind === "delivered");
      expect(new Set(stage.arrivals.map(({ headers }) => headers["webhook-id"])).size).toBe(events);
      if (!script.some(({ act }) => act === "restart")) expect(ids).toHaveLength(events);
    }),
    { numRuns: 40 },
  );
});

/** Moves time on until everything has arrived. */
async function allDelivered({ clock, outcomes }: WebhookStage, events: number): Promise<void> {
  for (let step = 0; step < 20_000; step++) {
    if (outcomes.filter(({ kind }) => kind === "delivered").length >= events) return;
    await clock.advance(500);
  }
  throw new Error("Not everything was delivered.");
}
