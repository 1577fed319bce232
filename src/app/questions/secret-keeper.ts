// Puts sensitive answers into the vault as soon as they are given, whether or not anybody comes for them.

import type { ElicitSpec } from "../../agent/spec.js";
import { sensitiveNames, withHandles } from "../../agent/with-handles.js";
import type { Broker, BrokerEvent, KeptElicitation } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import type { RecordStore } from "../../core/engine/records.js";
import { BeckonError } from "../../core/errors.js";
import type { Logger } from "../../core/logger.js";
import { pause } from "../../core/pause.js";
import type { Vault } from "../../core/vault.js";
import { isSample } from "../../web/api/samples.js";
import { redacted } from "../../web/api/to-resource.js";
import { type AskedRecords, specOf } from "./asked-records.js";

/** Whose the secrets of agents are, in the vault: the command line finds them there. */
export const SECRET_OWNER = "agent";

export interface SecretKeeperOptions {
  readonly broker: Broker;
  readonly asked: AskedRecords;
  readonly records: RecordStore;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly logger: Logger;
  /** How long handles are kept beside their question, in milliseconds. */
  readonly keepMs: number;
}

export interface SecretKeeper {
  /** The content of an accepted answer as a model may see it. Values are in the vault when it resolves. */
  content(elicitation: KeptElicitation, spec: ElicitSpec, given: FormContent): Promise<FormContent>;
  /** Stops following. */
  close(): Promise<void>;
}

/** The number of the last event that was looked at. */
const CURSOR = "app:secrets-followed";
/** How often the cursor is written where nothing was to be done. */
const CURSOR_EVENTS = 200;
const FIRST_PAUSE_MS = 1_000;
const MOST_TRIES = 8;
const FOLLOW_AGAIN_MS = 5_000;

/** Begins to follow the feed, from where the last process stopped. */
export function createSecretKeeper(options: SecretKeeperOptions): SecretKeeper {
  const { broker, asked, records, vault, clock, logger, keepMs } = options;
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other: two values that want the same name must not both find it free. */
  function content(elicitation: KeptElicitation, spec: ElicitSpec, given: FormContent): Promise<FormContent> {
    const names = sensitiveNames(spec);
    if (names.size === 0) return Promise.resolve(given);
    const mine = last.then(async () => {
      const known = await asked.handled(elicitation.id);
      if (known !== undefined) return known;
      // What a sample asks for is for nobody, not even for the vault.
      const handled = isSample(elicitation)
        ? redacted(given, elicitation.schema)
        : await withHandles(vault, SECRET_OWNER, spec, given);
      // In this order: what is only in one place must not be deleted there.
      await asked.putHandled(elicitation.id, handled, clock.now() + keepMs);
      await broker.redact(elicitation.id, [...names.keys()]);
      return handled;
    });
    last = mine.catch(() => {});
    return mine;
  }

  async function look(elicitation: KeptElicitation): Promise<boolean> {
    const spec = (await asked.get(elicitation.id))?.spec ?? specOf(elicitation);
    if (sensitiveNames(spec).size === 0) return false;
    const answer = await broker.getAnswer(elicitation.id);
    if (answer?.action === "accept") await content(elicitation, spec, answer.content);
    return true;
  }

  /** Tries again: the disk may be full, or the vault locked. True when there was something to do. */
  async function lookPatiently(elicitation: KeptElicitation): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await look(elicitation);
      } catch (error) {
        if (closing.signal.aborted) return false;
        logger.error("A sensitive answer could not be put into the vault.", { id: elicitation.id, error });
        if (attempt === MOST_TRIES) return false;
      }
      await pause(clock, FIRST_PAUSE_MS * 2 ** (attempt - 1), closing.signal);
    }
  }

  async function follow(): Promise<void> {
    const cursor = Number((await records.get(CURSOR))?.value);
    const { signal } = closing;
    if (Number.isSafeInteger(cursor)) {
      try {
        return await read(broker.watch({ after: cursor, signal }));
      } catch (error) {
        if (!(error instanceof BeckonError && error.code === "events-lost")) throw error;
      }
    }
    // Nobody knows what happened before: everything that is there is looked at, and then what comes.
    const changes = broker.watch({ signal });
    await lookAtAll();
    await read(changes);
  }

  async function lookAtAll(): Promise<void> {
    let cursor: string | undefined;
    do {
      const page = await broker.list({ status: ["accepted"] }, cursor === undefined ? {} : { cursor });
      for (const elicitation of page.elicitations) await lookPatiently(elicitation);
      cursor = page.cursor;
    } while (cursor !== undefined && !closing.signal.aborted);
  }

  async function read(changes: AsyncIterable<BrokerEvent>): Promise<void> {
    let unwritten = 0;
    for await (const { number, status, elicitation } of changes) {
      const isKept = status === "accepted" && elicitation !== undefined && (await lookPatiently(elicitation));
      if (closing.signal.aborted) return;
      unwritten += 1;
      if (!isKept && unwritten < CURSOR_EVENTS) continue;
      unwritten = 0;
      await records.put(CURSOR, String(number));
    }
  }

  /** Follows until it is closed, whatever happens to the engine on the way. */
  async function followOn(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        return await follow();
      } catch (error) {
        if (closing.signal.aborted || (error instanceof BeckonError && error.code === "closed")) return;
        logger.error("Answers could not be looked through for secrets; it is tried again.", { error });
      }
      await pause(clock, FOLLOW_AGAIN_MS, closing.signal);
    }
  }

  const following = followOn();
  return {
    content,
    async close() {
      closing.abort();
      await following;
      await last;
    },
  };
}
