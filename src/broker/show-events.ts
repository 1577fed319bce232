// Makes what watchers see of entries of the change feed.

import type { ElicitationEvent, ElicitationRecord } from "../core/engine/elicitations.js";
import type { BrokerEvent, KeptElicitation } from "./broker.js";
import { type BrokerParts, keptOf } from "./parts.js";

export async function showEvents(
  parts: BrokerParts,
  events: readonly ElicitationEvent[],
): Promise<readonly BrokerEvent[]> {
  const { elicitations } = parts.engine;
  const found = new Map<string, KeptElicitation | undefined>();
  const ids = [...new Set(events.map(({ id }) => id))];
  const records = await Promise.all(ids.map((id) => elicitations.get(id)));
  ids.forEach((id, index) => {
    found.set(id, shown(parts, records[index]));
  });
  return events.map(({ number, at, status, version, id }) => ({
    number,
    at,
    status,
    version,
    id,
    elicitation: found.get(id),
  }));
}

/** One that does not open is told without what is in it. */
function shown(parts: BrokerParts, record: ElicitationRecord | undefined): KeptElicitation | undefined {
  if (record === undefined) return undefined;
  try {
    return keptOf(parts, record);
  } catch (error) {
    parts.logger.warn("An elicitation cannot be read.", { id: record.id, error });
    return undefined;
  }
}
