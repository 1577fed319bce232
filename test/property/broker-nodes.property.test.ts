// Nodes that stand still or die, on an engine that fails now and then: nobody waits in vain, and nothing is orphaned.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewElicitation } from "../../src/broker/index.js";
import type { Answer } from "../../src/core/elicitation/answer.js";
import type { ElicitationEvent, ElicitationRecord, Engine } from "../../src/index.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";
import { asker } from "../broker/stage.js";
import { brokerEngines, type OpenEngine } from "./broker-engines.js";
import {
  BUSY,
  createWorld,
  LEASE_MS,
  MAX_OPEN,
  type Mishap,
  type Node,
  settle,
  type World,
} from "./broker-world.js";

const NODES = 3;
const ids = ["a", "b", "c", "d", "e", "f"];
const schema: NonNullable<NewElicitation["schema"]> = {
  type: "object",
  properties: { guests: { type: "integer" }, pin: { type: "secret" } },
  required: ["guests"],
};

type Step =
  | {
      readonly kind: "create";
      readonly id: string;
      readonly isLeased: boolean;
      readonly timeoutMs: number | undefined;
      readonly who: string | undefined;
    }
  | { readonly kind: "accept" | "decline" | "withdraw" | "claim" | "redact" | "wait"; readonly id: string }
  | { readonly kind: "release" | "sleep" | "awake" };

const id = fc.constantFrom(...ids);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      id,
      isLeased: fc.boolean(),
      timeoutMs: fc.constantFrom(undefined, undefined, 1_500),
      who: fc.constantFrom("ada", undefined),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom("accept", "decline", "withdraw", "claim", "redact", "wait"),
      id,
    }) as fc.Arbitrary<Step>,
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom("release", "sleep", "awake") }) as fc.Arbitrary<Step>,
  },
);

/** What nodes do at once, and how much time passes afterwards. */
const phase = fc.record({
  acts: fc.array(fc.record({ node: fc.nat(NODES - 1), step }), { maxLength: 6 }),
  passMs: fc.constantFrom(0, 400, 1_100, 4_000),
});
const story = fc.record({
  phases: fc.array(phase, { minLength: 1, maxLength: 6 }),
  killed: fc.subarray([1, 2]),
  delays: fc.array(fc.nat(3), { minLength: 1, maxLength: 11 }),
  mishaps: fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant<Mishap>("none") },
      { weight: 1, arbitrary: fc.constantFrom<Mishap>("refused", "reply lost") },
    ),
    { minLength: 1, maxLength: 23 },
  ),
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

interface Waiting {
  readonly node: Node;
  readonly id: string;
  answer?: Answer | undefined;
  isTold: boolean;
}

/** Does it again for as long as the engine fails. */
async function insist<T>(work: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && error.message === BUSY)) throw error;
    }
  }
}

async function play(
  world: World,
  node: Node,
  given: Step,
  waits: Waiting[],
  redacted: Set<string>,
): Promise<void> {
  const { broker } = node;
  switch (given.kind) {
    case "create":
      return create(world, node, given, waits);
    case "wait": {
      const waiting: Waiting = { node, id: given.id, isTold: false };
      if ((await insist(() => broker.get(given.id))) === undefined) return;
      waits.push(waiting);
      try {
        waiting.answer = await insist(() => broker.wait(given.id));
        waiting.isTold = true;
      } catch (error) {
        // The end of the story.
        if ((error as { code?: string }).code !== "closed") throw error;
      }
      return;
    }
    case "accept":
      await insist(() =>
        broker.settle(given.id, { action: "accept", content: { guests: 1, pin: "0000" } }, { key: "k" }),
      );
      return;
    case "decline":
      await insist(() => broker.settle(given.id, { action: "decline" }, { key: "k" }));
      return;
    case "withdraw":
      await insist(() => broker.withdraw(given.id, "over"));
      return;
    case "claim":
      await insist(() => broker.claim(given.id, { by: "ada", forMs: 700 }));
      return;
    case "redact": {
      const isEnded = (await insist(() => broker.getAnswer(given.id))) !== undefined;
      await insist(() => broker.redact(given.id));
      if (isEnded) redacted.add(given.id);
      return;
    }
    case "release": {
      const { lease } = node;
      node.lease = undefined;
      if (lease === undefined) return;
      node.released.add(lease.id);
      await insist(() => lease.release("let go"));
      return;
    }
    case "sleep":
      return node.sleep();
    case "awake":
      return node.awake();
  }
}

async function create(
  world: World,
  node: Node,
  given: Extract<Step, { kind: "create" }>,
  waits: Waiting[],
): Promise<void> {
  const { isLeased, timeoutMs, who } = given;
  if (isLeased && node.lease === undefined) {
    const lease = await insist(() => node.broker.lease());
    node.leases.add(lease.id);
    node.lease ??= lease;
  }
  const lease = isLeased ? node.lease?.id : undefined;
  const asked: NewElicitation = {
    id: given.id,
    message: "How many?",
    schema,
    asker: { ...asker, principalId: who },
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(lease !== undefined && { lease }),
  };
  try {
    let begunAt = 0;
    const creation = await insist(() => {
      begunAt = world.order();
      return node.broker.create(asked);
    });
    if (!creation.ok) return;
    if (creation.created && lease !== undefined) node.made.set(madeName(given.id, lease), begunAt);
    void play(world, node, { kind: "wait", id: given.id }, waits, new Set());
  } catch (error) {
    // Its lease was let go of, or taken away.
    if ((error as { code?: string }).code !== "invalid-arguments") throw error;
    if (node.lease?.id === lease) node.lease = undefined;
  }
}

