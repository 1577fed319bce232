// A question on its way through a client of the legacy era, until it replies or nobody waits any more.

import type { ClientReply } from "../sessions/client-reply.js";
import type { OpenRequest, ReplyTaker } from "../sessions/client-requests.js";
import type { OpenQuestion } from "./asked.js";
import { readVisit } from "./asked-question.js";
import type { UnderWay } from "./wait-stops.js";

/** Whoever has the question asked. */
export interface Asking {
  /** True once another node asks it. */
  readonly isElsewhere: boolean;
}

// One object, since thousands may wait.
export class ClientAsk implements ReplyTaker, UnderWay {
  readonly #asking: Asking;
  readonly #ask: OpenQuestion;
  /** True when the client only sends the person to a page. */
  readonly #isVisit: boolean;
  /** The request, until it is replied to. */
  #request: OpenRequest | undefined;
  #isReplied = false;

  constructor(asking: Asking, ask: OpenQuestion, isVisit: boolean) {
    this.#asking = asking;
    this.#ask = ask;
    this.#isVisit = isVisit;
  }

  /** Says which request it waits for. */
  waitFor(request: OpenRequest): void {
    if (!this.#isReplied) this.#request = request;
  }

  replied(reply: ClientReply): void {
    const ask = this.#ask;
    this.#isReplied = true;
    this.#request = undefined;
    if ("error" in reply) return ask.settle(ask.spec.fromError(reply.error));
    const said = this.#isVisit ? readVisit(reply.result) : ask.spec.fromClient(reply.result);
    if (said === undefined)
      ask.settle(ask.spec.fromError({ code: 0, message: "its result is none of this request" }));
    else if ("answer" in said) ask.settle(said.answer);
  }

  stop(): void {
    this.#request?.withdraw(this.#asking.isElsewhere ? undefined : "The answer is not needed any more.");
  }
}
