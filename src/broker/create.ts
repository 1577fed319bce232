// Creates an elicitation: checked, limited, written once for its key, then told.

import type { ElicitationCreation, ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { CreateOptions, Creation, NewElicitation } from "./broker.js";
import type { Deadlines } from "./deadlines.js";
import { withdrawRecord } from "./end-record.js";
import { tellChange } from "./hints.js";
import { toKept } from "./kept-elicitation.js";
import type { Leases } from "./leases.js";
import type { Limits } from "./limits.js";
import { type NewRecord, toNewRecord } from "./new-record.js";
import { type BrokerParts, keptOf } from "./parts.js";
import { tellCreated, tellLimited } from "./telemetry.js";

export interface CreateParts {
  readonly parts: BrokerParts;
  readonly limits: Limits | undefined;
  readonly deadlines: Deadlines;
  readonly leases: Leases;
}

export function createElicitation(
  create: CreateParts,
  given: NewElicitation,
  options?: CreateOptions,
): MaybePromise<Creation> {
  const made = toNewRecord(create.parts, given);
  const { url } = made.body.more;
  if (options?.guarded === true && url !== undefined) {
    return andThen(requireJudged(create.parts, url), () => keepLeased(create, made));
  }
  return keepLeased(create, made);
}

function keepLeased(create: CreateParts, made: NewRecord): MaybePromise<Creation> {
  const { lease } = made.record;
  if (lease === undefined) return keep(create, made);
  return andThen(requireHeld(create, lease), () =>
    andThen(keep(create, made), (creation) => takeBackIfLapsed(create, lease, creation)),
  );
}

function keep(create: CreateParts, made: NewRecord): MaybePromise<Creation> {
  const { limits, parts } = create;
  const { elicitations } = parts.engine;
  const { record } = made;
  if (limits === undefined) return finish(create, made, elicitations.create(record));
  const { maxOpen, fullRetryMs } = limits;
  return finish(create, made, elicitations.create(record, maxOpen, limits.rateOf(record)), fullRetryMs);
}

function limited(record: ElicitationRecord, retryAfterMs: number): Creation {
  tellLimited(record, retryAfterMs);
  return { ok: false, reason: "limited", retryAfterMs };
}

function finish(
  create: CreateParts,
  made: NewRecord,
  outcome: MaybePromise<ElicitationCreation>,
  fullRetryMs = 0,
): MaybePromise<Creation> {
  if (isPromise(outcome)) return outcome.then((settled) => finish(create, made, settled, fullRetryMs));
  const { record, created } = outcome;
  if (record === undefined) return limited(made.record, outcome.retryAfterMs ?? fullRetryMs);
  const { parts, deadlines } = create;
  if (!created) return { ok: true, elicitation: keptOf(parts, requireOwn(record, made.record)), created };
  parts.recent.put(record, made.body);
  if (record.expiresAt !== undefined) deadlines.note(record.expiresAt);
  tellChange(parts.engine, parts.logger, record.id);
  tellCreated(record, made.body);
  return { ok: true, elicitation: toKept(record, made.body, undefined, record.createdAt), created };
}

/** An id that somebody else has chosen is no way to what they ask. */
function requireOwn(record: ElicitationRecord, { asker, principal }: ElicitationRecord): ElicitationRecord {
  if (record.asker === asker && record.principal === principal) return record;
  throw new BeckonError(
    "invalid-arguments",
    `The id ${record.id} is another asker's. Give each elicitation an id of its own.`,
  );
}

function requireHeld({ leases }: CreateParts, lease: string): MaybePromise<void> {
  return andThen(leases.isHeld(lease), (isHeld) => {
    if (!isHeld)
      throw new BeckonError("invalid-arguments", "The lease of an elicitation has lapsed. Take a new one.");
  });
}

/** The lease may have been let go while the record was written: whoever let it go has not seen this one. */
function takeBackIfLapsed(
  { leases, parts }: CreateParts,
  lease: string,
  creation: Creation,
): MaybePromise<Creation> {
  if (!creation.ok || !creation.created) return creation;
  const { id } = creation.elicitation;
  return andThen(leases.isHeld(lease), (isHeld) => {
    if (isHeld) return creation;
    return andThen(parts.engine.elicitations.get(id), (record) =>
      record?.version === 1
        ? andThen(withdrawRecord(parts, record, "The asker has gone."), (ended) =>
            ended ? { ...creation, elicitation: keptOf(parts, ended) } : creation,
          )
        : creation,
    );
  });
}

/** Nobody is sent to a url from elsewhere that was not judged. */
async function requireJudged({ judgeUrl }: BrokerParts, url: string): Promise<void> {
  if (judgeUrl === false) return;
  if (judgeUrl === undefined)
    throw new BeckonError(
      "invalid-option",
      "A url from elsewhere must be judged before a person is sent there. Pass judgeUrl to createBroker, or false to send people anywhere.",
    );
  const verdict = await judgeUrl(url);
  if (!verdict.ok)
    throw new BeckonError(
      "invalid-arguments",
      `The url of an elicitation is refused: ${verdict.message ?? `${verdict.reason}.`}`,
    );
}
