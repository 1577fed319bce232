// The broker as a pure function: what each act does to one elicitation, and what it says.

export type Act =
  | {
      readonly kind: "create";
      readonly id: string;
      readonly createKey: string | undefined;
      readonly timeoutMs: number | undefined;
    }
  | {
      readonly kind: "accept";
      readonly id: string;
      readonly guests: number;
      readonly key: string | undefined;
    }
  | { readonly kind: "decline" | "cancel"; readonly id: string; readonly key: string | undefined }
  | { readonly kind: "withdraw"; readonly id: string }
  | { readonly kind: "claim"; readonly id: string; readonly forMs: number }
  | { readonly kind: "get"; readonly id: string };

/** What an act says, without what only an implementation knows. */
export type Said = {
  readonly ok: boolean;
  readonly id?: string;
  readonly created?: boolean;
  readonly again?: boolean;
  readonly reason?: string;
  readonly retryAfterMs?: number;
  readonly status?: string;
  readonly by?: string | undefined;
  readonly version?: number;
  readonly expiresAt?: number | undefined;
};

/** What one principal may do, who asks everything here. */
export interface ModelLimits {
  readonly perMinute: number;
  readonly burst: number;
  readonly maxOpen: number;
}

interface Kept {
  readonly id: string;
  readonly createKey: string | undefined;
  status: string;
  version: number;
  readonly createdAt: number;
  expiresAt: number | undefined;
  readonly firstDeadline: number | undefined;
  claim: { readonly by: string; readonly until: number } | undefined;
  by: string | undefined;
  key: string | undefined;
  guests: number | undefined;
}

const MINUTE_MS = 60_000;
/** What is told at least when too many are open. */
const FULL_RETRY_MS = 30_000;
/** Less than any time here is apart from another. */
const TINY = 1e-6;

export class BrokerModel {
  readonly #kept = new Map<string, Kept>();
  readonly #limits: ModelLimits | undefined;
  #tokens: number;
  #countedAt: number | undefined;

  constructor(limits: ModelLimits | undefined) {
    this.#limits = limits;
    this.#tokens = limits?.burst ?? 0;
  }

  /** What came of an elicitation, as its asker is told. */
  answer(id: string): unknown {
    const kept = this.#kept.get(id);
    switch (kept?.status) {
      case "accepted":
        return { action: "accept", content: { guests: kept.guests }, by: kept.by };
      case "declined":
        return { action: "decline" };
      case "cancelled":
        return { action: "cancel", reason: "cancelled" };
      case "withdrawn":
        return { action: "cancel", reason: "over" };
      case "expired":
        return { action: "timeout" };
      default:
        return undefined;
    }
  }

  apply(act: Act, by: string, now: number): Said {
    if (act.kind === "create") return this.#createOnce(act, now);
    const kept = this.#kept.get(act.id);
    if (kept === undefined) return act.kind === "get" ? { ok: false } : { ok: false, reason: "unknown" };
    if (isOpen(kept) && kept.expiresAt !== undefined && kept.expiresAt <= now)
      end(kept, "expired", undefined);
    if (act.kind === "get") return { ok: true, ...shown(kept, now) };
    if (!isOpen(kept)) return refused(kept, act, by, now);
    switch (act.kind) {
      case "claim":
        return claim(kept, act.forMs, by, now);
      case "withdraw":
        end(kept, "withdrawn", undefined);
        break;
      case "decline":
        end(kept, "declined", by);
        kept.key = act.key;
        break;
      case "cancel":
        end(kept, "cancelled", by);
        kept.key = act.key;
        break;
      case "accept":
        if (act.guests > 20) return { ok: false, reason: "invalid" };
        end(kept, "accepted", by);
        kept.key = act.key;
        kept.guests = act.guests;
    }
    return { ok: true, again: false, ...shown(kept, now) };
  }

  #createOnce(act: Extract<Act, { kind: "create" }>, now: number): Said {
    const all = [...this.#kept.values()];
    const known = all.find(({ id, createKey }) =>
      act.createKey === undefined ? createKey === undefined && id === act.id : createKey === act.createKey,
    );
    if (known !== undefined) return { ok: true, created: false, ...shown(known, now) };
    if (this.#limits !== undefined && all.filter(isOpen).length >= this.#limits.maxOpen)
      return {
        ok: false,
        reason: "limited",
        retryAfterMs: Math.max(FULL_RETRY_MS, MINUTE_MS / this.#limits.perMinute),
      };
    if (this.#kept.has(act.id)) return { ok: false, reason: "exists" };
    const retryAfterMs = this.#limits && this.#take(this.#limits, now);
    return retryAfterMs === undefined
      ? this.#create(act, now)
      : { ok: false, reason: "limited", retryAfterMs };
  }

  /** How long to wait for a token; `undefined` when one was there. */
  #take({ perMinute, burst }: ModelLimits, now: number): number | undefined {
    const refilled = ((now - (this.#countedAt ?? now)) * perMinute) / MINUTE_MS;
    this.#countedAt = now;
    this.#tokens = Math.min(burst, this.#tokens + refilled);
    if (this.#tokens < 1 - TINY) return Math.ceil(((1 - this.#tokens) * MINUTE_MS) / perMinute - TINY);
    this.#tokens -= 1;
    return undefined;
  }

  #create({ id, createKey, timeoutMs }: Extract<Act, { kind: "create" }>, now: number): Said {
    const expiresAt = timeoutMs === undefined ? undefined : now + timeoutMs;
    const kept: Kept = {
      id,
      createKey,
      status: "pending",
      version: 1,
      createdAt: now,
      expiresAt,
      firstDeadline: expiresAt,
      claim: undefined,
      by: undefined,
      key: undefined,
      guests: undefined,
    };
    this.#kept.set(id, kept);
    return { ok: true, created: true, ...shown(kept, now) };
  }
}

const isOpen = ({ status }: Kept): boolean => status === "pending" || status === "active";

function end(kept: Kept, status: string, by: string | undefined): void {
  kept.status = status;
  kept.version += 1;
  kept.by = by;
}

function claim(kept: Kept, forMs: number, by: string, now: number): Said {
  const isRenewal = kept.claim?.by === by && kept.claim.until > now;
  const until = now + forMs;
  if (isRenewal && kept.expiresAt !== undefined && kept.firstDeadline !== undefined) {
    const latest = 2 * kept.firstDeadline - kept.createdAt;
    kept.expiresAt = Math.max(kept.expiresAt, Math.min(until, latest));
  }
  kept.claim = { by, until };
  kept.status = "active";
  kept.version += 1;
  return { ok: true, again: isRenewal, ...shown(kept, now) };
}

function refused(kept: Kept, act: Act, by: string, now: number): Said {
  const isSame =
    (act.kind === "accept" && kept.status === "accepted" && kept.guests === act.guests) ||
    (act.kind === "decline" && kept.status === "declined") ||
    (act.kind === "cancel" && kept.status === "cancelled");
  const isAgain = isSame && kept.by === by && "key" in act && act.key !== undefined && act.key === kept.key;
  return isAgain
    ? { ok: true, again: true, ...shown(kept, now) }
    : { ok: false, reason: "settled", ...shown(kept, now) };
}

function shown(kept: Kept, now: number): Omit<Said, "ok"> {
  const isClaimed = kept.claim !== undefined && kept.claim.until > now;
  const status = kept.status === "active" && !isClaimed ? "pending" : kept.status;
  return { id: kept.id, status, by: kept.by, version: kept.version, expiresAt: kept.expiresAt };
}
