// The broker as a pure function: what each act does to one elicitation, and what it says.

export type Act =
  | { readonly kind: "create"; readonly id: string; readonly timeoutMs: number | undefined }
  | {
      readonly kind: "accept";
      readonly id: string;
      readonly guests: number;
      readonly key: string | undefined;
    }
  | { readonly kind: "decline"; readonly id: string; readonly key: string | undefined }
  | { readonly kind: "withdraw"; readonly id: string }
  | { readonly kind: "claim"; readonly id: string; readonly forMs: number }
  | { readonly kind: "get"; readonly id: string };

/** What an act says, without what only an implementation knows. */
export type Said = {
  readonly ok: boolean;
  readonly created?: boolean;
  readonly again?: boolean;
  readonly reason?: string;
  readonly status?: string;
  readonly by?: string | undefined;
  readonly version?: number;
  readonly expiresAt?: number | undefined;
};

interface Kept {
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

export class BrokerModel {
  readonly #kept = new Map<string, Kept>();

  /** What came of an elicitation, as its asker is told. */
  answer(id: string): unknown {
    const kept = this.#kept.get(id);
    switch (kept?.status) {
      case "accepted":
        return { action: "accept", content: { guests: kept.guests }, by: kept.by };
      case "declined":
        return { action: "decline" };
      case "withdrawn":
        return { action: "cancel", reason: "over" };
      case "expired":
        return { action: "timeout" };
      default:
        return undefined;
    }
  }

  apply(act: Act, by: string, now: number): Said {
    const kept = this.#kept.get(act.id);
    if (act.kind === "create")
      return kept ? { ok: true, created: false, ...shown(kept, now) } : this.#create(act, now);
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
      case "accept":
        if (act.guests > 20) return { ok: false, reason: "invalid" };
        end(kept, "accepted", by);
        kept.key = act.key;
        kept.guests = act.guests;
    }
    return { ok: true, again: false, ...shown(kept, now) };
  }

  #create({ id, timeoutMs }: Extract<Act, { kind: "create" }>, now: number): Said {
    const expiresAt = timeoutMs === undefined ? undefined : now + timeoutMs;
    const kept: Kept = {
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
    (act.kind === "decline" && kept.status === "declined");
  const isAgain = isSame && kept.by === by && "key" in act && act.key !== undefined && act.key === kept.key;
  return isAgain
    ? { ok: true, again: true, ...shown(kept, now) }
    : { ok: false, reason: "settled", ...shown(kept, now) };
}

function shown(kept: Kept, now: number): Omit<Said, "ok"> {
  const isClaimed = kept.claim !== undefined && kept.claim.until > now;
  const status = kept.status === "active" && !isClaimed ? "pending" : kept.status;
  return { status, by: kept.by, version: kept.version, expiresAt: kept.expiresAt };
}
