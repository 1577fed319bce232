// Withdraws everything that hangs on a lease, a batch at a time, so that others have their turn.

import { withdrawRecord } from "./end-record.js";
import { inTurns } from "./in-turns.js";
import { nextTurn } from "./next-turn.js";
import type { BrokerParts } from "./parts.js";

const PAGE = 100;

/** How many there were. */
export async function withdrawLeased(parts: BrokerParts, lease: string, reason: string): Promise<number> {
  let count = 0;
  for (;;) {
    const filter = { status: ["pending", "active"], lease } as const;
    const open = await parts.engine.elicitations.list(filter, undefined, PAGE);
    if (open.length === 0) return count;
    const ended = await inTurns(open, (record) => withdrawRecord(parts, record, reason));
    count += ended.filter((record) => record?.status === "withdrawn").length;
    await nextTurn();
  }
}
