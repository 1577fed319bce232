// Puts together what asking needs of a server.

import type { Clock } from "../../core/clock.js";
import type { Responder } from "../../core/elicitation/responder.js";
import type { Engine } from "../../core/engine/engine.js";
import type { Logger } from "../../core/logger.js";
import type { TimerWheel } from "../../core/timer-wheel.js";
import { withDefaults } from "../../core/with-defaults.js";
import { createRandomIds } from "../../replay/identifiers.js";
import { createPins } from "../../replay/pins.js";
import { createRounds } from "../../replay/rounds.js";
import { createSealedRecords } from "../../replay/sealed-records.js";
import { createStateSeal } from "../../replay/state-seal.js";
import { createStepScope } from "../../replay/step-scope.js";
import type { KeyRing } from "../../seal/key-ring.js";
import type { Hints } from "../hints.js";
import { type AskingOptions, askingDefaults } from "./asking-options.js";
import type { AskingParts } from "./asking-parts.js";
import { createOutsideAnswers } from "./outside-answers.js";
import { createParked } from "./parked.js";
import { createResponderAsks } from "./responder-asks.js";
import { createWaitingAsks } from "./waiting-asks.js";

/** How often a node looks for answers that it had no word of. */
const LOOK_MS = 15_000;

export interface CreateAskingOptions {
  readonly serverName: string;
  readonly responder: Responder | undefined;
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
  const { serverName, responder, given = {}, engine, keys, hasChosenKeys, hints, logger } = parts;
  const options = withDefaults(askingDefaults, given);
  const leavesProcess = engine.shared || engine.durable;
  const records = createSealedRecords(engine.records, keys, leavesProcess);
  const outside = createOutsideAnswers({
    records,
    hints,
    logger,
    lookAgain: engine.shared ? (look) => every(parts.wheel, LOOK_MS, look) : undefined,
  });
  return {
    serverName,
    options,
    responder,
    responderAsks:
      responder && createResponderAsks(responder, outside, createParked(options.maxWaiting), parts),
    // Whoever could be given the state must be able to read what it leaves behind.
    states: createStateSeal({
      keys,
      records: engine.records,
      maySpill: () => leavesProcess || !hasChosenKeys(),
    }),
    rounds: createRounds(records),
    outside,
    waiting: createWaitingAsks(records),
    stepScope: createStepScope(),
    pin: createPins(),
    randomId: createRandomIds(),
    onFirstState: once(() => {
      if (!hasChosenKeys())
        logger.info(
          "No keys are configured, so questions that are open when this process ends cannot be answered after it. Pass keys to createServer to keep them.",
        );
    }),
    watch: undefined,
    parked: createParked(options.maxWaiting),
  };
}

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
