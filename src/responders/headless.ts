// The responder where there is nobody: says who asked what, and cancels at once.

import type { AskMode, Elicitation } from "../core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../core/elicitation/responder.js";
import { subjectOf } from "./redact.js";

/** Where it is said, and what helps. */
export interface HeadlessOptions {
  /** Where the line goes, such as `process.stderr`. */
  readonly output: { write(text: string): unknown };
  /** How an answer can be supplied, as a sentence. @default "Run it where somebody can answer, or give a policy." */
  readonly supply?: string;
  /** What servers are told it can show. An empty list keeps them from asking. @default both */
  readonly modes?: readonly AskMode[];
}

/**
 * For runs without a person, as in CI. It never waits and never reads anything. Each question gets one line on the
 * output and the answer `cancel`, with the reason. It makes up neither a yes nor a no.
 */
export function headless(options: HeadlessOptions): Responder {
  const {
    output,
    supply = "Run it where somebody can answer, or give a policy.",
    modes = ["form", "url"],
  } = options;
  return defineResponder(modes, async (elicitation) => {
    output.write(`${printable(lineOf(elicitation))} ${supply}\n`);
    return { action: "cancel", reason: "Nobody is there to answer: this runs without a person." };
  });
}

const MOST_MESSAGE = 500;

function lineOf(elicitation: Elicitation): string {
  const { asker, message } = elicitation;
  const about = asker.target === undefined ? asker.method : `${asker.method} ${asker.target}`;
  const subject = subjectOf(elicitation);
  const wanted =
    "url" in subject ? `to open ${subject.url}` : `for ${subject.fields.join(", ") || "approval"}`;
  const text = message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message;
  return `beckon: ${asker.server} (${about}) asks ${wanted}: “${text}”. Nobody is there, so it was cancelled.`;
}

/** Spells out what could steer a terminal, end the line or reorder it. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
