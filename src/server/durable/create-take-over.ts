// Goes on with the runs of nodes that died, on behalf of a request of the same session and principal.

import { recover } from "../../core/maybe-promise.js";
import { errorMessage } from "../../protocol/json-rpc.js";
import type { Call } from "../call/call.js";
import { runCall } from "../run-call.js";
import { sessionCall } from "../sessions/session-call.js";
import { callStream, lostResponse } from "../streams/call-stream.js";
import { requestsOf, writerOf } from "../streams/event-id.js";
import type { TransportParts } from "../transport-parts.js";
import type { DurableRuns } from "./durable-runs.js";
import { endAsks } from "./end-asks.js";
import { createForgetCalls } from "./forget-calls.js";
import { LoggedOutlet } from "./logged-outlet.js";
import type { RunRecord } from "./run-record.js";
import type { FoundRun } from "./run-store.js";
import { messagesIn, readSentMessages, type SentMessages } from "./sent-messages.js";
import type { Requester, TakeOver } from "./take-over.js";

export function createTakeOver(http: TransportParts, durable: DurableRuns): TakeOver {
  const { server } = http;
  const { store, lease } = durable;
  const { logger, wheel, stopping, engine, events, asking } = server;
  const attempt = (work: () => Promise<unknown>): void =>
    void http.running.during(
      Promise.resolve(
        recover<unknown>(work, (error) => logger.error("A run could not be taken over.", { error })),
      ),
    );

  async function goOn(found: FoundRun, requester: Requester): Promise<void> {
    const { session, access } = requester;
    if (found.record.principalId !== access.principal?.id || stopping.begun) return;
    const claimed = await store.claim(found);
    if (claimed === undefined) return;
    const sent = await readSentMessages(events, claimed.record);
    begin(claimed, sent, requester);
    logger.info("A run goes on here: its node is gone.", {
      method: claimed.record.method,
      sessionId: session.id,
      epoch: claimed.record.epoch,
    });
  }

  function begin(claimed: FoundRun, sent: SentMessages, { session, access, headers }: Requester): void {
    const { callId, method, params, streamId, progress } = claimed.record;
    const outlet = new LoggedOutlet(http, session.id, streamId);
    const message = { kind: "request", id: callId, method, params } as const;
    const client = http.readClient(session.client);
    const call = sessionCall(session, message, { access, client, transport: "http", headers, outlet });
    if (progress !== undefined) call.progress = progress;
    durable.take(call, { ...claimed, sent: sent.requests });
    runCall(http, call, {
      done: (_, response) => deliver(call, outlet.settle(response?.text, sent.hasResponse || sent.isEnded)),
    });
  }

  const deliver = (call: Call, written: unknown): void =>
    attempt(async () => {
      await written;
      await durable.delivered(call);
    });

  /** Looks at the runs of a session that are meant; looks again while their nodes live. */
  function watch(
    requester: Requester,
    isMeant: (record: RunRecord) => boolean,
    isWanted: () => boolean,
  ): void {
    const look = async (): Promise<void> => {
      if (stopping.begun || !isWanted()) return;
      let isThere = false;
      for await (const found of store.each(requester.session.id)) {
        if (!isMeant(found.record)) continue;
        isThere = true;
        await goOn(found, requester);
      }
      if (isThere && !stopping.begun && isWanted()) wheel.schedule(lease.leaseMs / 2, () => attempt(look));
    };
    attempt(look);
  }

  /** Reads what a node wrote that died before it could tell; ends a stream that nobody can go on with. */
  function watchWriter(
    { session }: Requester,
    streamId: string,
    isWanted: () => boolean,
    refresh: () => void,
  ): void {
    const writer = writerOf(streamId);
    const look = async (): Promise<void> => {
      if (writer === undefined || stopping.begun || !isWanted()) return;
      refresh();
      if (!(await lease.isAlive(writer)) && !(await mayGoOn(session.id, streamId)))
        await lose(session.id, streamId);
      // Whoever told of it may have died in the middle of that.
      if (isWanted()) wheel.schedule(lease.leaseMs / 2, () => attempt(look));
    };
    attempt(look);
  }

  /** True when there is a run for the stream, or one of the session that only a holder of other keys can read. */
  async function mayGoOn(sessionId: string, streamId: string): Promise<boolean> {
    for await (const { record } of store.all(sessionId))
      if (record === undefined || record.streamId === streamId) return true;
    return false;
  }

  /** Ends a stream that nobody writes any more: one node does, and another one if that dies meanwhile. */
  async function lose(sessionId: string, streamId: string): Promise<void> {
    const stream = callStream(server, sessionId, streamId);
    const page = await events.read(stream.key, 0);
    if (page === undefined || page.ended) return;
    const expiresAt = server.clock.now() + lease.leaseMs;
    const claimed = await engine.records.put(lostKey(stream.key), "", { ifVersion: 0, expiresAt });
    if (claimed === undefined) return;
    const told = messagesIn(page).flatMap(({ id, method }) => (method === undefined ? [id] : []));
    for (const id of requestsOf(streamId))
      if (!told.includes(id)) stream.append(errorMessage(id, lostResponse()));
    stream.end();
    await stream.written();
  }

  durable.whenJoined(async (found, { access, headers }) => {
    const session = await engine.sessions.get(found.record.sessionId);
    if (session !== undefined) await goOn(found, { session, access, headers });
  });

  const forgetCall = createForgetCalls({ server, durable, attempt });

  /** Forgets all runs of a session, readable here or not. */
  async function forgetAll(sessionId: string): Promise<void> {
    for await (const found of store.all(sessionId)) {
      const isOurs = await store.remove(found.key);
      if (isOurs && found.record !== undefined) await endAsks(asking, found.record);
    }
  }

  return {
    forAnswer(requester, questionId) {
      watch(
        requester,
        ({ asks }) => asks.some(({ id }) => id === questionId),
        () => true,
      );
    },
    forStream(requester, streamId, reader, refresh) {
      const isWanted = (): boolean => !reader.closed;
      watch(requester, (record) => record.streamId === streamId && !record.isDelivered, isWanted);
      watchWriter(requester, streamId, isWanted, refresh);
    },
    forget(sessionId, callId) {
      if (callId === undefined) attempt(() => forgetAll(sessionId));
      else forgetCall(sessionId, callId);
    },
  };
}

const lostKey = (stream: string): string => `lost:${stream}`;
