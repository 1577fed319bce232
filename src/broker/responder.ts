// A broker as responder: what it is asked is kept, and answered from wherever somebody looks.

import { MOST_DURATION_MS } from "../core/duration.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import { defineResponder, type Responder, type RespondOptions } from "../core/elicitation/responder.js";
import type { Broker, BrokerResponderOptions, Lease, NewElicitation } from "./broker.js";
import { isOpenStatus } from "./change-record.js";
import { withdrawRecord } from "./end-record.js";
import { type Instant, isBetterLease } from "./instants.js";
import type { Leases } from "./leases.js";
import type { BrokerParts } from "./parts.js";
import { redactAnswer } from "./read.js";

/** What a responder needs of its broker. */
export interface ResponderParts {
  readonly parts: BrokerParts;
  readonly broker: Pick<Broker, "create" | "wait">;
  readonly leases: Pick<Leases, "until">;
  /** The lease of everything that is attached to this process. */
  ownLease(): Promise<Lease>;
  /** Counts those in this process who ask with the same id. */
  readonly asking: Map<string, number>;
}

/** How something is asked. */
interface Asking {
  readonly group: string;
  readonly repeats: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly lease: string | undefined;
}

export function createBrokerResponder(
  { parts, broker, leases, ownLease, asking }: ResponderParts,
  { audience, tags, kept = false }: BrokerResponderOptions,
): Responder {
  async function respond(
    elicitation: Elicitation,
    { signal, group, repeats, until }: RespondOptions,
  ): Promise<Answer> {
    const { id } = elicitation;
    signal.throwIfAborted();
    // Not waited for: whoever is told of it in the same moment finds it.
    const instant = kept ? leaseUntil(elicitation, until) : undefined;
    const lease = kept ? instant?.id : (await ownLease()).id;
    signal.throwIfAborted();
    asking.set(id, (asking.get(id) ?? 0) + 1);
    let isAborted = false;
    try {
      const timeoutMs = timeLeft(elicitation, parts.clock.now());
      if (timeoutMs !== undefined && timeoutMs <= 0) return await rejoin(id, signal);
      const creation = await broker.create(newElicitation(elicitation, { group, repeats, timeoutMs, lease }));
      await instant?.written;
      if (!creation.ok)
        return { action: "unavailable", reason: "limited", retryAfterMs: creation.retryAfterMs };
      if (!creation.created && lease !== undefined) await attach(id, lease);
      return (await broker.wait(id, { signal })) ?? GONE;
    } catch (error) {
      isAborted = signal.aborted;
      throw error;
    } finally {
      const left = (asking.get(id) ?? 1) - 1;
      if (left > 0) asking.set(id, left);
      else asking.delete(id);
      if (isAborted && left === 0 && lease !== undefined && !kept) await takeBack(id, lease, signal.reason);
    }
  }

  /** What has a deadline of its own ends by itself. */
  const leaseUntil = ({ expiresAt }: Elicitation, until: number | undefined): Instant | undefined =>
    until === undefined || expiresAt !== undefined ? undefined : leases.until(until);

  function newElicitation(
    elicitation: Elicitation,
    { group, repeats, timeoutMs, lease }: Asking,
  ): NewElicitation {
    const { id, message, asker } = elicitation;
    const forWhom = elicitation.audience ?? audience ?? asker.principalId;
    return {
      id,
      message,
      asker,
      group,
      ...(elicitation.mode === "url"
        ? { mode: "url", url: elicitation.url }
        : { schema: elicitation.schema }),
      ...(forWhom !== undefined && { audience: forWhom }),
      ...(tags !== undefined && { tags }),
      ...(repeats !== undefined && repeats > 0 && { repeats }),
      ...(timeoutMs !== undefined && { timeoutMs: Math.min(timeoutMs, MOST_DURATION_MS) }),
      ...(lease !== undefined && { lease }),
    };
  }

  /** Too late to ask; somebody may have answered in time. */
  async function rejoin(id: string, signal: AbortSignal): Promise<Answer> {
    const known = await parts.engine.elicitations.get(id);
    return known === undefined ? { action: "timeout" } : ((await broker.wait(id, { signal })) ?? GONE);
  }

  /** Whoever asked first may be gone: from now on it hangs on this. */
  async function attach(id: string, lease: string): Promise<void> {
    const { elicitations } = parts.engine;
    for (;;) {
      const record = await elicitations.get(id);
      if (record?.lease === undefined || !isOpenStatus(record.status)) return;
      if (!isBetterLease(lease, record.lease)) return;
      if (await elicitations.change(id, record.version, { lease }, parts.clock.now())) return;
    }
  }

  /** Not what another process has taken over, even if it does so just now. */
  async function takeBack(id: string, lease: string, reason: unknown): Promise<void> {
    const why = reason instanceof Error && reason.message !== "" ? reason.message : "No longer wanted.";
    for (;;) {
      const record = await parts.engine.elicitations.get(id);
      if (record?.lease !== lease || !isOpenStatus(record.status)) return;
      if ((await withdrawRecord(parts, record, why)) !== undefined) return;
    }
  }

  async function release(id: string): Promise<void> {
    await redactAnswer(parts, id);
  }

  async function stay(id: string, until: number): Promise<void> {
    if (!kept) return;
    const { id: lease, written } = leases.until(until);
    await written;
    await attach(id, lease);
  }

  /** As it stands: a claim may have moved it. */
  async function deadline(id: string): Promise<number | undefined> {
    const record = await parts.engine.elicitations.get(id);
    return record !== undefined && isOpenStatus(record.status) ? record.expiresAt : undefined;
  }

  // What is answered is sealed, and shown by none of the views.
  return Object.assign(defineResponder(["form", "url"], respond, ["secret", "file"]), {
    release,
    stay,
    deadline,
  });
}

/** What is settled is kept for a long time; whoever asks later still is told this. */
const GONE: Answer = { action: "cancel", reason: "The elicitation is forgotten." };

const timeLeft = ({ expiresAt }: Elicitation, now: number): number | undefined =>
  expiresAt === undefined ? undefined : expiresAt - now;
