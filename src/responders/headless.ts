// The responder where there is nobody: says who asked what, and cancels at once.

import { askerAt } from "../core/elicitation/asker-at.js";
import type { AskMode, Elicitation } from "../core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../core/elicitation/responder.js";
import { declaredUnder, type PolicyRule } from "./policy-rule.js";
import { subjectOf } from "./redact.js";
import { withPolicy } from "./with-policy.js";

/** Where it is said, and what is answered all the same. */
export interface HeadlessOptions {
  /** Where the line goes, such as `process.stderr`. */
  readonly output: { write(text: string): unknown };
  /** How an answer can be supplied, as a sentence. @default "Run it where somebody can answer, or give a policy." */
  readonly supply?: string;
  /** What has an answer without a person, as in `withPolicy`. @default nothing */
  readonly rules?: readonly PolicyRule[];
  /** The server that it is attached to, as in `withPolicy`. */
  readonly server?: string;
  /**
   * What servers are told besides, although nobody can be shown it: to find out what they would ask, and which rules are
   * missing. @default nothing
   */
  readonly modes?: readonly AskMode[];
}

/**
 * For runs without a person, as in CI. It never waits and never reads anything. Servers are told of forms only where a
 * rule answers one. A question that has no rule gets one line on the output and the answer `cancel`, with the reason.
 * It makes up neither a yes nor a no.
 */
export function headless(options: HeadlessOptions): Responder {
  const { output, supply = "Run it where somebody can answer, or give a policy.", rules = [] } = options;
  // It says its line of everything that it is asked, also of what it does not declare.
  const nobody = defineResponder(
    ["form", "url"],
    async (elicitation) => {
      output.write(`${printable(lineOf(elicitation))} ${supply}\n`);
      return { action: "cancel", reason: "Nobody is there to answer: this runs without a person." };
    },
    ["secret", "file"],
  );
  const { server, modes = [] } = options;
  const ruled = withPolicy(nobody, { rules, ...(server !== undefined && { server }) });
  return defineResponder(declaredUnder(rules, server, modes), ruled);
}

const MOST_MESSAGE = 500;

function lineOf(elicitation: Elicitation): string {
  const { asker, message } = elicitation;
  const about = asker.target === undefined ? asker.method : `${asker.method} ${asker.target}`;
  const subject = subjectOf(elicitation);
  const wanted =
    "url" in subject ? `to open ${subject.url}` : `for ${subject.fields.join(", ") || "approval"}`;
  const text = message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message;
  return `beckon: ${askerAt(asker)} (${about}) asks ${wanted}: “${text}”. Nobody is there, so it was cancelled.`;
}

/** Spells out what could steer a terminal, end the line or reorder it. */
const printable = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
