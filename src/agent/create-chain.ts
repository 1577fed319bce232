// The chain of those who may answer an agent: by priority, then the terminal.

import { checkContent } from "../core/elicitation/check-content.js";
import { defineResponder, type Responder } from "../core/elicitation/responder.js";
import { BeckonError } from "../core/errors.js";
import type { Logger } from "../core/logger.js";
import { problemLine } from "../core/problem.js";
import { byPriority, type Prioritized } from "../responders/by-priority.js";
import { composed, withFallback } from "../responders/with-fallback.js";

/** Who may answer. */
export interface ChainOptions {
  readonly responders: readonly Prioritized[];
  /** Is asked when none of the others answers. */
  readonly terminal: Responder | undefined;
  readonly logger: Logger;
}

/** One responder; `undefined` when nobody answers. */
export function createChain({ responders, terminal, logger }: ChainOptions): Responder {
  const fitting = responders.map(({ priority, responder }) => ({ priority, responder: withFit(responder) }));
  const steps = [
    byPriority(fitting, { logger }),
    ...(terminal === undefined ? [] : [asLast(withFit(terminal))]),
  ];
  return withFallback(steps, { logger });
}

/** The terminal is asked also when it can show nothing: it says itself that nobody is there, and passes. */
const asLast = (terminal: Responder): Responder => {
  const { release, stay, deadline } = terminal;
  const last = defineResponder(["form", "url"], terminal, ["secret", "file"]);
  return Object.assign(last, release && { release }, stay && { stay }, deadline && { deadline });
};

/** Holds what a responder accepts against the form. One whose answer does not fit has failed, and the next is asked. */
const withFit = (responder: Responder): Responder =>
  composed([responder], async (elicitation, told) => {
    const answer = await responder(elicitation, told);
    if (answer?.action !== "accept" || elicitation.mode !== "form") return answer;
    const checked = checkContent(elicitation.schema, answer.content);
    if (checked.problems === undefined) return { ...answer, content: checked.value };
    const problems = checked.problems.map(problemLine).join("; ");
    throw new BeckonError("invalid-arguments", `An answer does not fit its form. ${problems}.`);
  });
