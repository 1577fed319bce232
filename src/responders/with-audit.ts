// Writes down what is asked and what comes of it, in a record that is only ever added to.

import { type Clock, systemClock } from "../core/clock.js";
import type { Answer } from "../core/elicitation/answer.js";
import type { Asker, AskMode, Elicitation } from "../core/elicitation/elicitation.js";
import type { Responder } from "../core/elicitation/responder.js";
import { consoleLogger, type Logger, safeLogger } from "../core/logger.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { messageOf } from "../core/message-of.js";
import { redactContent, subjectOf } from "./redact.js";
import { composed } from "./with-fallback.js";

/** One line of the record. Secrets are not in it. */
export type AuditEntry = {
  readonly at: number;
  /** The elicitation. */
  readonly id: string;
  readonly group: string;
  readonly asker: Asker;
} & (
  | {
      readonly event: "asked";
      readonly mode: AskMode;
      readonly message: string;
      /** The names of the fields; absent for a page. */
      readonly fields?: readonly string[];
      /** The page without its query; absent for a form. */
      readonly url?: string;
    }
  | {
      readonly event: "answered";
      /** `passed-on` for "not me, ask the next", `failed` for a responder that threw. */
      readonly outcome: Answer["action"] | "passed-on" | "failed";
      /** The view or policy that the record is kept for. */
      readonly from: string;
      /** Who answered: a person, or a policy by its name. */
      readonly by?: string;
      readonly reason?: string;
      /** The answer, with secrets redacted. */
      readonly content?: { readonly [field: string]: unknown };
      readonly durationMs: number;
    }
);

/** Where the record goes. */
export interface AuditOptions {
  /** Adds a line. Nothing is asked that it cannot write down. */
  readonly append: (entry: AuditEntry) => MaybePromise<void>;
  /** What the audited view is called in the record, such as `"terminal"`. */
  readonly from: string;
  /** Hears of answers that could not be written down. @default standard error */
  readonly logger?: Logger;
  /** @default the machine's */
  readonly clock?: Clock;
}

/**
 * Keeps a record of what a responder is asked and how it ends. When `append` fails before the question, nobody is
 * asked; when it fails after the answer, that is logged, and the answer is not lost.
 */
export function withAudit(responder: Responder, options: AuditOptions): Responder {
  const { append, from, clock = systemClock } = options;
  const logger = safeLogger(options.logger ?? consoleLogger);
  return composed([responder], async (elicitation, told) => {
    const askedAt = clock.now();
    const about = { id: elicitation.id, group: told.group, asker: elicitation.asker };
    await append({
      ...about,
      at: askedAt,
      event: "asked",
      mode: elicitation.mode,
      message: elicitation.message,
      ...subjectOf(elicitation),
    });
    const answered = async (end: End): Promise<void> => {
      const at = clock.now();
      try {
        await append({ ...about, at, event: "answered", from, durationMs: at - askedAt, ...end });
      } catch (error) {
        logger.error("An answer could not be written down.", { id: elicitation.id, error });
      }
    };
    let answer: Answer | undefined;
    try {
      answer = await responder(elicitation, told);
    } catch (error) {
      await answered({ outcome: "failed", reason: messageOf(error) });
      throw error;
    }
    await answered(endOf(elicitation, answer));
    return answer;
  });
}

type End = Pick<AuditEntry & { event: "answered" }, "outcome" | "by" | "reason" | "content">;

function endOf(elicitation: Elicitation, answer: Answer | undefined): End {
  if (answer === undefined) return { outcome: "passed-on" };
  const { action: outcome } = answer;
  switch (answer.action) {
    case "accept":
      return {
        outcome,
        ...(answer.by !== undefined && { by: answer.by }),
        ...(elicitation.mode === "form" && { content: redactContent(elicitation.schema, answer.content) }),
      };
    case "decline":
    case "cancel":
    case "unavailable":
      return { outcome, ...(answer.reason !== undefined && { reason: answer.reason }) };
    case "timeout":
      return { outcome };
  }
}
