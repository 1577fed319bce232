// Lines of the audit for what a client shows itself: it is asked and answered within a call, and in no change feed.

import type { Told } from "../../agent/tell-model.js";
import type { Clock } from "../../core/clock.js";
import type { Asker } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Logger } from "../../core/logger.js";
import { pause } from "../../core/pause.js";
import { askedFacts, contentFacts, fitted, type LineParts, settledFacts } from "./audit-line.js";

/** What a client was asked to show. */
export interface ClientQuestion {
  /** What it is called in the audit. */
  readonly id: string;
  readonly askedAt: number;
  readonly message: string;
  readonly schema: FormSchema;
  readonly asker: Asker;
  /** When an answer is too late; `undefined` without a deadline. */
  readonly expiresAt: number | undefined;
}

/** The audit as whoever asks a client sees it. */
export interface ClientAudit {
  /** Resolves when the disk has the line. Rejects when it cannot be written: then nothing is to be asked. */
  asked(question: ClientQuestion): Promise<void>;
  /** Says what came of it; a line that cannot be written just now is written as soon as it can be. */
  settled(question: ClientQuestion, end: ClientEnd): Promise<void>;
}

/** How a question to a client ended: as it was told, or with its call. */
export type ClientEnd = Told | { readonly action: "withdraw"; readonly reason: string };

/** A line, and what it is the only one of. */
export interface ClientLine {
  readonly event: "asked" | "settled";
  readonly id: string;
  readonly text: string;
}

/** What the lines are written with. */
export interface ClientAuditParts extends Pick<LineParts, "nameOf" | "onTooLong"> {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Adds a line, unless it is there already. */
  write(line: ClientLine): Promise<void>;
}

const VIEW = "client";
const AGAIN_MS = 5_000;

export function createClientAudit(parts: ClientAuditParts): ClientAudit & { close(): Promise<void> } {
  const { clock, logger, write } = parts;
  const closing = new AbortController();
  const owed = new Set<Promise<void>>();

  /** Until it is written, or a last time when everything stops. */
  async function writeLater(line: ClientLine): Promise<void> {
    for (;;) {
      await pause(clock, AGAIN_MS, closing.signal);
      try {
        await write(line);
        logger.warn("A line of the audit is written that could not be before.", { id: line.id });
        return;
      } catch (error) {
        if (!closing.signal.aborted) continue;
        logger.error("The audit misses how a question to a client ended.", { id: line.id, error });
        return;
      }
    }
  }

  return {
    asked: (question) => write(askedLine(parts, question)),
    async settled(question, end) {
      const line = settledLine(parts, question, end, clock.now());
      try {
        await write(line);
      } catch (error) {
        logger.error("The audit cannot be written. It is tried again.", { id: line.id, error });
        const later = writeLater(line).finally(() => owed.delete(later));
        owed.add(later);
      }
    },
    async close() {
      closing.abort();
      await Promise.all(owed);
    },
  };
}

function askedLine(parts: ClientAuditParts, question: ClientQuestion): ClientLine {
  const { id, askedAt } = question;
  const head = { at: new Date(askedAt).toISOString(), event: "asked", id } as const;
  const facts = askedFacts({ ...question, mode: "inline", url: undefined, audience: undefined, tags: [] });
  return { event: head.event, id, text: fitted(parts, head, { ...facts, from: VIEW }) };
}

function settledLine(
  parts: ClientAuditParts,
  question: ClientQuestion,
  end: ClientEnd,
  at: number,
): ClientLine {
  const { id, askedAt: createdAt, schema, asker } = question;
  const head = { at: new Date(at).toISOString(), event: "settled", id } as const;
  const reason = "reason" in end ? end.reason : undefined;
  // Which person sat at the client only the client knows.
  const settled = { at, by: asker.principalId, from: VIEW, reason };
  const facts = settledFacts(parts, STATUS[end.action], { ...question, createdAt, settled });
  const answer = end.action === "accept" ? contentFacts(end.content, schema) : {};
  return { event: head.event, id, text: fitted(parts, head, { ...facts, ...answer }) };
}

const STATUS = {
  accept: "accepted",
  decline: "declined",
  cancel: "cancelled",
  timeout: "expired",
  unavailable: "unavailable",
  withdraw: "withdrawn",
} as const;