const madeName = (of: string, lease: string): string => `${of} ${lease}`;

async function pass(world: World, clock: ReturnType<typeof createFakeClock>, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) {
    await clock.advance(Math.min(left, 500));
    await settle(world);
  }
}

async function check(open: OpenEngine, { phases, killed, delays, mishaps }: Story): Promise<void> {
  const clock = createFakeClock({ now: 1_000_000 });
  const { engine, close } = await open(clock);
  const world = createWorld({ engine, clock, nodes: NODES, delays, mishaps });
  const { nodes } = world;
  const waits: Waiting[] = [];
  const redacted = new Set<string>();
  const failures: unknown[] = [];
  try {
    for (const { acts, passMs } of phases) {
      for (const { node: index, step: given } of acts) {
        const node = nodes[index];
        if (node === undefined) continue;
        play(world, node, given, waits, redacted).catch((error) => void failures.push(error));
      }
      await settle(world);
      await pass(world, clock, passMs);
    }
    world.calm();
    nodes.forEach((node, index) => {
      if (killed.includes(index)) {
        node.isKilled = true;
        node.silentUntil = Number.POSITIVE_INFINITY;
        node.sleep();
      } else node.awake();
    });
    await settle(world);
    await pass(world, clock, 4 * LEASE_MS);
    await settle(world);
    expect(failures).toEqual([]);
    expect(world.wrongs).toEqual([]);
    const records = await Promise.all(ids.map((one) => engine.elicitations.get(one)));
    const found = records.filter((record) => record !== undefined);
    const events = await engine.elicitations.changes(0, 100_000);
    await checkLeases(engine, clock.now(), nodes, found);
    await checkWaits(nodes, waits, found);
    checkFeed(events, found);
    for (const { isKilled, seen } of nodes)
      if (!isKilled) expect(seen).toEqual(events.map(({ number }) => number));
    for (const one of redacted)
      expect(JSON.stringify(await nodes[0]?.broker.getAnswer(one))).not.toContain("0000");
  } finally {
    for (const node of nodes) node.awake();
    await Promise.all(nodes.map(({ broker }) => broker.close()));
    await settle(world);
    await close();
  }
}

/**
 * What is open hangs on no lease, or on one that somebody alive holds; and nobody lost anything that they made after they
 * were last silent.
 */
async function checkLeases(
  engine: Engine,
  now: number,
  nodes: readonly Node[],
  found: readonly ElicitationRecord[],
): Promise<void> {
  for (const { id: of, status, lease } of found) {
    if (lease === undefined) continue;
    const owner = nodes.find(({ leases }) => leases.has(lease));
    const kept = await nodes[0]?.broker.get(of);
    if (status === "pending" || status === "active") {
      const record = await engine.records.get(`elicitation-lease:${lease}`);
      expect([of, owner?.isKilled, owner?.released.has(lease)]).toEqual([of, false, false]);
      expect(Number(record?.value)).toBeGreaterThan(now);
    } else if (kept?.settled?.reason === "The asker has gone." && owner?.released.has(lease) !== true)
      expect(owner?.silentUntil, `the last silence of who made ${of}`).toBeGreaterThan(
        owner?.made.get(madeName(of, lease)) ?? 0,
      );
  }
}

/** Who waits on a node that is alive has been told what came of it, and nothing while it is open. */
async function checkWaits(
  nodes: readonly Node[],
  waits: readonly Waiting[],
  found: readonly ElicitationRecord[],
): Promise<void> {
  for (const { node, id: of, answer, isTold } of waits) {
    if (node.isKilled) continue;
    const final = await nodes[0]?.broker.getAnswer(of);
    expect([of, isTold]).toEqual([of, final !== undefined]);
    if (final?.action === "accept") expect(answer).toMatchObject(final);
    else if (final !== undefined) expect(answer).toEqual(final);
  }
  expect(found.length).toBeLessThanOrEqual(ids.length);
}

/** One version at a time; what is over stays so; and never are more open than may be. */
function checkFeed(events: readonly ElicitationEvent[], found: readonly ElicitationRecord[]): void {
  const last = new Map<
    string,
    { readonly version: number; readonly isOpen: boolean; readonly status: string }
  >();
  for (const { id: of, version, status } of events) {
    const isOpen = status === "pending" || status === "active";
    const before = last.get(of);
    expect(version).toBe((before?.version ?? 0) + 1);
    if (before?.isOpen === false) expect(status).toBe(before.status);
    last.set(of, { version, isOpen, status });
    for (const who of ["ada", undefined]) {
      const open = found.filter((one) => one.principal === who && last.get(one.id)?.isOpen);
      expect(open.length).toBeLessThanOrEqual(MAX_OPEN);
    }
  }
}

describe.each(brokerEngines)("on %s", (name, open) => {
  test("nobody waits in vain, nothing is orphaned, and nobody who is awake loses anything", {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(story, (given) => check(open, given)),
      { numRuns: name === "memory" ? 100 : 5 },
    );
  });
});
