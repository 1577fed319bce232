// Withdraws everything that hangs on a lease, a batch at a time, so that others have their turn.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { withdrawRecord } from "./end-record.js";
import { nextTurn } from "./next-turn.js";
import type { BrokerParts } from "./parts.js";

const PAGE = 200;

/** How many there were. */
export async function withdrawLeased(parts: BrokerParts, lease: string, reason: string): Promise<number> {
  let count = 0;
  for (;;) {
    const filter = { status: ["pending", "active"], lease } as const;
    const open = await parts.engine.elicitations.list(filter, undefined, PAGE);
    if (open.length === 0) return count;
    count += await withdrawBatch(parts, open, reason);
    await nextTurn();
  }
}

async function withdrawBatch(
  parts: BrokerParts,
  open: readonly ElicitationRecord[],
  reason: string,
): Promise<number> {
  const ended = await Promise.all(open.map((record) => withdrawRecord(parts, record, reason)));
  return ended.filter((record) => record?.status === "withdrawn").length;
}
