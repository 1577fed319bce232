// The contract suite for engines: every rule of the six contracts, for any engine and any test runner.

import { randomUUID } from "node:crypto";
import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { busRules } from "./engine-contract/bus.js";
import { durabilityRules } from "./engine-contract/durability.js";
import { elicitationRules } from "./engine-contract/elicitations.js";
import { engineRules } from "./engine-contract/engine.js";
import { eventLogRules } from "./engine-contract/event-log.js";
import { limitRules } from "./engine-contract/limits.js";
import { nodeRules } from "./engine-contract/nodes.js";
import { recordRules } from "./engine-contract/records.js";
import type { Rule } from "./engine-contract/rule.js";
import { sessionRules } from "./engine-contract/sessions.js";
import { createFakeClock } from "./fake-clock.js";

/** What the suite asks of the engine that it is given. */
export interface EngineContractSetup {
  /** Names the state: engines that are opened with the same name share it, where they can, and no others do. */
  readonly name: string;
  /** The engine takes its time from here. */
  readonly clock: Clock;
  /** The event log keeps this many events of a stream, and no fewer for another reason. */
  readonly maxEventsPerStream: number;
  /** The event log keeps a stream this long after its end. */
  readonly retentionMs: number;
}

/** What the suite checks. */
export interface EngineContractOptions {
  /** Opens an engine that has the given settings, and is empty when its name is new. The suite closes it. */
  readonly create: (setup: EngineContractSetup) => MaybePromise<Engine>;
  /** Checks also that two engines of one name are nodes of one service. For those that are `shared`. @default false */
  readonly shared?: boolean;
  /** Checks also that an engine finds what an earlier one of its name has kept. For those that are `durable`. @default false */
  readonly durable?: boolean;
}

/** One rule of the contracts. */
export interface EngineContractCase {
  /** The contract it belongs to: `"sessions"`, `"records"` and so on. */
  readonly part: string;
  /** The rule, as a sentence. */
  readonly title: string;
  /** Opens an engine, checks the rule with `node:assert`, and closes the engine. Rejects when the rule is broken. */
  run(): Promise<void>;
}

const LONG_MS = 2 ** 30;

const settings = { maxEventsPerStream: 8, retentionMs: 60_000 };

const parts: Readonly<Record<string, readonly Rule[]>> = {
  engine: engineRules,
  sessions: sessionRules,
  events: eventLogRules,
  records: recordRules,
  bus: busRules,
  limits: limitRules,
  elicitations: elicitationRules,
};

/**
 * The rules that every engine keeps, as cases for the test runner of your choice.
 *
 * @example
 * for (const { part, title, run } of engineContract({ create: ({ clock }) => createMyEngine({ clock }) })) {
 *   test(`${part}: ${title}`, run);
 * }
 */
export function engineContract(options: EngineContractOptions): readonly EngineContractCase[] {
  const { shared = false, durable = false } = options;
  const checked = {
    ...parts,
    ...(shared ? { nodes: nodeRules } : {}),
    ...(durable ? { durability: durabilityRules } : {}),
  };
  return Object.entries(checked).flatMap(([part, rules]) =>
    rules.map((rule) => ({ part, title: rule.title, run: () => runRule(rule, options) })),
  );
}

async function runRule(rule: Rule, options: EngineContractOptions): Promise<void> {
  const { shared = false, durable = false } = options;
  const clock = createFakeClock({ now: 1_000_000 });
  const name = randomUUID();
  const opened: Engine[] = [];
  // Engines do not keep a process alive, and a runner that sees nothing to wait for ends before the case does.
  const awake = setInterval(() => {}, LONG_MS);
  const open = async (): Promise<Engine> => {
    const engine = await options.create({ name, clock, ...settings });
    opened.push(engine);
    return engine;
  };
  try {
    const engine = await open();
    await rule.check({ engine, again: open, checks: { shared, durable }, clock, ...settings });
  } finally {
    try {
      for (const engine of opened) await engine.close();
    } finally {
      clearInterval(awake);
    }
  }
}
