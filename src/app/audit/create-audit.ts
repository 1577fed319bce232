// Writes down what was asked and what came of it: one line for each, in the order of the change feed, none twice.

import type { Broker, BrokerEvent } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { ElicitationEvent } from "../../core/engine/elicitations.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Logger } from "../../core/logger.js";
import { pause } from "../../core/pause.js";
import { openLock } from "../../secrets/file-lock.js";
import { createTypeOf } from "../../webhooks/type-of-event.js";
import { createAuditCursor } from "./audit-cursor.js";
import { requireAuditFile } from "./audit-file.js";
import { readAuditId } from "./audit-id.js";
import { auditLine, type LineParts, type Position } from "./audit-line.js";
import { type ClientAudit, createClientAudit } from "./client-audit.js";
import { createLastLines } from "./last-lines.js";

/** What an audit is written with. */
export interface AuditOptions extends Omit<LineParts, "onTooLong"> {
  /** The file, for its owner alone. */
  readonly path: string;
  readonly broker: Broker;
  readonly engine: Engine;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A new name for a feed. */
  readonly newFeed: () => string;
  /** A new name for an audit, of 16 random bytes. */
  readonly newId: () => string;
}

/** An audit that is written until it is closed. */
export interface Audit {
  /** For what clients show themselves. */
  readonly client: ClientAudit;
  /** Writes what has happened so far, and stops. What happens after it is written by the next one. */
  close(): Promise<void>;
}

const PAGE = 100;
const AGAIN_MS = 5_000;

/** Begins where the last one stopped; several processes with one file take turns. */
export async function createAudit(options: AuditOptions): Promise<Audit> {
  const { path, broker, engine, clock, logger } = options;
  const { elicitations } = engine;
  await requireAuditFile(path);
  const cursor = createAuditCursor({ ...options, id: await readAuditId(path, options.newId) });
  const lastLines = createLastLines(path);
  const lock = openLock(`${path}.lock`);
  const closing = new AbortController();
  const parts: LineParts = {
    ...options,
    onTooLong: (id, bytes) =>
      logger.warn("A line is too long for the audit, which says what it goes without.", { id, bytes }),
  };
  let seen = 0;

  /** Writes everything that is not written yet. */
  async function writeAll(): Promise<void> {
    if ((await elicitations.changes(seen, 1)).length === 0) return;
    await lock.during(async (requireHeld) => {
      const written = await lastLines.read();
      let position = await cursor.find(written);
      const typeOf = createTypeOf();
      // What has its end in the file already, however often it was changed in the same moment.
      for (const { event, position: at, id } of written)
        if (event === "settled" && at?.feed === position.feed && id !== undefined) typeOf(endOf(id));
      for (;;) {
        const events = await elicitations.changes(position.number, PAGE);
        const last = events.at(-1);
        if (last === undefined) break;
        const lines = await linesOf(events, position);
        await requireHeld();
        if (lines.length > 0) await lastLines.append(lines);
        position = { ...position, number: last.number };
        await cursor.moveTo(position);
      }
      seen = position.number;

      async function linesOf(
        events: readonly ElicitationEvent[],
        from: Position,
      ): Promise<readonly string[]> {
        const lines: string[] = [];
        if (await isLost(from.number)) {
          logger.error("The audit misses events that the change feed no longer holds.", {
            after: from.number,
          });
          lines.push(JSON.stringify({ at: new Date(clock.now()).toISOString(), event: "lost", ...from }));
        }
        for (const event of events) {
          const whole: BrokerEvent = { ...event, elicitation: await broker.get(event.id) };
          const type = typeOf(whole);
          if (type !== undefined)
            lines.push(
              await auditLine(parts, type === "elicitation.created" ? "asked" : "settled", whole, from.feed),
            );
        }
        return lines;
      }
    });
  }

  /** While the feed holds the event at a position it holds everything after it. */
  async function isLost(number: number): Promise<boolean> {
    if (number === 0) return false;
    const [held] = await elicitations.changes(number - 1, 1);
    return held?.number !== number;
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      try {
        // From before what is written first, so that nothing falls between.
        const changes = broker.watch({ signal: closing.signal });
        await writeAll();
        if (failures > 0) logger.warn("The audit is written again; nothing of it is missing.", { path });
        failures = 0;
        for await (const _ of changes) await writeAll();
        return;
      } catch (error) {
        if (failures % 12 === 0)
          logger.error("The audit cannot be written. It is tried again, and nothing is left out.", {
            path,
            error,
          });
        failures += 1;
        await pause(clock, AGAIN_MS, closing.signal).catch(() => {});
      }
    }
  }

  const client = createClientAudit({
    ...parts,
    clock,
    logger,
    write: (line) =>
      lock.during(async (requireHeld) => {
        const written = await lastLines.read();
        // A step that its process did not live to see recorded comes again.
        if (written.some(({ event, id }) => event === line.event && id === line.id)) return;
        await requireHeld();
        await lastLines.append([line.text]);
      }),
  });
  const following = follow();
  return {
    client,
    async close() {
      closing.abort();
      await following;
      await client.close();
      try {
        await writeAll();
      } catch (error) {
        logger.error("The audit could not be finished. What is missing is written at the next start.", {
          path,
          error,
        });
      }
    },
  };
}

/** The event that says that something is over, as far as that matters for telling its first end from what follows. */
const endOf = (id: string): BrokerEvent => ({
  id,
  number: 0,
  at: 0,
  status: "cancelled",
  version: 0,
  elicitation: undefined,
});
