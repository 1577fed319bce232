// Asks a question that is only in the terminal, and is gone when its asker no longer wants it.

import type { Answer } from "../core/elicitation/answer.js";
import type { Elicitation } from "../core/elicitation/elicitation.js";
import { ANSWERED_ELSEWHERE, type RespondOptions } from "../core/elicitation/responder.js";
import { messageOf } from "../core/message-of.js";
import type { ShownQuestion, TerminalQuestion } from "./question.js";
import type { SentForms } from "./sent-forms.js";

/** Shows it, and waits. Its end is the answer, or that of its signal. */
export function askInTerminal(
  show: (question: TerminalQuestion) => ShownQuestion,
  sentForms: SentForms,
  elicitation: Elicitation,
  { signal, group, repeats }: RespondOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const withdraw = (): void => {
      resolve({ action: "cancel", reason: "The question was withdrawn." });
      const isDone = elicitation.mode === "url" && messageOf(signal.reason) === ANSWERED_ELSEWHERE;
      if (isDone) shown.complete();
      else shown.remove(whyGone(signal));
    };
    const end = (answer: Answer): void => {
      signal.removeEventListener("abort", withdraw);
      // After the terminal was given back, so that what the asker prints is seen.
      setImmediate(resolve, answer);
    };
    let shown: ShownQuestion;
    try {
      shown = show({
        elicitation,
        group,
        repeats,
        sentBefore: sentForms.find(elicitation),
        settle(answer) {
          if (answer.action === "accept") sentForms.note(elicitation, answer.content);
          end(answer);
        },
        dropped: (reason) => end({ action: "cancel", reason }),
      });
    } catch (error) {
      return reject(error);
    }
    signal.addEventListener("abort", withdraw, { once: true });
  });
}

/** Why an answer is no longer wanted, as its asker says; most say it in an error. */
function whyGone({ reason }: AbortSignal): string {
  const isBare = reason instanceof DOMException && reason.message === BARE;
  return reason === undefined || isBare ? "answered elsewhere or no longer wanted" : messageOf(reason);
}

/** What an abort without a reason says. */
const BARE = "This operation was aborted";
