// How far an audit has come in the change feed, kept in the engine for each audit, so that files can be moved away.

import { findEnd } from "../../broker/find-end.js";
import type { Engine } from "../../core/engine/engine.js";
import type { KeptRecord } from "../../core/engine/records.js";
import { BeckonError } from "../../core/errors.js";
import type { Logger } from "../../core/logger.js";
import type { Position } from "./audit-line.js";
import type { WrittenLine } from "./written-line.js";

/** What a cursor is kept with. */
export interface AuditCursorOptions {
  /** What the audit is called. */
  readonly id: string;
  /** Its file. */
  readonly path: string;
  readonly engine: Engine;
  readonly logger: Logger;
  /** A new name for a feed. */
  readonly newFeed: () => string;
}

/** To be used by whoever holds the lock of the file. */
export interface AuditCursor {
  /** Where to go on after the last lines of the file: the furthest that it and the engine know of, for either may be written last. */
  find(written: readonly WrittenLine[]): Promise<Position>;
  /** Keeps a position. Throws `timed-out` when somebody else kept one since this one was found. */
  moveTo(position: Position): Promise<void>;
}

const PREFIX = "app-audit";
/** How many audits of one engine are looked at to find which one a file without a name comes from. */
const MOST_AUDITS = 100;

export function createAuditCursor(options: AuditCursorOptions): AuditCursor {
  const { path, engine, logger, newFeed } = options;
  const { records, elicitations } = engine;
  const key = `${PREFIX}:${options.id}`;
  let version = 0;

  async function moveTo(position: Position): Promise<void> {
    const moved = await records.put(key, JSON.stringify(position), { ifVersion: version });
    if (moved === undefined)
      throw new BeckonError("timed-out", `The audit ${path} was written by another process meanwhile.`);
    version = moved;
  }

  /** A file that was moved here without its name is known by its feed. */
  async function findMoved(written: readonly WrittenLine[]): Promise<Position | undefined> {
    const last = written.findLast(({ position }) => position !== undefined)?.position;
    if (last === undefined) return undefined;
    const known = await records.list(PREFIX, undefined, MOST_AUDITS);
    return known.some((record) => positionIn(record).feed === last.feed)
      ? { feed: last.feed, number: 0 }
      : undefined;
  }

  return {
    moveTo,
    async find(written) {
      const kept = await records.get(key);
      version = kept?.version ?? 0;
      const known = kept === undefined ? await findMoved(written) : positionIn(kept);
      if (known === undefined) {
        // What the feed has forgotten before the first start was nobody's to write.
        const first: Position = { feed: newFeed(), number: await beforeOldest() };
        await moveTo(first);
        return first;
      }
      const numbers = written.flatMap(({ position }) =>
        position?.feed === known.feed ? [position.number] : [],
      );
      const number = Math.max(known.number, ...numbers);
      if (number === known.number || number <= (await findEnd(elicitations))) return { ...known, number };
      // The engine is older than the file, as after a backup was put back: the same numbers will be other events.
      logger.warn(
        "The audit is ahead of the engine. It goes on as another feed, from what the engine knows.",
      );
      const other: Position = {
        feed: newFeed(),
        number: kept === undefined ? await beforeOldest() : known.number,
      };
      await moveTo(other);
      return other;
    },
  };

  async function beforeOldest(): Promise<number> {
    const [oldest] = await elicitations.changes(0, 1);
    return (oldest?.number ?? 1) - 1;
  }
}

/** Nobody but the audit writes it. */
const positionIn = ({ value }: KeptRecord): Position => JSON.parse(value) as Position;
