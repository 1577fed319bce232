// Makes deliveries of the change feed: from where the last node stopped, and each event once.

import type { Broker, BrokerEvent } from "../broker/broker.js";
import { findEnd } from "../broker/find-end.js";
import type { Clock } from "../core/clock.js";
import type { Engine } from "../core/engine/engine.js";
import type { RecordStore } from "../core/engine/records.js";
import { BeckonError } from "../core/errors.js";
import type { Logger } from "../core/logger.js";
import { pause } from "../core/pause.js";
import { cursorKey } from "./delivery.js";
import type { WebhookType } from "./endpoint.js";
import { createTypeOf } from "./type-of-event.js";

/** What following the feed needs. */
export interface FeedParts {
  readonly broker: Broker;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** When to read on after the engine failed. */
const AGAIN_MS = 5_000;
/** After how many events in a row that are not told the cursor is moved. */
const PASSED_BEFORE_MOVING = 100;

/** Where to begin: the first time, at the end of the feed. */
export async function findStart({ engine }: Pick<FeedParts, "engine">): Promise<void> {
  if ((await engine.records.get(cursorKey)) !== undefined) return;
  await engine.records.put(cursorKey, String(await findEnd(engine.elicitations)), { ifVersion: 0 });
}

/** Hands every event over until the signal aborts; one that could not be taken is handed over again. Never rejects. */
export async function followFeed(
  parts: FeedParts,
  take: (event: BrokerEvent, type: WebhookType) => Promise<void>,
): Promise<void> {
  const { logger, signal } = parts;
  let isBehind = false;
  while (!signal.aborted) {
    try {
      if (isBehind) await skipToEnd(parts);
      isBehind = false;
      await readOn(parts, take);
      // The broker is closed.
      return;
    } catch (error) {
      if (signal.aborted) return;
      const isLost = error instanceof BeckonError && error.code === "events-lost";
      if (isLost) isBehind = true;
      else {
        logger.error("Webhooks could not read the change feed.", { error });
        await pause(parts.clock, AGAIN_MS, parts.signal);
      }
    }
  }
}

async function readOn(
  { broker, engine, signal }: FeedParts,
  take: (event: BrokerEvent, type: WebhookType) => Promise<void>,
): Promise<void> {
  const after = Number((await engine.records.get(cursorKey))?.value ?? 0);
  const typeOf = createTypeOf();
  let passed = 0;
  for await (const event of broker.watch({ after, signal })) {
    const type = typeOf(event);
    if (type !== undefined) await take(event, type);
    passed = type === undefined ? passed + 1 : 0;
    // What is not told moves the cursor now and then too, or the feed would one day forget where it stands.
    if (type !== undefined || passed % PASSED_BEFORE_MOVING === 0)
      await advance(engine.records, event.number);
  }
}

/** Moves the cursor forward, never back: other nodes move it too. */
async function advance(records: RecordStore, number: number): Promise<void> {
  const kept = await records.get(cursorKey);
  if (kept !== undefined && Number(kept.value) >= number) return;
  const version = await records.put(cursorKey, String(number), { ifVersion: kept?.version ?? 0 });
  if (version === undefined) await advance(records, number);
}

async function skipToEnd({ engine, logger }: FeedParts): Promise<void> {
  const end = await findEnd(engine.elicitations);
  logger.error("Webhooks missed events that the change feed no longer holds.", { goingOnAfter: end });
  await engine.records.put(cursorKey, String(end));
}
