// What asking needs of a server.

import type { Responder } from "../../core/elicitation/responder.js";
import type { Pin } from "../../replay/pins.js";
import type { Rounds } from "../../replay/rounds.js";
import type { RunWatch } from "../../replay/run-watch.js";
import type { StateSeal } from "../../replay/state-seal.js";
import type { StepScope } from "../../replay/step-scope.js";
import type { AskingOptions } from "./asking-options.js";
import type { OutsideAnswers } from "./outside-answers.js";
import type { Parked } from "./parked.js";
import type { ResponderAsks } from "./responder-asks.js";
import type { WaitingAsks } from "./waiting-asks.js";

/** The parts of a server that asking is made of. */
export interface AskingParts {
  readonly serverName: string;
  readonly options: Required<AskingOptions>;
  readonly responder: Responder | undefined;
  readonly responderAsks: ResponderAsks | undefined;
  readonly states: StateSeal;
  readonly rounds: Rounds;
  readonly outside: OutsideAnswers;
  readonly waiting: WaitingAsks;
  readonly stepScope: StepScope;
  readonly pin: Pin;
  /** Told when a state goes out: the first time the operator may have to hear of it. */
  readonly onFirstState: () => void;
  /** Ids of runs, that nobody can guess. */
  readonly randomId: () => string;
  /** Who sees what handlers do; tests put one here. */
  watch: RunWatch | undefined;
  readonly parked: Parked;
}
