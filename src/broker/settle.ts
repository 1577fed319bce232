// Settles an elicitation: the size, the form and the files of the answer are checked, and the first one wins.

import type { FormContent } from "../core/elicitation/answer.js";
import type { ElicitationRecord, ElicitationStatus } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { andThen, isPromise, type MaybePromise } from "../core/maybe-promise.js";
import type { Problem } from "../core/problem.js";
import type { Body } from "./body.js";
import type { Acting, Change, Settling } from "./broker.js";
import { changeRecord, isAsked, isOpenStatus, isOverdue, NOT_ASKED } from "./change-record.js";
import { checkOf } from "./check-of.js";
import { endRecord, expireRecord } from "./end-record.js";
import { toKept } from "./kept-elicitation.js";
import { type Outcome, openOutcome } from "./outcome.js";
import { type BrokerParts, bodyOf, keptOf } from "./parts.js";
import { isSameAnswer } from "./same-answer.js";
import { isSurelyWithin } from "./surely-within.js";
import { noteSecrets } from "./untaken-secrets.js";

/** Says which files of an answer are none of its elicitation. */
export type FileCheck = (
  elicitationId: string,
  content: FormContent,
  fields: readonly string[],
) => MaybePromise<readonly Problem[]>;

/** The end of a session by its asker: that the person is asked was seen when they answered its forms. */
export interface SessionEnd {
  /** The last words, which the person reads. */
  readonly line: string | undefined;
}

export type SettleActing = Acting & { readonly key?: string };

const NOBODY: SettleActing = {};

export function settleElicitation(
  parts: BrokerParts,
  checkFiles: FileCheck,
  id: string,
  answer: Settling,
  acting: SettleActing = NOBODY,
  session?: SessionEnd,
): MaybePromise<Change> {
  const status = statusOf(answer);
  requireTexts(answer, acting);
  requireText("line", session?.line);
  const attempt = (record: ElicitationRecord): MaybePromise<Change | undefined> => {
    if (session === undefined && !isAsked(record, acting)) return NOT_ASKED;
    if (!isOpenStatus(record.status)) return refuseSettled(parts, record, status, answer, acting);
    const now = parts.clock.now();
    if (isOverdue(record, now))
      return andThen(expireRecord(parts, record), (expired) => expired && settledBy(parts, expired));
    const body = bodyOf(parts, record);
    if (answer.action !== "accept")
      return end(parts, record, body, status, reasonOutcome(now, answer, acting));
    return accept(parts, checkFiles, record, body, answer.content, acting, session?.line, now);
  };
  return changeRecord(parts.engine.elicitations, id, attempt, parts.recent.recordOf(id));
}

function accept(
  parts: BrokerParts,
  checkFiles: FileCheck,
  record: ElicitationRecord,
  body: Body,
  given: unknown,
  { by, from, key }: SettleActing,
  reason: string | undefined,
  now: number,
): MaybePromise<Change | undefined> {
  const maxBytes = body.more.maxAnswerBytes ?? parts.maxAnswerBytes;
  if (!isSurelyWithin(given, maxBytes)) {
    const text = writeContent(given);
    if (text === undefined) return invalid([{ path: "", message: "must be JSON" }]);
    const bytes = text.length > maxBytes ? text.length : Buffer.byteLength(text);
    if (bytes > maxBytes) return { ok: false, reason: "too-large", maxBytes };
  }
  const { schema } = body;
  const checked = checkOf(body)(given);
  if (checked.problems !== undefined) return invalid(checked.problems);
  const content = checked.value;
  const outcome: Outcome = { at: now, by, from, reason, key, content };
  if (schema === undefined || schema.files.length === 0) return end(parts, record, body, "accepted", outcome);
  return andThen(checkFiles(record.id, content, schema.files), (problems) =>
    problems.length > 0 ? invalid(problems) : end(parts, record, body, "accepted", outcome),
  );
}

const invalid = (problems: readonly Problem[]): Change => ({ ok: false, reason: "invalid", problems });

function end(
  parts: BrokerParts,
  record: ElicitationRecord,
  body: Body,
  status: ElicitationStatus,
  outcome: Outcome,
): MaybePromise<Change | undefined> {
  const hasSecrets = outcome.content !== undefined && (body.schema?.secrets.length ?? 0) > 0;
  // An asker that never comes back does not take its secrets out.
  if (hasSecrets)
    return andThen(noteSecrets(parts, record.id, outcome.at), () =>
      endNow(parts, record, body, status, outcome),
    );
  return endNow(parts, record, body, status, outcome);
}

function endNow(
  parts: BrokerParts,
  record: ElicitationRecord,
  body: Body,
  status: ElicitationStatus,
  outcome: Outcome,
): MaybePromise<Change | undefined> {
  const ended = endRecord(parts, record, status, outcome, body.schema?.secrets);
  if (isPromise(ended)) return ended.then((final) => final && done(final, body, outcome));
  return ended && done(ended, body, outcome);
}

function done(record: ElicitationRecord, body: Body, { at, by, from, reason }: Outcome): Change {
  return { ok: true, elicitation: toKept(record, body, { at, by, from, reason }, at), again: false };
}

function reasonOutcome(at: number, answer: Settling, { by, from, key }: SettleActing): Outcome {
  const reason = answer.action === "accept" ? undefined : answer.reason;
  return { at, by, from, reason, key, content: undefined };
}

/** Somebody was first; perhaps this very caller, whose reply was lost. */
function refuseSettled(
  parts: BrokerParts,
  record: ElicitationRecord,
  status: ElicitationStatus,
  answer: Settling,
  { key, by }: SettleActing,
): Change {
  const refused = settledBy(parts, record);
  if (key === undefined || record.status !== status || record.outcome === undefined) return refused;
  const outcome = openOutcome(parts.atRest, record.id, record.outcome);
  const check = checkOf(bodyOf(parts, record));
  return outcome.key === key && outcome.by === by && isSameAnswer(answer, outcome, check)
    ? { ok: true, elicitation: refused.elicitation, again: true }
    : refused;
}

function settledBy(parts: BrokerParts, record: ElicitationRecord): Extract<Change, { reason: "settled" }> {
  return { ok: false, reason: "settled", elicitation: keptOf(parts, record) };
}

/** Content as JSON; `undefined` when it is none. */
function writeContent(content: unknown): string | undefined {
  try {
    return content === undefined ? "" : JSON.stringify(content);
  } catch {
    // A circle, a bigint: the caller is told that it is no JSON, and nothing of what it is.
    return undefined;
  }
}

function statusOf(answer: Settling): ElicitationStatus {
  switch (answer.action) {
    case "accept":
      return "accepted";
    case "decline":
      return "declined";
    case "cancel":
      return "cancelled";
    default:
      throw new BeckonError("invalid-arguments", "An answer has no action. Give accept, decline or cancel.");
  }
}

/** How long a reason, a name or a key may be, in characters. */
const LONGEST = 10_000;

function requireTexts(answer: Settling, { by, from, key }: SettleActing): void {
  const reason = answer.action === "accept" ? undefined : answer.reason;
  requireText("reason", reason);
  requireText("by", by);
  requireText("from", from);
  requireText("key", key);
}

function requireText(name: string, text: unknown): void {
  if (text === undefined || (typeof text === "string" && text.length <= LONGEST)) return;
  throw new BeckonError(
    "invalid-arguments",
    `The ${name} of an answer is no text of at most ${LONGEST} characters.`,
  );
}
