// Records that belong to an elicitation, such as drafts: deleted some time after it no longer needs them.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import type { BrokerParts } from "./parts.js";

const BATCH = 200;

/** Looks at a page of the records under a prefix with each call, round after round. */
export function createBelongings(
  { engine }: BrokerParts,
  prefix: string,
  isNeeded: (record: ElicitationRecord) => boolean,
): () => Promise<void> {
  let cursor: string | undefined;
  return async () => {
    const page = await engine.records.list(prefix, cursor, BATCH);
    cursor = page.length < BATCH ? undefined : page.at(-1)?.key;
    for (const { key, version } of page) {
      const [id = ""] = key.slice(prefix.length).split("~", 1);
      const record = await engine.elicitations.get(id);
      if (record === undefined || !isNeeded(record)) await engine.records.remove(key, version);
    }
  };
}
