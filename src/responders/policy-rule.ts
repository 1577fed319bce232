// The rules of a policy: whom they are about, and what they do.

import type { FormContent } from "../core/elicitation/answer.js";
import type { AskMode, Elicitation } from "../core/elicitation/elicitation.js";
import { BeckonError } from "../core/errors.js";
import { schemaFingerprint } from "./schema-fingerprint.js";

/** What a rule is about. What is left out matches everything. */
export interface PolicyMatch {
  /** What the server is called; where the host does not name it, that is its own word. */
  readonly server?: string;
  /** Where the server is, as the host has configured it. */
  readonly origin?: string;
  /** The tool, prompt or uri that asks. */
  readonly tool?: string;
  /** The fingerprint of the form, from `schemaFingerprint`. */
  readonly schema?: string;
  /** The question, word for word. */
  readonly message?: string;
}

/** What a rule does. */
export type PolicyAction =
  /** The person is asked, as without a rule. */
  | "ask"
  /** The question is cancelled, and nobody sees it. */
  | "cancel"
  /** As cancel; and the server is not even told that anybody could be asked. Only for a whole server. */
  | "hide"
  /** The answer is given from here. Only for a form that is named by its fingerprint. */
  | { readonly content: FormContent };

/** One rule. The first one that matches counts. */
export interface PolicyRule {
  /** What the rule is called in answers and records. */
  readonly name: string;
  readonly when: PolicyMatch;
  readonly do: PolicyAction;
}

/** True when the rule is about this elicitation. */
export function matches(when: PolicyMatch, elicitation: Elicitation): boolean {
  const { server, origin, tool, schema, message } = when;
  const { asker } = elicitation;
  return (
    (server === undefined || server === asker.server) &&
    (origin === undefined || origin === asker.origin) &&
    (tool === undefined || tool === asker.target) &&
    (message === undefined || message === elicitation.message) &&
    (schema === undefined ||
      (elicitation.mode === "form" && schema === schemaFingerprint(elicitation.schema)))
  );
}

/** What a server is told under the rules, of what can be shown without them. */
export function declaredUnder(
  rules: readonly PolicyRule[],
  server: string | undefined,
  shown: readonly AskMode[],
): readonly AskMode[] {
  const about = rules.find(({ when }) => isWhole(when, server));
  if (about?.do === "hide") return [];
  // A rule that fills in a form can be shown one.
  return canAnswer(rules, server) && !shown.includes("form") ? [...shown, "form"] : shown;
}

/** True when one of the rules can come to answer a form of this server, or of any where none is named. */
function canAnswer(rules: readonly PolicyRule[], server: string | undefined): boolean {
  for (const { when, do: act } of rules) {
    const isAbout = when.server === undefined || server === undefined || when.server === server;
    if (typeof act === "object" && isAbout) return true;
    // Nothing gets past a rule about everything.
    if (isWhole(when, server)) return false;
  }
  return false;
}

/** True when a rule is about everything that this server asks. */
const isWhole = ({ server, origin, tool, schema, message }: PolicyMatch, of: string | undefined): boolean =>
  origin === undefined &&
  tool === undefined &&
  schema === undefined &&
  message === undefined &&
  (server === undefined || server === of);

/** Refuses a rule that cannot keep its promise. */
export function requireRule({ name, when, do: act }: PolicyRule): void {
  if (typeof name !== "string" || name.trim() === "")
    throw new BeckonError(
      "invalid-option",
      "A rule of a policy has no name. Its answers are recorded by it.",
    );
  const { origin, tool, schema, message } = when;
  if (act === "hide" && [origin, tool, schema, message].some((part) => part !== undefined))
    refuse(name, "hides something else than a whole server by its name, which only cancel can");
  if (typeof act === "object" && schema === undefined)
    refuse(name, "answers, and does not say by fingerprint which form it answers");
}

function refuse(name: string, reason: string): never {
  throw new BeckonError("invalid-option", `The rule ${name} ${reason}.`);
}
