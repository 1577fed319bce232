// Puts a broker together: each act is a file beside this one.

import { systemClock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { consoleLogger, safeLogger } from "../core/logger.js";
import { andThen } from "../core/maybe-promise.js";
import { createTimerWheel } from "../core/timer-wheel.js";
import { withDefaults } from "../core/with-defaults.js";
import { createAsides } from "./asides.js";
import { createAtRest } from "./at-rest.js";
import type { Broker, Lease } from "./broker.js";
import { claimElicitation } from "./claim.js";
import { createElicitation } from "./create.js";
import { createDeadlines } from "./deadlines.js";
import { createDrafts } from "./drafts.js";
import { createFeedId } from "./feed-id.js";
import { createFiles } from "./files.js";
import { FeedFollower } from "./follow-feed.js";
import { createIds } from "./ids.js";
import { createLeases } from "./leases.js";
import { createLimits } from "./limits.js";
import { listElicitations } from "./list.js";
import { createMutes } from "./mutes.js";
import { type BrokerOptions, defaults, requireOptions } from "./options.js";
import type { BrokerParts } from "./parts.js";
import { getAnswer, getElicitation, redactAnswer } from "./read.js";
import { RecentBodies } from "./recent-bodies.js";
import { createBrokerResponder } from "./responder.js";
import { createSchemas } from "./schemas.js";
import { settleElicitation } from "./settle.js";
import { createSweep } from "./sweep.js";
import { createTemplates } from "./templates.js";
import { createTranscripts } from "./transcripts.js";
import { waitForAnswer } from "./wait.js";
import { Waits } from "./waits.js";
import { watchElicitations } from "./watch.js";
import { withdrawElicitation } from "./withdraw.js";

/**
 * Creates a broker: it keeps elicitations until they are settled, whoever asks and whoever answers.
 *
 * @example
 * import { createBroker } from "beckon/broker";
 * import { createMemoryEngine } from "beckon/engines/memory";
 *
 * const broker = createBroker({ engine: createMemoryEngine() });
 */
export function createBroker(options: BrokerOptions): Broker {
  const settings = withDefaults({ ...defaults, clock: systemClock }, options);
  requireOptions(settings);
  const { engine, clock, sweepMs } = settings;
  const logger = safeLogger(options.logger ?? consoleLogger);
  const wheel = createTimerWheel({
    clock,
    onError: (error) => logger.error("A timer of the broker failed.", { error }),
  });
  const parts: BrokerParts = {
    engine,
    clock,
    wheel,
    logger,
    atRest: createAtRest(engine, options.keys),
    schemas: createSchemas(),
    recent: new RecentBodies(),
    waits: new Waits(),
    claims: new Map(),
    newId: options.newId ?? createIds(clock),
    judgeUrl: options.judgeUrl,
    retentionMs: settings.retentionMs,
    maxAnswerBytes: settings.maxAnswerBytes,
  };
  const limits = createLimits(options.limits);
  const leases = createLeases(parts, settings.leaseMs);
  const files = createFiles(parts, options.files);
  const sweep = createSweep(parts, leases, files);
  const deadlines = createDeadlines(parts, sweep.expireDue, sweep.lapseClaim);
  const follower = new FeedFollower(parts, settings.rereadMs);
  const templates = createTemplates();
  const creating = { parts, limits, deadlines, leases };
  const waiting = { parts, follower, deadlines };
  const asking = new Map<string, number>();
  let ownLease: Promise<Lease> | undefined;
  let closed: Promise<void> | undefined;

  function requireOpen(): void {
    if (closed !== undefined)
      throw new BeckonError("closed", "The broker is closed. Ask, answer and wait with another one.");
  }

  async function takeOwnLease(): Promise<Lease> {
    try {
      // When it is lost, what is asked next hangs on another one.
      return await leases.take(() => {
        ownLease = undefined;
      });
    } catch (error) {
      // Whoever asks next tries again.
      ownLease = undefined;
      throw error;
    }
  }

  let sweeping: Promise<void> = Promise.resolve();
  const sweepLater = (ms: number): void => {
    wheel.schedule(ms, () => {
      sweeping = sweepOn();
    });
  };
  async function sweepOn(): Promise<void> {
    await sweep.all();
    if (!follower.isClosed) sweepLater(sweepMs);
  }
  // What became due while no process was there is found at once, and not on somebody's time.
  sweepLater(0);

  async function close(): Promise<void> {
    const swept = sweep.stop();
    try {
      await leases.close();
    } finally {
      // It still needs the engine, which may be closed as soon as the broker is.
      await swept;
      const over = new BeckonError("closed", "The broker is closed. Wait with another one.");
      for (const id of parts.waits.ids()) parts.waits.fail(id, over);
      follower.close();
      deadlines.close();
      wheel.close();
      // Its engine may be closed as soon as this is.
      await sweeping;
    }
  }

  const broker: Broker = {
    leavesProcess: engine.shared || engine.durable,
    create(elicitation, createOptions) {
      requireOpen();
      return createElicitation(creating, elicitation, createOptions);
    },
    defineTemplate: (name, template) => templates.define(name, template),
    createFrom(name, variables, use) {
      requireOpen();
      return andThen(templates.fill(name, variables, use), (elicitation) =>
        createElicitation(creating, elicitation, { guarded: true }),
      );
    },
    lease: () => leases.take(),
    files: {
      open: files.open,
      remove: files.remove,
      async write(elicitationId, file, stream) {
        requireOpen();
        return files.write(elicitationId, file, stream);
      },
    },
    drafts: createDrafts(parts),
    mutes: createMutes(parts),
    asides: createAsides(parts),
    transcripts: createTranscripts(parts, (id, content, by, line) => {
      requireOpen();
      const acting = { ...(by !== undefined && { by }), from: "session" };
      return settleElicitation(parts, files.check, id, { action: "accept", content }, acting, { line });
    }),
    get: (id) => getElicitation(parts, id),
    list: (filter, page) => listElicitations(parts, filter, page),
    claim(id, acting) {
      requireOpen();
      return claimElicitation(parts, deadlines, id, acting);
    },
    settle(id, answer, acting) {
      requireOpen();
      return settleElicitation(parts, files.check, id, answer, acting);
    },
    withdraw(id, reason, acting) {
      requireOpen();
      return withdrawElicitation(parts, id, reason, acting);
    },
    getAnswer: (id) => getAnswer(parts, id),
    redact: (id, fields) => redactAnswer(parts, id, fields),
    async wait(id, { signal } = {}) {
      requireOpen();
      return waitForAnswer(waiting, id, signal);
    },
    watch: (watchOptions) => watchElicitations(parts, follower, watchOptions),
    feedPosition: () => follower.begin(),
    feedId: createFeedId(parts),
    responder: (responderOptions = {}) =>
      createBrokerResponder(
        {
          parts,
          broker,
          leases,
          asking,
          ownLease() {
            ownLease ??= takeOwnLease();
            return ownLease;
          },
        },
        responderOptions,
      ),
    close() {
      closed ??= close();
      return closed;
    },
    [Symbol.asyncDispose]: () => broker.close(),
  };
  return broker;
}
