// Forgets the runs of calls that were cancelled and that no node has.
//
// One that a node has is cancelled there. If that node is dead, and only seems to live, it is found when its lease has
// lapsed: so each cancelled call that still has runs is looked for again, until they are gone or every lease is over.

import type { WheelTimer } from "../../core/timer-wheel.js";
import { isRequestId, type RequestId } from "../../protocol/json-rpc.js";
import type { ServerParts } from "../parts.js";
import type { DurableRuns } from "./durable-runs.js";
import { endAsks } from "./end-asks.js";
import { callPrefix } from "./run-record.js";

export interface ForgetCallsOptions {
  readonly server: Pick<ServerParts, "asking" | "stopping" | "wheel">;
  readonly durable: Pick<DurableRuns, "lease" | "store">;
  /** Does work that nobody waits for; what it throws is logged. */
  readonly attempt: (work: () => Promise<unknown>) => void;
}

/** The search for the runs of one call. */
interface Search {
  readonly sessionId: string;
  readonly callId: RequestId;
  /** The next look; absent while one is under way. */
  timer: WheelTimer | undefined;
  /** True when the call was cancelled again during a look: there may be runs that this look was too early for. */
  isAskedAgain: boolean;
}

/** How many looks come after the first, and how many of them fall into a lease's time. */
const MORE_LOOKS = 4;
const LOOKS_PER_LEASE = 2;

/** Gives what is called for each call that was cancelled, as often as it is. */
export function createForgetCalls({
  server: { asking, stopping, wheel },
  durable: { lease, store },
  attempt,
}: ForgetCallsOptions): (sessionId: string, callId: unknown) => void {
  /** By what the keys of its runs begin with: one for each call, however often that is cancelled. */
  const searches = new Map<string, Search>();

  /** Gives those that are left. `meant` are those that were there when the call was cancelled. */
  async function forgetFree(
    { sessionId, callId }: Search,
    meant?: ReadonlySet<string>,
  ): Promise<ReadonlySet<string>> {
    const left = new Set<string>();
    for await (const found of store.ofCall(sessionId, callId)) {
      const { runId, owner, reply } = found.record;
      if (meant?.has(runId) === false) continue;
      // What this node has written the outcome of is there for those who joined.
      const isFree = reply === undefined ? await store.isFree(found) : !(await lease.isAlive(owner));
      if (isFree) {
        // What it asked elsewhere than at its client has nobody who waits for it.
        if (await store.remove(found.key, found.version)) await endAsks(asking, found.record);
      } else if (reply === undefined) left.add(runId);
    }
    return left;
  }

  function look(search: Search, more: number, meant?: ReadonlySet<string>): void {
    search.timer = undefined;
    search.isAskedAgain = false;
    attempt(async () => {
      let left: ReadonlySet<string> | undefined;
      try {
        left = await forgetFree(search, meant);
      } finally {
        goOn(search, more, left);
      }
    });
  }

  function goOn(search: Search, more: number, left: ReadonlySet<string> = new Set()): void {
    if (search.isAskedAgain && !stopping.begun) look(search, MORE_LOOKS);
    else if (left.size > 0 && more > 0 && !stopping.begun)
      search.timer = wheel.schedule(lease.leaseMs / LOOKS_PER_LEASE, () => look(search, more - 1, left));
    else searches.delete(callPrefix(search.sessionId, search.callId));
  }

  return (sessionId, callId) => {
    if (!isRequestId(callId)) return;
    const prefix = callPrefix(sessionId, callId);
    const known = searches.get(prefix);
    if (known !== undefined && known.timer === undefined) {
      known.isAskedAgain = true;
      return;
    }
    known?.timer?.cancel();
    const search = known ?? { sessionId, callId, timer: undefined, isAskedAgain: false };
    searches.set(prefix, search);
    look(search, MORE_LOOKS);
  };
}
