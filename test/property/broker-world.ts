// Several nodes, each with a broker, on one engine: their calls take their time, fail now and then, and nodes stand still.

import { type Broker, type BrokerEvent, createBroker, type Lease } from "../../src/broker/index.js";
import type { Clock, Engine, Logger } from "../../src/index.js";
import type { FakeClock } from "../../src/testing/fake-clock.js";

/** What the engine does to a call: nothing, fail before it took effect, or lose its reply. */
export type Mishap = "none" | "refused" | "reply lost";

export interface WorldOptions {
  readonly engine: Engine;
  readonly clock: FakeClock;
  readonly nodes: number;
  /** How many turns calls wait, one after the other, and again from the first. */
  readonly delays: readonly number[];
  readonly mishaps: readonly Mishap[];
}

export const LEASE_MS = 3_000;
export const MAX_OPEN = 4;
export const BUSY = "The engine is busy.";
/** How often the engine fails in one story. */
const MOST_MISHAPS = 40;

const silent: Logger = { debug() {}, info() {}, warn() {}, error() {} };

export interface Node {
  readonly broker: Broker;
  /** The numbers of the events that its watcher has seen. */
  readonly seen: number[];
  lease: Lease | undefined;
  /** What it let go of. */
  readonly released: Set<string>;
  /** All of its leases. */
  readonly leases: Set<string>;
  isAsleep: boolean;
  isKilled: boolean;
  /** When it last ended a sleep of such a length that its leases may have been taken away: by `World.order`. */
  silentUntil: number;
  /** When creations were begun that made something on one of its leases, by id and lease. */
  readonly made: Map<string, number>;
  sleep(): void;
  awake(): void;
}

export interface World {
  readonly nodes: readonly Node[];
  /** Calls that are under way on nodes that are awake. */
  readonly underWay: () => number;
  /** Counts: what is begun after something else has the higher number. */
  order(): number;
  /** What was done to leases that must not be done to any. */
  readonly wrongs: readonly string[];
  calm(): void;
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Lets everything happen that can happen without time. */
export async function settle(world: World): Promise<void> {
  for (let quiet = 0, turns = 0; quiet < 5 && turns < 5_000; turns += 1) {
    await turn();
    quiet = world.underWay() === 0 ? quiet + 1 : 0;
  }
}

const LEASES = "elicitation-lease:";

/**
 * The records as all nodes see them, and what was done wrong: a lease that is over stays so, and is known to be for as
 * long as something may still be hung on it.
 */
function watchLeases(records: Engine["records"], clock: Clock): [Engine["records"], readonly string[]] {
  const wrongs: string[] = [];
  const overSince = new Map<string, number>();
  return [
    {
      ...records,
      async put(key, value, options) {
        const isOver = value.startsWith("-");
        const version = await records.put(key, value, options);
        if (!key.startsWith(LEASES) || version === undefined) return version;
        if (overSince.has(key) && !isOver) wrongs.push(`${key} was over, and was renewed`);
        if (isOver) overSince.set(key, Math.min(-Number(value), overSince.get(key) ?? clock.now()));
        return version;
      },
      async remove(key, ifVersion) {
        const isRemoved = await records.remove(key, ifVersion);
        const since = overSince.get(key) ?? Number.POSITIVE_INFINITY;
        if (key.startsWith(LEASES) && isRemoved && clock.now() - since < LEASE_MS)
          wrongs.push(`${key} was forgotten too soon`);
        // Everything that hung on it is gone: it may begin anew.
        if (isRemoved) overSince.delete(key);
        return isRemoved;
      },
    },
    wrongs,
  ];
}

export function createWorld({ engine, clock, nodes, delays, mishaps }: WorldOptions): World {
  const [records, wrongs] = watchLeases(engine.records, clock);
  let calls = 0;
  let left = MOST_MISHAPS;
  let isCalm = false;
  let underWay = 0;
  let begun = 0;
  const order = (): number => {
    begun += 1;
    return begun;
  };

  function createNode(): Node {
    const late: (() => void)[] = [];
    const sleepers: (() => void)[] = [];
    let asleepSince = 0;
    const ownClock: Clock = {
      now: () => clock.now(),
      setTimer: (delayMs, wake) =>
        clock.setTimer(delayMs, () => void (node.isAsleep ? late.push(wake) : wake())),
    };

    async function whileAwake(): Promise<void> {
      while (node.isAsleep) {
        underWay -= 1;
        await new Promise<void>((wake) => void sleepers.push(wake));
        underWay += 1;
      }
    }

    const through =
      <Given extends unknown[], Value>(method: (...given: Given) => Value | Promise<Value>) =>
      async (...given: Given): Promise<Value> => {
        calls += 1;
        // Those who insist may be as many calls apart as the mishaps are: in the end each gets through.
        const mishap = isCalm || left === 0 ? "none" : (mishaps[calls % mishaps.length] ?? "none");
        if (mishap !== "none") left -= 1;
        const isLease = String(given[0]).startsWith(LEASES);
        underWay += 1;
        try {
          for (let turns = delays[calls % delays.length] ?? 0; turns > 0; turns -= 1) await turn();
          await whileAwake();
          // A lease whose renewals fail lapses, as it should: that is not what is looked for.
          if (mishap === "refused" && !isLease) throw new Error(BUSY);
          const value = await method(...given);
          await whileAwake();
          if (mishap === "reply lost") throw new Error(BUSY);
          return value;
        } finally {
          underWay -= 1;
        }
      };

    const all = <T extends object>(store: T): T =>
      Object.fromEntries(
        Object.entries(store).map(([name, method]) => [name, through(method as () => unknown)]),
        // Every method is there, only later.
      ) as T;

    const own: Engine = { ...engine, elicitations: all(engine.elicitations), records: all(records) };
    const broker = createBroker({
      engine: own,
      clock: ownClock,
      logger: silent,
      keys: ["k".repeat(32)],
      limits: { perMinute: 60_000, maxOpen: MAX_OPEN },
      leaseMs: LEASE_MS,
      sweepMs: 1_000,
      rereadMs: 500,
    });
    const node: Node = {
      broker,
      seen: [],
      lease: undefined,
      released: new Set(),
      leases: new Set(),
      isAsleep: false,
      isKilled: false,
      silentUntil: 0,
      made: new Map(),
      sleep() {
        if (!node.isAsleep) asleepSince = clock.now();
        node.isAsleep = true;
      },
      awake() {
        if (node.isAsleep && clock.now() - asleepSince > LEASE_MS / 2) node.silentUntil = order();
        node.isAsleep = false;
        for (const wake of [...late.splice(0), ...sleepers.splice(0)]) wake();
      },
    };
    void watchOn(node);
    return node;
  }

  return {
    nodes: Array.from({ length: nodes }, createNode),
    underWay: () => underWay,
    order,
    wrongs,
    calm() {
      isCalm = true;
    },
  };
}

/** Watches from the first event on, whatever the engine does meanwhile. */
async function watchOn({ broker, seen }: Node): Promise<void> {
  for (;;) {
    try {
      const events: AsyncIterable<BrokerEvent> = broker.watch({ after: seen.at(-1) ?? 0 });
      for await (const { number } of events) seen.push(number);
      return;
    } catch (error) {
      if (!(error instanceof Error && error.message === BUSY)) throw error;
    }
  }
}
