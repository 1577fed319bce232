// Lets an outgoing answer be stopped, and never changed.

import type { Answer } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import type { Responder } from "../core/elicitation/responder.js";
import type { MaybePromise } from "../core/maybe-promise.js";
import { composed } from "./with-fallback.js";

/** An answer in which a person, or a policy, gave something. */
export type Accepted = Answer & { readonly action: "accept" };

/** Says why an answer must not go out; `undefined` when it may. */
export type Guard = (answer: Accepted, elicitation: Elicitation) => MaybePromise<string | undefined>;

/**
 * Holds what is accepted against a guard before it goes out. A blocked answer is a cancellation with the guard's
 * reason. The guard sees copies: what it does to them changes nothing. A guard that throws blocks too.
 */
export const withGuard = (responder: Responder, guard: Guard): Responder =>
  composed([responder], async (elicitation, told) => {
    const answer = await responder(elicitation, told);
    if (answer?.action !== "accept") return answer;
    const copies = structuredClone({ answer, elicitation });
    const reason = await guard(copies.answer, copies.elicitation);
    return reason === undefined ? answer : { action: "cancel", reason: `Blocked: ${reason}` };
  });
