// What the acts of a broker share.

import type { Clock } from "../core/clock.js";
import type { ElicitationRecord } from "../core/engine/elicitations.js";
import type { Engine } from "../core/engine/engine.js";
import type { Logger } from "../core/logger.js";
import type { TimerWheel, WheelTimer } from "../core/timer-wheel.js";
import type { UrlJudge } from "../core/url-judge.js";
import type { AtRest } from "./at-rest.js";
import { type Body, openBody } from "./body.js";
import type { KeptElicitation } from "./broker.js";
import { toKept } from "./kept-elicitation.js";
import { openOutcome } from "./outcome.js";
import type { RecentBodies } from "./recent-bodies.js";
import type { Schemas } from "./schemas.js";
import type { Waits } from "./waits.js";

export interface BrokerParts {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
  readonly atRest: AtRest;
  readonly schemas: Schemas;
  readonly recent: RecentBodies;
  readonly waits: Waits;
  /** What looks after the claims that were made here, by elicitation. */
  readonly claims: Map<string, WheelTimer>;
  readonly newId: (now?: number) => string;
  readonly judgeUrl: UrlJudge | false | undefined;
  readonly retentionMs: number;
  readonly maxAnswerBytes: number;
}

/** What is asked by a record. */
export function bodyOf({ atRest, schemas, recent }: BrokerParts, record: ElicitationRecord): Body {
  const known = typeof record.body === "string" ? recent.find(record) : undefined;
  if (known !== undefined) return known;
  const body = openBody(atRest, schemas, record.id, record.body);
  recent.put(record, body);
  return body;
}

/** A record as it is shown. Throws `unreadable` when the keys do not open it. */
export function keptOf(parts: BrokerParts, record: ElicitationRecord): KeptElicitation {
  const body = bodyOf(parts, record);
  if (record.outcome === undefined) return toKept(record, body, undefined, parts.clock.now());
  const { at, by, from, reason, deleted } = openOutcome(parts.atRest, record.id, record.outcome);
  const settled = { at, by, from, reason, ...(deleted !== undefined && { deleted }) };
  return toKept(record, body, settled, parts.clock.now());
}
