// Elicitations in memory, found by id, by key, by status and by deadline.

import type { Clock } from "../../core/clock.js";
import { changeElicitation, isOpenStatus } from "../../core/engine/change-elicitation.js";
import type {
  ElicitationFilter,
  ElicitationRecord,
  ElicitationStore,
} from "../../core/engine/elicitations.js";
import type { LimitStore } from "../../core/engine/limits.js";
import { requirePositive } from "../../core/engine/require-positive.js";
import { BeckonError } from "../../core/errors.js";
import { createAgenda } from "./agenda.js";
import { createChangeFeed } from "./change-feed.js";
import { CreationOrder, ElicitationEntry } from "./elicitation-entry.js";
import { EntryIndex } from "./entry-index.js";
import type { Gate } from "./gate.js";
import { OpenCounts } from "./open-counts.js";
import type { Synchronous } from "./synchronous.js";

/** How much is kept of what is over. What is open is never forgotten. */
export interface MemoryElicitationsOptions {
  /** How many events the change feed keeps; older ones are gone. @default 100000 */
  readonly maxChanges?: number;
  /** How many final elicitations are kept; those that are forgotten soonest anyway go first. @default 10000 */
  readonly maxFinal?: number;
}

const defaults = { maxChanges: 100_000, maxFinal: 10_000 };

/** Creates the elicitations of a memory engine. */
export function createMemoryElicitations(
  gate: Gate,
  clock: Clock,
  limits: Synchronous<LimitStore>,
  options: MemoryElicitationsOptions = {},
): Synchronous<ElicitationStore> {
  const { maxChanges, maxFinal } = { ...defaults, ...options };
  requirePositive("memory", { maxChanges, maxFinal });
  let byId = new Map<string, ElicitationEntry>();
  /** Only those whose key is not their id: most have no key of their own, and a Map's entry is not free. */
  let byKey = new Map<string, ElicitationEntry>();
  let order = new CreationOrder();
  let expiring = createAgenda(clock);
  let forgetting = createAgenda(clock);
  let feed = createChangeFeed(maxChanges);
  let open = new OpenCounts();
  /** Open ones, by their lease. */
  let leased = new EntryIndex();
  /** Those that are active, which are as few as the people who look at one. */
  let active = new EntryIndex();
  let finals = 0;
  gate.whenClosed(() => {
    byId = new Map();
    byKey = new Map();
    order = new CreationOrder();
    expiring = createAgenda(clock);
    forgetting = createAgenda(clock);
    feed = createChangeFeed(maxChanges);
    open = new OpenCounts();
    leased = new EntryIndex();
    active = new EntryIndex();
    finals = 0;
  });

  /** The one that has the key of a record, unless it has its id too. */
  function findByKey({ key, id }: ElicitationRecord): ElicitationEntry | undefined {
    const named = byKey.size > 0 ? byKey.get(key) : undefined;
    if (named !== undefined || key === id) return named;
    const entry = byId.get(key);
    return entry?.record.key === key ? entry : undefined;
  }

  /** An entry waits for one instant at a time: an open one to expire, a final one to be forgotten. */
  function enter(entry: ElicitationEntry): void {
    const { expiresAt, forgetAt } = entry.record;
    const at = entry.isOpen ? expiresAt : forgetAt;
    if (at === undefined) entry.leave();
    else (entry.isOpen ? expiring : forgetting).enter(entry, at);
  }

  function index(entry: ElicitationEntry): void {
    const { lease, status } = entry.record;
    if (lease !== undefined) leased.add(lease, entry);
    if (status === "active") active.add(status, entry);
  }

  function unindex(entry: ElicitationEntry): void {
    const { lease, status } = entry.record;
    if (lease !== undefined) leased.remove(lease, entry);
    if (status === "active") active.remove(status, entry);
  }

  /** As few as can be told from the filter, in order of creation. */
  function candidates(
    { status, lease }: ElicitationFilter,
    start: ElicitationEntry | undefined,
  ): Iterable<ElicitationEntry> {
    if (status === undefined || !status.every(isOpenStatus)) return order.after(start);
    if (lease !== undefined) return leased.after(lease, start);
    return status.includes("pending") ? order.openAfter(start) : active.after("active", start);
  }

  /** One more is final: in a full store another goes for it, if any may. */
  function countFinal(): void {
    finals += 1;
    if (finals <= maxFinal) return;
    const first = forgetting.first();
    if (first instanceof ElicitationEntry) remove(first);
  }

  function remove(entry: ElicitationEntry): void {
    finals -= 1;
    byId.delete(entry.record.id);
    if (entry.record.key !== entry.record.id) byKey.delete(entry.record.key);
    order.remove(entry);
    entry.leave();
  }

  return {
    create(record, maxOpen = Number.POSITIVE_INFINITY, rate) {
      gate.check();
      const namesake = byId.get(record.id);
      const known = namesake?.record.key === record.key ? namesake : findByKey(record);
      if (known !== undefined) return { record: known.record, created: false };
      if (maxOpen < Number.POSITIVE_INFINITY && open.of(record) >= maxOpen)
        return { record: undefined, created: false };
      if (namesake !== undefined) {
        throw new BeckonError(
          "invalid-arguments",
          `Elicitation ${record.id} exists. Give every one a new id.`,
        );
      }
      const taken = rate && limits.take(rate.key, rate.bucket, record.createdAt);
      if (taken?.ok === false) return { record: undefined, created: false, retryAfterMs: taken.retryAfterMs };
      const entry = new ElicitationEntry(record);
      byId.set(record.id, entry);
      if (record.key !== record.id) byKey.set(record.key, entry);
      order.add(entry);
      if (entry.isOpen) {
        open.add(record);
        index(entry);
      }
      enter(entry);
      if (!entry.isOpen) countFinal();
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
      const record = changeElicitation(entry.record, change);
      const isOpen = isOpenStatus(record.status);
      const isMoved = record.lease !== entry.record.lease || record.status !== entry.record.status;
      if (wasOpen && isMoved) unindex(entry);
      entry.record = record;
      if (isOpen && isMoved) index(entry);
      if (wasOpen && !isOpen) {
        order.settle(entry);
        open.remove(record);
      }
      enter(entry);
      if (wasOpen && !isOpen) countFinal();
      feed.add(record, at);
      return record;
    },
    list(filter, after, limit, listOrder = "oldest") {
      gate.check();
      const start = after === undefined ? undefined : byId.get(after);
      if (after !== undefined && start === undefined) return [];
      const listed: ElicitationRecord[] = [];
      const listable = listOrder === "newest" ? order.before(start) : candidates(filter, start);
      for (const { record } of listable) {
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

function matches(record: ElicitationRecord, filter: ElicitationFilter): boolean {
  return (
    (filter.status === undefined || filter.status.includes(record.status)) &&
    (filter.audience === undefined || filter.audience === record.audience) &&
    (filter.asker === undefined || filter.asker === record.asker) &&
    (filter.lease === undefined || filter.lease === record.lease) &&
    (filter.run === undefined || filter.run === record.run) &&
    (filter.tag === undefined || record.tags.includes(filter.tag))
  );
}
