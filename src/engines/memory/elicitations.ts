// Elicitations in memory, found by id, by key, by status and by deadline.

import type { Clock } from "../../core/clock.js";
import type {
  ElicitationChange,
  ElicitationFilter,
  ElicitationRecord,
  ElicitationStore,
} from "../../core/engine/elicitations.js";
import { BeckonError } from "../../core/errors.js";
import { createAgenda } from "./agenda.js";
import { createChangeFeed } from "./change-feed.js";
import { CreationOrder, ElicitationEntry, isOpenStatus } from "./elicitation-entry.js";
import type { Gate } from "./gate.js";
import { requirePositive } from "./require-positive.js";
import type { Synchronous } from "./synchronous.js";

/** How much of the change feed is kept. */
export interface MemoryElicitationsOptions {
  /** How many events the change feed keeps; older ones are gone. @default 100000 */
  readonly maxChanges?: number;
}

const defaults = { maxChanges: 100_000 };

/** Creates the elicitations of a memory engine. */
export function createMemoryElicitations(
  gate: Gate,
  clock: Clock,
  options: MemoryElicitationsOptions = {},
): Synchronous<ElicitationStore> {
  const { maxChanges } = { ...defaults, ...options };
  requirePositive({ maxChanges });
  let byId = new Map<string, ElicitationEntry>();
  /** Only those whose key is not their id: most have no key of their own, and a Map's entry is not free. */
  let byKey = new Map<string, ElicitationEntry>();
  let order = new CreationOrder();
  let expiring = createAgenda(clock);
  let forgetting = createAgenda(clock);
  let feed = createChangeFeed(maxChanges);
  gate.whenClosed(() => {
    byId = new Map();
    byKey = new Map();
    order = new CreationOrder();
    expiring = createAgenda(clock);
    forgetting = createAgenda(clock);
    feed = createChangeFeed(maxChanges);
  });

  function findByKey(key: string): ElicitationEntry | undefined {
    const entry = byKey.get(key) ?? byId.get(key);
    return entry?.record.key === key ? entry : undefined;
  }

  /** An entry waits for one instant at a time: an open one to expire, a final one to be forgotten. */
  function enter(entry: ElicitationEntry): void {
    const { expiresAt, forgetAt } = entry.record;
    const at = entry.isOpen ? expiresAt : forgetAt;
    if (at === undefined) entry.leave();
    else (entry.isOpen ? expiring : forgetting).enter(entry, at);
  }

  function remove(entry: ElicitationEntry): void {
    byId.delete(entry.record.id);
    if (entry.record.key !== entry.record.id) byKey.delete(entry.record.key);
    order.remove(entry);
    entry.leave();
  }

  return {
    create(record) {
      gate.check();
      const known = findByKey(record.key);
      if (known !== undefined) return { record: known.record, created: false };
      if (byId.has(record.id)) {
        throw new BeckonError(
          "invalid-arguments",
          `Elicitation ${record.id} exists. Give every one a new id.`,
        );
      }
      const entry = new ElicitationEntry(record);
      byId.set(record.id, entry);
      if (record.key !== record.id) byKey.set(record.key, entry);
      order.add(entry);
      enter(entry);
      feed.add(record, record.createdAt);
      return { record, created: true };
    },
    get(id) {
      gate.check();
      return byId.get(id)?.record;
    },
    change(id, ifVersion, change, at) {
      gate.check();
      const entry = byId.get(id);
      if (entry === undefined || entry.record.version !== ifVersion) return undefined;
      const wasOpen = entry.isOpen;
      const record = changed(entry.record, change);
      if (!wasOpen && isOpenStatus(record.status)) {
        throw new BeckonError("invalid-arguments", `Elicitation ${id} is final. It cannot be opened again.`);
      }
      entry.record = record;
      if (wasOpen && !entry.isOpen) order.settle(entry);
      enter(entry);
      feed.add(record, at);
      return record;
    },
    list(filter, after, limit) {
      gate.check();
      const start = after === undefined ? undefined : byId.get(after);
      if (after !== undefined && start === undefined) return [];
      const listed: ElicitationRecord[] = [];
      const onlyOpen = filter.status?.every(isOpenStatus) ?? false;
      for (const { record } of onlyOpen ? order.openAfter(start) : order.after(start)) {
        if (listed.length >= limit) break;
        if (matches(record, filter)) listed.push(record);
      }
      return listed;
    },
    due(at, limit) {
      gate.check();
      return expiring
        .due(at, limit)
        .flatMap((entry) => (entry instanceof ElicitationEntry ? entry.record : []));
    },
    forget(at, limit) {
      gate.check();
      const forgettable = forgetting.due(at, limit);
      for (const entry of forgettable) {
        if (entry instanceof ElicitationEntry) remove(entry);
      }
      return forgettable.length;
    },
    changes(after, limit) {
      gate.check();
      return feed.read(after, limit);
    },
  };
}

/** Written out field by field, since it is on the way of every answer and a spread costs four times as much. */
function changed(record: ElicitationRecord, change: ElicitationChange): ElicitationRecord {
  return {
    id: record.id,
    key: record.key,
    mode: record.mode,
    status: change.status ?? record.status,
    audience: record.audience,
    asker: record.asker,
    tags: record.tags,
    createdAt: record.createdAt,
    expiresAt: "expiresAt" in change ? change.expiresAt : record.expiresAt,
    forgetAt: "forgetAt" in change ? change.forgetAt : record.forgetAt,
    version: record.version + 1,
    body: change.body ?? record.body,
    outcome: "outcome" in change ? change.outcome : record.outcome,
  };
}

function matches(record: ElicitationRecord, filter: ElicitationFilter): boolean {
  return (
    (filter.status === undefined || filter.status.includes(record.status)) &&
    (filter.audience === undefined || filter.audience === record.audience) &&
    (filter.asker === undefined || filter.asker === record.asker) &&
    (filter.tag === undefined || record.tags.includes(filter.tag))
  );
}
