// The pages that a server hosts, as a way to get answers.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { Pages } from "../../core/elicitation/pages.js";
import type { RespondOptions } from "../../core/elicitation/responder.js";
import type { Quota } from "../quota.js";
import type { OutsideAnswers } from "./outside-answers.js";
import {
  type AskedResponder,
  createResponderAsks,
  type ResponderAsks,
  type ResponderAsksOptions,
} from "./responder-asks.js";

export interface HostedPages {
  readonly pages: Pages;
  /** What people are asked on pages. */
  readonly asks: ResponderAsks;
}

export const createHostedPages = (
  pages: Pages,
  outside: OutsideAnswers,
  quota: Quota,
  options: ResponderAsksOptions,
): HostedPages => ({
  pages,
  // The page stays where it is; whoever comes back with the state finds it there.
  asks: createResponderAsks(toResponder(pages), outside, quota, { ...options, staysOpen: true }),
});

function toResponder(pages: Pages): AskedResponder {
  const respond = async (elicitation: Elicitation, how: RespondOptions): Promise<Answer | undefined> =>
    elicitation.mode === "form" ? pages.respond(elicitation, how) : undefined;
  return Object.assign(respond, {
    modes: ["form"] as const,
    takeDown: (id: string) => pages.withdraw(id),
    release: (id: string) => pages.release(id),
    ...(pages.stay && { stay: async (id: string, until: number) => pages.stay?.(id, until) }),
    ...(pages.deadline && { deadline: async (id: string) => pages.deadline?.(id) }),
  });
}
