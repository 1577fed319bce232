// Calls that are cancelled: their runs are found without a look at any other, and looked for no longer than they may last.

import { describe, expect, it } from "vitest";
import type { Server } from "../../../src/index.js";
import { createSealedRecords } from "../../../src/replay/sealed-records.js";
import { createKeyRing } from "../../../src/seal/key-ring.js";
import { callIn, gate, openAbleSession, settle } from "../asking/talk.js";
import { KEY, makeNodes, type Node, type Nodes } from "./nodes.js";

/** A tool that asks in every revision. */
function define(server: Server): void {
  server.tool("says", {}, async (_input, ctx) => {
    await ctx.sample({ messages: [], maxTokens: 1 });
    return "said";
  });
}

/** Two nodes, and a session of which two calls wait on the first, the first of which is for cancelling. */
async function begin(revision = "2025-11-25") {
  const nodes = makeNodes(define);
  const [one, two] = [nodes.add("one"), nodes.add("two")];
  const session = await openAbleSession(one.server, { revision });
  const there = session.through(two.server);
  const stream = await callIn(session, "says");
  await stream.message();
  // Its node has something in hand, so it counts as alive, whatever comes of the first.
  await (await callIn(session, "says", {}, 2)).message();
  return { nodes, one, two, session, there };
}

/** Counts how often a node looks for runs, and how many it is given; says when it has looked. */
function countLooks({ engine }: Node) {
  const looked = gate();
  const counts = { looks: 0, records: 0, looked: looked.opened };
  const { list } = engine.records;
  engine.records.list = async (prefix, ...given) => {
    const found = await list(prefix, ...given);
    if (!prefix.startsWith("run:")) return found;
    counts.looks += 1;
    counts.records += found.length;
    looked.open();
    return found;
  };
  return counts;
}

const runs = async ({ engine }: Nodes): Promise<number> =>
  (await engine.records.list("run:", undefined, 1000)).length;

const cancelled = (requestId: unknown): object => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

describe("a call that is cancelled", () => {
  it("has no run of another call read for it, known or not", async () => {
    const { nodes, two, session, there } = await begin();
    const sealed = createSealedRecords(nodes.engine.records, () => createKeyRing([KEY]), true);
    const [run] = await sealed.list(`run:${session.id}:`, undefined, 1);
    for (let id = 100; id < 400; id += 1) {
      const over = JSON.stringify({ ...JSON.parse(run?.text ?? ""), callId: id, asks: [] });
      await sealed.put(`run:${session.id}:${id}`, over);
    }
    const counts = countLooks(two);
    await there.post(cancelled("nobody's"));
    await counts.looked;
    expect(counts.records).toBe(0);
    await there.post(cancelled(1));
    await nodes.lapse();
    expect(counts.records).toBeLessThanOrEqual(2);
    expect(await runs(nodes)).toBe(301);
  });

  it("is looked for once when it is unknown, and never by what is no id", async () => {
    const { nodes, two, there } = await begin();
    const counts = countLooks(two);
    for (const id of [null, undefined, {}, [1], 1.5]) await there.post(cancelled(id));
    await there.post(cancelled("nobody's"));
    await counts.looked;
    await nodes.lapse();
    expect(counts.looks).toBe(1);
  });

  it("is looked for by one at a time, however often it is cancelled, and not for ever", async () => {
    const { nodes, one, two, there } = await begin("2025-03-26");
    // Its node lives and cannot forget it.
    one.engine.records.remove = async () => {
      throw new Error("The disk is full.");
    };
    const counts = countLooks(two);
    await there.post(Array.from({ length: 50 }, () => cancelled(1)));
    await counts.looked;
    await settle();
    expect(counts.looks).toBe(2);
    await nodes.lapse();
    await nodes.lapse();
    const { looks } = counts;
    expect(looks).toBeLessThanOrEqual(6);
    await nodes.lapse();
    expect(counts.looks).toBe(looks);
  });

  it("is forgotten by its node at the next look, when it could not be at once", async () => {
    const { nodes, one, session } = await begin();
    const { remove } = one.engine.records;
    const tried = gate();
    one.engine.records.remove = async () => {
      one.engine.records.remove = remove;
      tried.open();
      throw new Error("The disk is full.");
    };
    await session.post(cancelled(1));
    await tried.opened;
    await nodes.lapse();
    expect(await runs(nodes)).toBe(1);
  });

  it("is forgotten when its node is dead and only seemed to live", async () => {
    const { nodes, one, there } = await begin();
    one.kill();
    await there.post(cancelled(1));
    await nodes.lapse();
    expect(await runs(nodes)).toBe(1);
  });
});
