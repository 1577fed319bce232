// What asking needs of a server.

import type { Responder } from "../../core/elicitation/responder.js";
import type { Vault } from "../../core/vault.js";
import type { Rounds } from "../../replay/rounds.js";
import type { RunTools } from "../../replay/run-start.js";
import type { RunWatch } from "../../replay/run-watch.js";
import type { StateSeal } from "../../replay/state-seal.js";
import type { DurableRuns } from "../durable/durable-runs.js";
import type { Quota } from "../quota.js";
import type { AskingOptions } from "./asking-options.js";
import type { AwaitedPages } from "./awaited-pages.js";
import type { HostedPages } from "./hosted-pages.js";
import type { LeftElicitations } from "./left-elicitations.js";
import type { OutsideAnswers } from "./outside-answers.js";
import type { ResponderAsks } from "./responder-asks.js";
import type { SecretRecords } from "./secret-records.js";

/** The parts of a server that asking is made of. */
export interface AskingParts extends RunTools {
  readonly serverName: string;
  readonly options: Required<AskingOptions>;
  readonly responder: Responder | undefined;
  readonly responderAsks: ResponderAsks | undefined;
  /** The pages that the server hosts itself. */
  readonly hosted: HostedPages | undefined;
  /** Where secrets are kept that outlive their run. */
  readonly vault: Vault | undefined;
  readonly secrets: SecretRecords;
  readonly states: StateSeal;
  readonly rounds: Rounds;
  readonly outside: OutsideAnswers;
  readonly awaitedPages: AwaitedPages;
  readonly left: LeftElicitations;
  /** Told when a state goes out: the first time the operator may have to hear of it. */
  readonly onFirstState: () => void;
  /** Told when a secret or a file could not be asked for, since there are no pages. */
  readonly onNoPages: () => void;
  /** Ids of runs, that nobody can guess. */
  readonly randomId: () => string;
  /** Who sees what handlers do; tests put one here. */
  watch: RunWatch | undefined;
  readonly quota: Quota;
  /** The legacy runs that others can go on with; absent where there are no others. */
  readonly durable: DurableRuns | undefined;
}
