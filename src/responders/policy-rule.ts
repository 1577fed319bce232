// The rules of a policy: whom they are about, and what they do.

import type { FormContent } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import { BeckonError } from "../core/errors.js";
import { schemaFingerprint } from "./schema-fingerprint.js";

/** What a rule is about. What is left out matches everything. */
export interface PolicyMatch {
  /** What the server is called. */
  readonly server?: string;
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
export function matches({ server, tool, schema, message }: PolicyMatch, elicitation: Elicitation): boolean {
  const { asker } = elicitation;
  return (
    (server === undefined || server === asker.server) &&
    (tool === undefined || tool === asker.target) &&
    (message === undefined || message === elicitation.message) &&
    (schema === undefined ||
      (elicitation.mode === "form" && schema === schemaFingerprint(elicitation.schema)))
  );
}

/** Refuses a rule that cannot keep its promise. */
export function requireRule({ name, when, do: act }: PolicyRule): void {
  if (typeof name !== "string" || name.trim() === "")
    throw new BeckonError(
      "invalid-option",
      "A rule of a policy has no name. Its answers are recorded by it.",
    );
  if (act === "hide" && (when.tool !== undefined || when.schema !== undefined || when.message !== undefined))
    refuse(name, "hides more than a whole server, which only cancel can");
  if (typeof act === "object" && when.schema === undefined)
    refuse(name, "answers, and does not say by fingerprint which form it answers");
}

function refuse(name: string, reason: string): never {
  throw new BeckonError("invalid-option", `The rule ${name} ${reason}.`);
}
