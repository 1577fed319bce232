// Brokers on one engine, acting at once in any order of its calls, say what a pure model says in the order of their last one.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Broker,
  type Change,
  type Creation,
  createBroker,
  type KeptElicitation,
  type NewElicitation,
} from "../../src/broker/index.js";
import { BeckonError, type Clock, type Engine, type MaybePromise } from "../../src/index.js";
import { asker, guests } from "../broker/stage.js";
import { brokerEngines, type OpenEngine } from "./broker-engines.js";
import { type Act, BrokerModel, type ModelLimits, type Said } from "./broker-model.js";

const actors = ["ada", "bob", "eve"];
const ids = ["one", "two", "three"];
const id = fc.constantFrom(...ids);
const key = fc.option(fc.constantFrom("k1", "k2"), { nil: undefined });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    kind: fc.constant("create" as const),
    id,
    createKey: key,
    timeoutMs: fc.option(fc.constantFrom(100, 1_000), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant("accept" as const), id, guests: fc.constantFrom(1, 2, 99), key }),
  fc.record({ kind: fc.constantFrom("decline" as const, "cancel" as const), id, key }),
  fc.record({ kind: fc.constant("withdraw" as const), id }),
  fc.record({ kind: fc.constant("claim" as const), id, forMs: fc.constantFrom(50, 500) }),
  fc.record({ kind: fc.constant("get" as const), id }),
);
/** Few enough that both of them are reached. */
const limits: fc.Arbitrary<ModelLimits> = fc.record({
  perMinute: fc.constantFrom(1, 150),
  burst: fc.constantFrom(1, 2, 10),
  maxOpen: fc.constantFrom(1, 2, 10),
});

type Phase = { readonly passMs: number; readonly acts: readonly (readonly Act[])[] };

/** What each actor does at once with the others, and how much time passes before. */
const phase: fc.Arbitrary<Phase> = fc.record({
  passMs: fc.constantFrom(0, 60, 400),
  acts: fc.tuple(...actors.map(() => fc.array(act, { maxLength: 4 }))),
});

async function perform(broker: Broker, actor: string, given: Act): Promise<Said> {
  switch (given.kind) {
    case "create": {
      const { createKey, timeoutMs } = given;
      const asked = { id: given.id, message: "How many?", schema: guests, asker };
      const more = { ...(createKey && { key: createKey }), ...(timeoutMs && { timeoutMs }) };
      return create(broker, { ...asked, ...more });
    }
    case "accept":
    case "decline":
    case "cancel": {
      const answer =
        given.kind === "accept"
          ? ({ action: "accept", content: { guests: given.guests } } as const)
          : ({ action: given.kind } as const);
      return said(await broker.settle(given.id, answer, { by: actor, ...(given.key && { key: given.key }) }));
    }
    case "withdraw":
      return said(await broker.withdraw(given.id, "over"));
    case "claim":
      return said(await broker.claim(given.id, { by: actor, forMs: given.forMs }));
    case "get": {
      const kept = await broker.get(given.id);
      return kept === undefined ? { ok: false } : { ok: true, ...shown(kept) };
    }
  }
}

async function create(broker: Broker, given: NewElicitation): Promise<Said> {
  try {
    return said(await broker.create(given));
  } catch (error) {
    if (error instanceof BeckonError && error.code === "invalid-arguments")
      return { ok: false, reason: "exists" };
    throw error;
  }
}

function said(outcome: Change | Creation): Said {
  if (outcome.ok) {
    const { ok, elicitation } = outcome;
    return "created" in outcome
      ? { ok, created: outcome.created, ...shown(elicitation) }
      : { ok, again: outcome.again, ...shown(elicitation) };
  }
  const { ok, reason } = outcome;
  if (reason === "limited") return { ok, reason, retryAfterMs: outcome.retryAfterMs };
  return "elicitation" in outcome ? { ok, reason, ...shown(outcome.elicitation) } : { ok, reason };
}

const shown = ({ id: shownId, status, settled, version, expiresAt }: KeptElicitation) => ({
  id: shownId,
  status,
  by: settled?.by,
  version,
  expiresAt,
});

