// Legacy sessions: opened by `initialize`, found by their own principal only, ended by DELETE or by silence.

import { randomBytes } from "node:crypto";
import { channel } from "node:diagnostics_channel";
import type { Timer } from "../../core/clock.js";
import type { SessionRecord } from "../../core/engine/sessions.js";
import { channels, type SessionEvent } from "../../core/events.js";
import { andThen, type MaybePromise, recover } from "../../core/maybe-promise.js";
import type { Revision } from "../../protocol/revisions.js";
import type { Access } from "../access/access.js";
import type { ServerParts } from "../parts.js";

/** A session that is over. */
export interface Terminated {
  readonly sessionId: string;
  readonly principalId: string | undefined;
  readonly reason: "deleted" | "idle" | "closed";
}

/** Opens, finds and ends sessions. */
export interface Sessions {
  /** Opens a session, of a new id unless one is given. */
  open(access: Access, revision: Revision, client: string, id?: string): MaybePromise<SessionRecord>;
  /** The session of that id, if it is this principal's; its idle clock moves on. */
  find(id: string, access: Access): MaybePromise<SessionRecord | undefined>;
  /** Ends a session; false when it was over already. */
  end(id: string, reason: Terminated["reason"]): Promise<boolean>;
  close(): void;
}

export interface SessionsOptions {
  readonly parts: ServerParts;
  readonly idleMs: number;
  /** Sessions that are in use on this node whatever their clock says. */
  readonly inUse: () => Iterable<string>;
  /** Lets go of what is held for a session that is over. */
  readonly letGo: (sessionId: string) => void;
  /** Tells the application. */
  readonly onEnd: ((ended: Terminated) => MaybePromise<void>) | undefined;
}

/** How often idle sessions are looked for, as a part of the time they may be idle. */
const SWEEPS = 10;
const SWEEP_LIMIT = 1000;
const LONGEST_SWEEP_MS = 60_000;

/** How long the end of a session waits for the application, in milliseconds. */
const HOOK_MS = 5000;

const opened = channel(channels.sessionOpened);
const closed = channel(channels.sessionClosed);

/** Makes the sessions of one server. */
export function createSessions({ parts, idleMs, inUse, letGo, onEnd }: SessionsOptions): Sessions {
  const { engine, clock, logger } = parts;
  const sweepMs = Math.min(idleMs / SWEEPS, LONGEST_SWEEP_MS);
  let timer: Timer | undefined;

  async function finish(record: SessionRecord, reason: Terminated["reason"]): Promise<void> {
    const { id: sessionId, principalId, revision } = record;
    const durationMs = clock.now() - record.createdAt;
    closed.publish({ sessionId, principalId, revision, reason, durationMs } satisfies SessionEvent);
    letGo(sessionId);
    if (onEnd) await tell(onEnd, { sessionId, principalId, reason });
  }

  /** Tells the application, whose hook may fail or take its time without keeping anybody. */
  function tell(hook: NonNullable<SessionsOptions["onEnd"]>, ended: Terminated): Promise<void> {
    return new Promise((resolve) => {
      const timer = parts.wheel.schedule(HOOK_MS, () => {
        logger.warn(`The terminate hook takes longer than ${HOOK_MS} ms.`);
        resolve();
      });
      const done = (): void => {
        timer.cancel();
        resolve();
      };
      void andThen(
        recover(
          () => hook(ended),
          (error) => logger.error("The terminate hook failed.", { error }),
        ),
        done,
      );
    });
  }

  /** Moves the idle clock of a session on; never fails. */
  const touch = (id: string, now: number): MaybePromise<void> =>
    recover(
      () => engine.sessions.touch(id, now),
      (error) => logger.error("A session's idle clock could not be moved on.", { error }),
    );

  /** Keeps a session in use; one that was ended elsewhere, without word of it, is let go. */
  const keep = (id: string, now: number): MaybePromise<void> =>
    recover(
      () => andThen(engine.sessions.get(id), (record) => (record ? touch(id, now) : letGo(id))),
      (error) => logger.error("A session in use could not be looked up.", { error }),
    );

  async function sweep(): Promise<void> {
    const now = clock.now();
    const used = [...inUse()];
    for (let from = 0; from < used.length; from += SWEEP_LIMIT)
      await Promise.all(used.slice(from, from + SWEEP_LIMIT).map((id) => keep(id, now)));
    for (;;) {
      // A session in use is touched once per sweep at most, so its clock may be that much behind.
      const idle = await engine.sessions.removeIdle(now - idleMs - sweepMs, SWEEP_LIMIT);
      await Promise.all(idle.map((record) => finish(record, "idle")));
      if (idle.length < SWEEP_LIMIT) return;
    }
  }

  function watch(): void {
    timer ??= clock.setTimer(sweepMs, () => {
      timer = undefined;
      sweep()
        .catch((error) => logger.error("Idle sessions could not be ended.", { error }))
        .finally(() => {
          if (!parts.stopping.begun) watch();
        });
    });
  }

  return {
    open(access, revision, client, id = newSessionId()) {
      watch();
      const now = clock.now();
      const record: SessionRecord = {
        id,
        principalId: access.principal?.id,
        revision: revision.version,
        client,
        createdAt: now,
        seenAt: now,
        logLevel: undefined,
        subscriptions: NO_SUBSCRIPTIONS,
      };
      return andThen(engine.sessions.create(record), () => {
        opened.publish({
          sessionId: record.id,
          principalId: record.principalId,
          revision: record.revision,
        } satisfies SessionEvent);
        return record;
      });
    },
    find(id, access) {
      watch();
      return andThen(engine.sessions.get(id), (record) => {
        if (record === undefined || record.principalId !== access.principal?.id) return undefined;
        const now = clock.now();
        if (now - record.seenAt >= sweepMs) void touch(id, now);
        return record;
      });
    },
    async end(id, reason) {
      const record = await engine.sessions.remove(id);
      if (record === undefined) return false;
      await finish(record, reason);
      return true;
    },
    close: () => timer?.cancel(),
  };
}

/** An id that cannot be guessed. */
export const newSessionId = (): string => randomBytes(24).toString("base64url");

const NO_SUBSCRIPTIONS: readonly string[] = Object.freeze([]);
