// Keeps what people have put aside: one sealed record for each person, written over the version that was read.

import type { BrokerAsides } from "./aside.js";
import type { BrokerParts } from "./parts.js";

const PREFIX = "broker-aside:";
/** More than anybody puts aside; beyond that the oldest come back. */
const MOST = 1_000;
/** What nobody has touched for so long is forgotten, in milliseconds. */
const KEPT_MS = 90 * 24 * 3_600_000;

export function createAsides({ engine, atRest, clock, logger }: BrokerParts): BrokerAsides {
  const { records, bus } = engine;
  const purposeOf = (by: string): string => `broker aside ${by}`;
  const topicOf = (by: string): string => `aside ${by}`;

  async function load(by: string): Promise<{ readonly ids: readonly string[]; readonly version: number }> {
    const kept = await records.get(PREFIX + by);
    if (kept === undefined) return { ids: [], version: 0 };
    try {
      // Nobody but the broker writes what is aside.
      return {
        ids: JSON.parse(atRest.open(purposeOf(by), kept.value)) as readonly string[],
        version: kept.version,
      };
    } catch (error) {
      logger.warn("What somebody has put aside cannot be read.", { error });
      return { ids: [], version: kept.version };
    }
  }

  async function change(by: string, id: string, isAside: boolean): Promise<void> {
    for (;;) {
      const { ids, version } = await load(by);
      if (ids.includes(id) === isAside) return;
      const others = ids.filter((one) => one !== id);
      const next = isAside ? [...others, id].slice(-MOST) : others;
      const sealed = atRest.seal(purposeOf(by), JSON.stringify(next));
      const how = { ifVersion: version, expiresAt: clock.now() + KEPT_MS };
      if ((await records.put(PREFIX + by, sealed, how)) !== undefined) break;
    }
    // A hint: whoever watches also looks for itself.
    try {
      await bus.publish(topicOf(by), id);
    } catch (error) {
      logger.warn("Nobody could be told of what was put aside.", { error });
    }
  }

  return {
    list: async (by) => new Set((await load(by)).ids),
    add: (by, id) => change(by, id, true),
    remove: (by, id) => change(by, id, false),
    listen: async (by, wake) => bus.subscribe(topicOf(by), wake),
  };
}
