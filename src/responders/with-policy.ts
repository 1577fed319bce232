// Applies the rules of whoever runs a host before a person is asked.

import type { Answer } from "../core/elicitation/answer.js";
import { checkContent } from "../core/elicitation/check-content.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import { canShow, type Responder } from "../core/elicitation/responder.js";
import { problemLine } from "../core/problem.js";
import { declaredUnder, matches, type PolicyRule, requireRule } from "./policy-rule.js";
import { withKept } from "./with-fallback.js";

/** What the rules are applied to. */
export interface PolicyOptions {
  /** The rules; the first one that matches counts, and without any the person is asked. */
  readonly rules: readonly PolicyRule[];
  /** The server that the responder is attached to, so that `hide` shows it no modes. */
  readonly server?: string;
}

/** Asks the responder only what the rules leave to a person. An answer of a rule says so: `by` is `policy:` and its name. */
export function withPolicy(responder: Responder, { rules, server }: PolicyOptions): Responder {
  rules.forEach(requireRule);
  return withKept(
    [responder],
    async (elicitation, told) => {
      const rule = rules.find(({ when }) => matches(when, elicitation));
      const answer = rule === undefined ? undefined : answerOf(rule, elicitation);
      if (answer !== undefined) return answer;
      return canShow(responder, elicitation) ? responder(elicitation, told) : undefined;
    },
    () => declaredUnder(rules, server, responder.modes),
  );
}

/** What a rule says; `undefined` to ask. */
function answerOf({ name, do: act }: PolicyRule, elicitation: Elicitation): Answer | undefined {
  if (act === "ask") return undefined;
  if (typeof act === "string")
    return { action: "cancel", reason: `The policy ${name} lets nobody be asked.` };
  // A rule with a preset names a form, so only a form matches.
  if (elicitation.mode !== "form") return undefined;
  const checked = checkContent(elicitation.schema, act.content);
  return checked.problems === undefined
    ? { action: "accept", content: checked.value, by: `policy:${name}` }
    : {
        action: "cancel",
        reason: `The preset of the policy ${name} does not fit: ${checked.problems.map(problemLine).join("; ")}.`,
      };
}
