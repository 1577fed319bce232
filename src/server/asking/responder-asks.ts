// Elicitations that the server's responder is asked: each once, however many rounds wait for it.

import type { Clock } from "../../core/clock.js";
import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { Responder } from "../../core/elicitation/responder.js";
import { isObject } from "../../core/json.js";
import type { Logger } from "../../core/logger.js";
import type { TimerWheel } from "../../core/timer-wheel.js";
import type { OutsideAnswers } from "./outside-answers.js";
import type { Parked } from "./parked.js";

/** How the responder is asked. */
export interface ResponderAsk {
  readonly group: string;
  readonly expiresAt: number;
  /** For whom it is asked. */
  readonly whose: string;
  /** True for a page that the application completes: that the person went there is no answer yet. */
  readonly isCompletedOutside: boolean;
}

/** What the responder is busy with. */
export interface ResponderAsks {
  /**
   * Asks, unless it is being asked already; what comes of it is told to the outside answers. False when too much is
   * asked already for the same one.
   */
  begin(elicitation: Elicitation, how: ResponderAsk): boolean;
  /** Tells the responder that nobody wants the answer any more. */
  withdraw(id: string, reason: string): void;
  close(): void;
}

export function createResponderAsks(
  responder: Responder,
  outside: OutsideAnswers,
  limit: Parked,
  { clock, wheel, logger }: { readonly clock: Clock; readonly wheel: TimerWheel; readonly logger: Logger },
): ResponderAsks {
  const busy = new Map<string, AbortController>();

  async function ask(
    elicitation: Elicitation,
    { group, isCompletedOutside }: ResponderAsk,
    controller: AbortController,
  ): Promise<void> {
    const { signal } = controller;
    const answer = await respond(elicitation, group, signal);
    if (busy.get(elicitation.id) === controller) busy.delete(elicitation.id);
    if (signal.aborted || (isCompletedOutside && answer.action === "accept")) return;
    await outside.settle(elicitation.id, answer);
  }

  async function respond(
    elicitation: Elicitation,
    group: string,
    signal: AbortSignal,
  ): Promise<Answer<unknown>> {
    try {
      const answer = (await responder(elicitation, { signal, group })) ?? NOBODY;
      if (isAnswer(answer)) return answer;
      logger.error("The responder gave something that is no answer.");
      return NOBODY;
    } catch (error) {
      if (!signal.aborted) logger.error("The responder failed.", { error });
      return NOBODY;
    }
  }

  function withdraw(id: string, reason: string): void {
    const controller = busy.get(id);
    busy.delete(id);
    controller?.abort(new DOMException(reason, "AbortError"));
  }

  return {
    begin(elicitation, how) {
      const { id } = elicitation;
      const { expiresAt, whose } = how;
      if (busy.has(id)) return true;
      if (!limit.enter(whose)) return false;
      const controller = new AbortController();
      busy.set(id, controller);
      const expiry = wheel.schedule(Math.max(expiresAt - clock.now(), 0), () => withdraw(id, "expired"));
      ask(elicitation, how, controller)
        .catch((error) => logger.error("An answer could not be kept.", { error }))
        .finally(() => {
          limit.leave(whose);
          expiry.cancel();
        });
      return true;
    },
    withdraw,
    close() {
      for (const id of [...busy.keys()]) withdraw(id, "the server stops");
    },
  };
}

const NOBODY: Answer<unknown> = { action: "unavailable", reason: "nobody" };

const ACTIONS: ReadonlySet<unknown> = new Set(["accept", "decline", "cancel", "timeout", "unavailable"]);

/** Whoever writes a responder may give anything. */
const isAnswer = (value: unknown): boolean => isObject(value) && ACTIONS.has(value.action);
