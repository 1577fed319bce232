// Puts together what asking needs of a server.

import type { Clock } from "../../core/clock.js";
import type { Pages } from "../../core/elicitation/pages.js";
import type { Responder } from "../../core/elicitation/responder.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Logger } from "../../core/logger.js";
import type { TimerWheel } from "../../core/timer-wheel.js";
import type { Vault } from "../../core/vault.js";
import { withDefaults } from "../../core/with-defaults.js";
import type { ChangeHints } from "../../replay/changes.js";
import { createRandomIds } from "../../replay/identifiers.js";
import { createNodeLease, type NodeLease } from "../../replay/node-lease.js";
import { createPins } from "../../replay/pins.js";
import { createRoundClaims } from "../../replay/round-claims.js";
import { createRounds } from "../../replay/rounds.js";
import { createSealedRecords } from "../../replay/sealed-records.js";
import { createStateSeal } from "../../replay/state-seal.js";
import { createStepScope } from "../../replay/step-scope.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { createDurableRuns } from "../durable/create-durable-runs.js";
import type { Hints } from "../hints.js";
import { createQuota } from "../quota.js";
import { type AskingOptions, askingDefaults } from "./asking-options.js";
import type { AskingParts } from "./asking-parts.js";
import { createAwaitedPages } from "./awaited-pages.js";
import { createChangeHints } from "./change-hints.js";
import { createHostedPages } from "./hosted-pages.js";
import { createLeftElicitations } from "./left-elicitations.js";
import { createOutsideAnswers } from "./outside-answers.js";
import { createResponderAsks } from "./responder-asks.js";
import { createSecretRecords } from "./secret-records.js";

/** How often a node looks for answers that it had no word of. */
const LOOK_MS = 15_000;

export interface CreateAskingOptions {
  readonly serverName: string;
  readonly responder: Responder | undefined;
  readonly pages: Pages | undefined;
  readonly vault: Vault | undefined;
  readonly given: AskingOptions | undefined;
  readonly engine: Engine;
  readonly keys: () => KeyRing;
  /** True when the keys were chosen, so that other processes may have them too. */
  readonly hasChosenKeys: () => boolean;
  readonly hints: Hints;
  readonly clock: Clock;
  readonly wheel: TimerWheel;
  readonly logger: Logger;
}

export function createAsking(parts: CreateAskingOptions): AskingParts {
  const { serverName, responder, pages, vault, given = {}, engine, keys, hasChosenKeys, hints } = parts;
  const { clock, wheel, logger } = parts;
  const options = withDefaults(askingDefaults, given);
  const leavesProcess = engine.shared || engine.durable;
  const records = createSealedRecords(engine.records, keys, leavesProcess);
  const outside = createOutsideAnswers({
    records,
    hints,
    logger,
    lookAgain: engine.shared ? (look) => every(wheel, LOOK_MS, look) : undefined,
  });
  const secrets = createSecretRecords({ records: engine.records, keys, clock, ttlMs: options.stateTtlMs });
  const asks = { secrets, clock, wheel, logger };
  const states = createStateSeal({
    keys,
    records: engine.records,
    isShared: leavesProcess,
    // Whoever could be given the state must be able to read what it leaves behind.
    maySpill: () => leavesProcess || !hasChosenKeys(),
  });
  const nodes = leavesProcess ? createNodes(parts, options.leaseMs) : undefined;
  return {
    serverName,
    options,
    responder,
    responderAsks:
      responder && createResponderAsks(responder, outside, createQuota(options.maxWaiting), asks),
    hosted: pages && createHostedPages(pages, outside, createQuota(options.maxWaiting), asks),
    vault,
    secrets,
    states,
    rounds: createRounds(records, nodes && createRoundClaims({ records: engine.records, logger, ...nodes })),
    outside,
    awaitedPages: createAwaitedPages(),
    left: createLeftElicitations(records),
    clock: parts.clock,
    stepScope: createStepScope(),
    pin: createPins(),
    randomId: createRandomIds(),
    onFirstState: once(() => {
      if (!hasChosenKeys())
        logger.info(
          "No keys are configured, so questions that are open when this process ends cannot be answered after it. Pass keys to createServer to keep them.",
        );
    }),
    onNoPages: once(() =>
      logger.warn(
        "Nobody could be asked for a secret or a file: no client shows such fields, and this server has no pages. Pass pages to createServer, or for secrets a responder whose fields name them.",
      ),
    ),
    watch: undefined,
    quota: createQuota(options.maxWaiting),
    durable:
      nodes &&
      createDurableRuns({
        ...parts,
        ...nodes,
        records,
        mostLength: () => states.mostBytes,
        openMs: options.stateTtlMs,
      }),
  };
}

/** What nodes need to go on with each other's runs. */
const createNodes = (
  { engine, hints, clock, wheel, logger }: CreateAskingOptions,
  leaseMs: number,
): { readonly lease: NodeLease; readonly hints: ChangeHints } => ({
  lease: createNodeLease({ records: engine.records, leaseMs, clock, wheel, logger }),
  hints: createChangeHints(hints, wheel, leaseMs / 2),
});

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}

/** Calls back again and again, until the function is called. */
function every(wheel: TimerWheel, ms: number, act: () => void): () => void {
  let timer = wheel.schedule(ms, again);
  function again(): void {
    timer = wheel.schedule(ms, again);
    act();
  }
  return () => timer.cancel();
}
