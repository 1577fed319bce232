// Finds what is over and whose end nobody noted: deadlines, claims, leases, files, and what has been kept long enough.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import { createBelongings } from "./belongings.js";
import { isOpenStatus } from "./change-record.js";
import { lapseClaim } from "./claim.js";
import { DRAFTS, SESSION_DRAFTS } from "./drafts.js";
import { expireRecord } from "./end-record.js";
import { createFileCount } from "./file-count.js";
import type { FoundFile } from "./file-records.js";
import type { Files } from "./files.js";
import { inTurns } from "./in-turns.js";
import type { Leases } from "./leases.js";
import { nextTurn } from "./next-turn.js";
import { openOutcome } from "./outcome.js";
import type { BrokerParts } from "./parts.js";
import { TRANSCRIPTS } from "./read-transcript.js";
import { deleteNoted, dueNotes } from "./untaken-secrets.js";

export interface Sweep {
  /** Ends what is due. */
  expireDue(): void;
  /** Makes one pending again whose claim has lapsed. */
  lapseClaim(id: string): void;
  /** Looks for everything. */
  all(): Promise<void>;
  /** Begins nothing more; comes back when what was begun is done, so that the engine may be closed. */
  stop(): Promise<void>;
}

/** How many are ended in one turn of the event loop at most. */
const BATCH = 200;
/** How long an upload may take before it counts as broken off. */
const UPLOAD_MS = 60 * 60 * 1_000;

export function createSweep(parts: BrokerParts, leases: Leases, files: Files): Sweep {
  const { engine, clock, logger } = parts;
  const { elicitations } = engine;
  const isOpen = ({ status }: ElicitationRecord): boolean => isOpenStatus(status);
  const sweepDrafts = createBelongings(parts, DRAFTS, isOpen);
  const sweepSessionDrafts = createBelongings(parts, SESSION_DRAFTS, isOpen);
  const sweepTranscripts = createBelongings(parts, TRANSCRIPTS, () => true);
  let expiring: Promise<void> | undefined;
  let isAskedAgain = false;
  let isStopped = false;
  const underWay = new Set<Promise<void>>();
  /** Where the round over all files is. */
  let fileCursor: string | undefined;
  const count = createFileCount(files.rooms);

  async function expire(): Promise<void> {
    try {
      do {
        isAskedAgain = false;
        for (let isMore = true; isMore; ) {
          const due = await elicitations.due(clock.now(), BATCH);
          await inTurns(due, (record) => expireRecord(parts, record));
          isMore = due.length === BATCH && !isStopped;
          if (isMore) await nextTurn();
        }
      } while (isAskedAgain && !isStopped);
    } finally {
      // In the same turn as the last look at whether somebody asked again.
      expiring = undefined;
    }
  }

  /** One at a time: whoever asks meanwhile is served by another look. */
  function expireOnce(): Promise<void> {
    isAskedAgain = true;
    expiring ??= Promise.resolve().then(expire);
    return expiring;
  }

  async function lapseClaims(): Promise<void> {
    for (let after: string | undefined; ; ) {
      const active = await elicitations.list({ status: ["active"] }, after, BATCH);
      await Promise.all(active.map((record) => step("end a claim", async () => lapseClaim(parts, record))));
      if (active.length < BATCH || isStopped) return;
      after = active.at(-1)?.id;
      await nextTurn();
    }
  }

  async function forget(): Promise<void> {
    while ((await elicitations.forget(clock.now(), BATCH)) === BATCH && !isStopped) await nextTurn();
  }

  async function sweepSecrets(): Promise<void> {
    for await (const note of dueNotes(parts)) {
      if (isStopped) return;
      await attempt("delete a secret", () => deleteNoted(parts, note));
    }
  }

  /** One that cannot be judged stays where it is, and is tried again in the next round. */
  async function sweepFiles(): Promise<void> {
    if (fileCursor === undefined) await count.begin();
    const page = await files.records.list(fileCursor, BATCH);
    fileCursor = page.length < BATCH ? undefined : page.at(-1)?.id;
    for (const file of page) count.add(file);
    for (const file of page)
      await step("delete a file", async () => {
        if (await isLeftOver(file)) await files.remove(file);
      });
    if (fileCursor === undefined) await count.end();
  }

  /** True when its elicitation is forgotten or ended without it, or the upload broke off. */
  async function isLeftOver({ id, note }: FoundFile): Promise<boolean> {
    if (note?.isWhole === false && note.startedAt + UPLOAD_MS < clock.now()) return true;
    const record = await elicitations.get(id.slice(0, id.lastIndexOf("~")));
    if (record === undefined) return true;
    if (isOpenStatus(record.status)) return false;
    if (record.status !== "accepted" || record.outcome === undefined) return true;
    const { content = {} } = openOutcome(parts.atRest, record.id, record.outcome);
    return !Object.values(content).some(
      (value) => Array.isArray(value) && value.some((one) => typeof one === "object" && one.id === id),
    );
  }

  async function step(what: string, work: () => Promise<void>): Promise<void> {
    if (isStopped) return;
    const done = attempt(what, work);
    underWay.add(done);
    await done;
    underWay.delete(done);
  }

  async function attempt(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.error(`The sweep could not ${what}.`, { error });
    }
  }

  return {
    expireDue: () => void step("end what is due", expireOnce),
    lapseClaim: (id) =>
      void step("end a claim", async () => {
        const record = await elicitations.get(id);
        if (record !== undefined) await lapseClaim(parts, record);
      }),
    async all() {
      await step("end what is due", expireOnce);
      await step("end claims", lapseClaims);
      await step("end leases", leases.sweep);
      await step("forget", forget);
      await step("delete secrets", sweepSecrets);
      await step("delete files", sweepFiles);
      await step("delete drafts", sweepDrafts);
      await step("delete drafts of sessions", sweepSessionDrafts);
      await step("delete transcripts", sweepTranscripts);
    },
    async stop() {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
}
