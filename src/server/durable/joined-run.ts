// A second dispatch of a call: it waits for what comes of the run that the first one began, on whichever node that is.
//
// Its client may have lost the stream of the first before it could know of it, so it gets the questions that nobody reads
// there. It has a record of its own, so that its stream comes to its end when this node dies.

import type { LogPage } from "../../core/engine/event-log.js";
import { isObject } from "../../core/json.js";
import { recover } from "../../core/maybe-promise.js";
import { never } from "../../replay/activity.js";
import { readReply } from "../asking/reply.js";
import type { Call } from "../call/call.js";
import { cancelled } from "../call/cancelled.js";
import type { Outcome } from "../call/outcome.js";
import type { ServerParts } from "../parts.js";
import { sessionTopic, writeWord } from "../sessions/session-words.js";
import { lostResponse, streamTopic } from "../streams/call-stream.js";
import { logKey } from "../streams/event-id.js";
import type { DurableRuns, KeptJoin } from "./durable-runs.js";
import { joinKey, type RunRecord, runTopic } from "./run-record.js";
import type { FoundRun } from "./run-store.js";

export class JoinedRun implements KeptJoin {
  readonly #parts: ServerParts;
  readonly #durable: DurableRuns;
  readonly #call: Call;
  /** The key of the run. */
  readonly #key: string;
  /** The ids of the questions that its own client can read. */
  readonly #sent: Set<string>;
  /** Its own record, where its client has a stream to come back to. */
  #own: FoundRun | undefined;
  /** How far the stream of the run was read for its client; absent while somebody else reads it. */
  #seen: number | undefined;
  #isOver = false;
  #putDown: (() => void) | undefined;

  constructor(parts: ServerParts, durable: DurableRuns, call: Call) {
    const taken = durable.taken(call);
    this.#parts = parts;
    this.#durable = durable;
    this.#call = call;
    this.#key = taken?.record.joins ?? durable.keyOf(call);
    this.#sent = new Set(taken?.sent);
    if (taken !== undefined) this.#hold(taken);
    call.isWaiting = true;
    durable.join(call, this);
    // Its client wants it no more.
    call.whenEnded(() => {
      void recover(
        () => durable.delivered(call),
        (error) => parts.logger.error("A run could not be forgotten.", { error }),
      );
    });
  }

  /** What comes of the run; never, when that is another node's to tell. */
  async outcome(): Promise<Outcome> {
    const { store, hints, joined } = this.#durable;
    const call = this.#call;
    let found = await store.find(this.#key);
    if (found !== undefined) await this.#keep(found.record);
    const streamId = found?.record.streamId;
    const changes = hints.watch(
      runTopic(this.#key),
      ...(streamId === undefined ? [] : [streamTopic(logKey(call.sessionId ?? "", streamId))]),
    );
    call.whenEnded(() => changes.stop());
    try {
      for (; !this.#isOver; found = await store.find(this.#key)) {
        if (found === undefined) return await this.#lost();
        const { reply } = found.record;
        if (reply !== undefined) return (await this.renew()) ? await readReply(reply) : await never();
        await joined(found, call);
        await this.#passOn(found.record);
        await changes.next();
      }
      return await never();
    } finally {
      changes.stop();
    }
  }

  /** The run was cancelled, or ended with its session, or so long ago that nobody knows of it. */
  #lost(): Promise<never> {
    if (this.#durable.taken(this.#call) !== undefined) throw lostResponse();
    this.#call.cancel(cancelled("the run is over"));
    return never();
  }

  /** Gives its client what nobody reads where it was sent: the questions that are open, and what is said from then on. */
  async #passOn({ sessionId, streamId, asks, isRead }: RunRecord): Promise<void> {
    const { events, hints } = this.#parts;
    const page =
      isRead || streamId === undefined ? undefined : await events.read(logKey(sessionId, streamId), 0);
    const open = new Set(asks.map(({ id }) => id));
    const isForClient = ({ id, sequence }: Said): boolean => {
      if (typeof id !== "string") return this.#seen !== undefined && sequence > this.#seen;
      return open.has(id) && !this.#sent.has(id);
    };
    for (const said of saidIn(page).filter(isForClient)) {
      if (typeof said.id === "string") this.#sent.add(said.id);
      if (this.#isOver || this.#call.outlet.request?.(said.data) === true) continue;
      hints.tell(sessionTopic(sessionId), writeWord({ message: said.data }));
    }
    this.#seen = page?.events.at(-1)?.sequence;
  }

  /** Makes it known that its stream waits for the run. */
  async #keep(run: RunRecord): Promise<void> {
    const { store, lease } = this.#durable;
    const streamId = this.#call.outlet.resumption?.streamId;
    if (streamId === undefined || this.#own !== undefined) return;
    await lease.hold();
    const owned = { owner: lease.node(), epoch: 0, isRead: true, isDelivered: false };
    const record = { ...run, ...owned, streamId, joins: this.#key, asks: [], journal: {}, reply: undefined };
    const key = joinKey(this.#key, streamId);
    const version = await store.write(key, record, 0);
    if (version !== undefined) this.#hold({ key, record, version });
  }

  #hold(own: FoundRun): void {
    this.#own = own;
    if (this.#isOver) return;
    this.#putDown = this.#durable.pickUp(own.key, this);
  }

  /** Writes its record over the version that this node wrote last; false when another node has it. */
  async renew(): Promise<boolean> {
    if (this.#own === undefined || this.#isOver) return !this.#isOver;
    const { key, record, version } = this.#own;
    await this.#durable.lease.hold();
    const written = await this.#durable.store.write(key, record, version);
    if (written !== undefined) this.#own = { key, record, version: written };
    else this.#moveOn();
    return written !== undefined;
  }

  /** Its client can read the outcome. */
  async delivered(): Promise<void> {
    const own = this.#end();
    if (own !== undefined) await this.#durable.store.remove(own.key, own.version);
  }

  /** Lets another node have it: this one stops. */
  async release(): Promise<void> {
    const own = this.#end();
    if (own !== undefined)
      await this.#durable.store.write(own.key, { ...own.record, owner: "" }, own.version);
    this.#moveOn();
  }

  /** Its client goes on where another node writes. */
  #moveOn(): void {
    this.#end();
    this.#call.outlet.handOver?.();
    this.#call.cancel(cancelled("another node goes on with it"));
  }

  /** Gives its record, if there is one and it is this node's. */
  #end(): FoundRun | undefined {
    const own = this.#own;
    this.#own = undefined;
    this.#isOver = true;
    this.#putDown?.();
    return own;
  }
}

/** A message of a log that is no response. */
interface Said {
  readonly id: unknown;
  readonly sequence: number;
  readonly data: string;
}

function saidIn(page: LogPage | undefined): readonly Said[] {
  const events = page?.events ?? [];
  return events.flatMap(({ sequence, data }) => {
    const message: unknown = JSON.parse(data);
    return isObject(message) && message.method !== undefined ? [{ id: message.id, sequence, data }] : [];
  });
}
