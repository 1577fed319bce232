// What the tools of the app share.

import type { Broker } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { Logger } from "../../core/logger.js";
import type { ToolResult } from "../../protocol/content.js";
import type { KeyRing } from "../../seal/key-ring.js";
import type { ClientAudit } from "../audit/client-audit.js";
import { cardUrl } from "../inbox-urls.js";
import type { QuestionState, Questions } from "../questions/questions.js";
import type { QuestionTemplate } from "../questions/templates.js";

export interface ToolParts {
  readonly broker: Broker;
  readonly questions: Questions;
  readonly templates: ReadonlyMap<string, QuestionTemplate>;
  readonly clock: Clock;
  /** Where somebody serves an inbox with these questions just now; `undefined` where nobody does. */
  findInbox(): Promise<string | undefined>;
  /** Seals what clients carry for us. */
  readonly ring: KeyRing;
  /** True when clients that can show forms are asked to. */
  readonly askClient: boolean;
  /** Where it is written down what clients show; `undefined` where nothing is. */
  readonly audit: ClientAudit | undefined;
  /** True when the app stops: what is under way may go on elsewhere. */
  isStopping(): boolean;
  readonly logger: Logger;
  /** How long `elicit` waits when it is not told. */
  readonly waitSeconds: number;
  /** What the questions of one session are gathered under; says nothing of its id. */
  runOfSession(sessionId: string): string;
  /** Says what came of a question, and notes that its asker knows. */
  tell(state: QuestionState): Promise<ToolResult>;
}

/** Where a person answers a question, for whoever reads it: a link, or what to do where there is none. */
export async function whereAnswered(
  { findInbox }: Pick<ToolParts, "findInbox">,
  id: string,
): Promise<string> {
  const baseUrl = await findInbox();
  return baseUrl === undefined ? "in the inbox, once `beckon serve` runs" : `at ${cardUrl(baseUrl, id)}`;
}