/** The engine as one actor sees it: each call waits for its turn, and is noted with whether it changed anything. */
function scheduled(engine: Engine, scheduler: fc.Scheduler, note: (hasChanged: boolean) => void): Engine {
  const { elicitations } = engine;
  const later =
    <Given extends unknown[], Value>(
      method: (...given: Given) => MaybePromise<Value>,
      isChange: (value: Value) => boolean = () => false,
    ) =>
    async (...given: Given): Promise<Value> => {
      await scheduler.schedule(Promise.resolve());
      return oneAtATime(engine, async () => {
        try {
          const value = await method(...given);
          note(isChange(value));
          return value;
        } catch (error) {
          note(false);
          throw error;
        }
      });
    };
  return {
    ...engine,
    elicitations: {
      ...elicitations,
      get: later(elicitations.get),
      change: later(elicitations.change, (record) => record !== undefined),
      create: later(elicitations.create, ({ created }) => created),
    },
  };
}

const busy = new WeakMap<Engine, Promise<unknown>>();

/** What is asked of an engine takes effect in the order in which the scheduler gave turns. */
function oneAtATime<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  const done = (busy.get(engine) ?? Promise.resolve()).then(work, work);
  busy.set(
    engine,
    done.catch(() => {}),
  );
  return done;
}

async function check(
  open: OpenEngine,
  scheduler: fc.Scheduler,
  limits: ModelLimits | undefined,
  phases: readonly Phase[],
): Promise<void> {
  let now = 1_000_000;
  // No timer ever wakes anybody: deadlines are found by whoever comes too late.
  const clock: Clock = { now: () => now, setTimer: () => ({ cancel() {} }) };
  const { engine, close } = await open(clock);
  const keys = ["k".repeat(32)];
  const model = new BrokerModel(limits);
  const observer = createBroker({ engine, clock, limits: false, keys });
  let ticks = 0;
  /** When each actor's act took place: at its last change, which it may only look at afterwards, else at its end. */
  const took = new Map<string, { readonly tick: number; readonly hasChanged: boolean }>();
  const brokers = actors.map((actor) => {
    const seen = scheduled(engine, scheduler, (hasChanged) => {
      ticks += 1;
      if (hasChanged || took.get(actor)?.hasChanged !== true) took.set(actor, { tick: ticks, hasChanged });
    });
    return createBroker({ engine: seen, clock, limits: limits ?? false, keys });
  });
  try {
    for (const { passMs, acts } of phases) {
      now += passMs;
      const done: {
        readonly tick: number;
        readonly actor: string;
        readonly act: Act;
        readonly said: Said;
      }[] = [];
      const working = actors.map(async (actor, index) => {
        const broker = brokers[index];
        for (const one of acts[index] ?? []) {
          if (broker === undefined) continue;
          took.delete(actor);
          const answer = await perform(broker, actor, one);
          done.push({ tick: took.get(actor)?.tick ?? 0, actor, act: one, said: answer });
        }
      });
      await scheduler.waitFor(Promise.all(working));
      for (const one of done.toSorted((a, b) => a.tick - b.tick))
        expect([one.act, one.said]).toEqual([one.act, model.apply(one.act, one.actor, now)]);
    }
    await checkFeed(engine);
    for (const one of ids) {
      const expected = model.answer(one);
      if (expected === undefined) continue;
      expect(await observer.getAnswer(one)).toEqual(expected);
      expect(await observer.wait(one)).toEqual(expected);
    }
  } finally {
    await Promise.all([observer, ...brokers].map((broker) => broker.close()));
    await close();
  }
}

/** Every elicitation is told of in order, one version at a time, and nothing comes after its end. */
async function checkFeed(engine: Engine): Promise<void> {
  const open = ["pending", "active"];
  const last = new Map<string, { version: number; status: string }>();
  for (const { id: of, version, status } of await engine.elicitations.changes(0, 10_000)) {
    const before = last.get(of) ?? { version: 0, status: "pending" };
    expect(version).toBe(before.version + 1);
    expect(open).toContain(before.status);
    last.set(of, { version, status });
  }
}

describe.each(brokerEngines)("on %s", (name, open) => {
  const runs = name === "memory" ? 200 : 50;
  test("whatever order the engine serves several brokers in, they say what the model says", {
    timeout: 60_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.option(limits, { nil: undefined }),
        fc.array(phase, { minLength: 1, maxLength: 4 }),
        (scheduler, chosen, phases) => check(open, scheduler, chosen, phases),
      ),
      { numRuns: runs },
    );
  });
});
