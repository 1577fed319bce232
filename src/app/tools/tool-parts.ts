// What the tools of the app share.

import type { Broker } from "../../broker/broker.js";
import type { Clock } from "../../core/clock.js";
import type { ToolResult } from "../../protocol/content.js";
import type { QuestionState, Questions } from "../questions/questions.js";
import type { QuestionTemplate } from "../questions/templates.js";

export interface ToolParts {
  readonly broker: Broker;
  readonly questions: Questions;
  readonly templates: ReadonlyMap<string, QuestionTemplate>;
  readonly clock: Clock;
  /** Where the inbox is. */
  readonly inboxUrl: string;
  /** True when clients that can show forms are asked to. */
  readonly askClient: boolean;
  /** How long `elicit` waits when it is not told. */
  readonly waitSeconds: number;
  /** What the questions of one session are gathered under; says nothing of its id. */
  runOfSession(sessionId: string): string;
  /** Says what came of a question, and notes that its asker knows. */
  tell(state: QuestionState, url: string): Promise<ToolResult>;
}
