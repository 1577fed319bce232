// Who answers what a server asks of this host: a file of answers, then the terminal, else nobody.

import type { Elicitation, UrlElicitation } from "../../core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../../core/elicitation/responder.js";
import { headless } from "../../responders/headless.js";
import { schemaFingerprint } from "../../responders/schema-fingerprint.js";
import { withPolicy } from "../../responders/with-policy.js";
import { readAnswers } from "../answers/answers-file.js";
import type { Surroundings } from "../frame/surroundings.js";
import { openTerminal } from "../terminal/open-terminal.js";

/** A responder, and whether it was ever asked in vain. */
export interface HostResponder {
  readonly responder: Responder;
  /** True when something was asked that nobody could be shown. */
  readonly missed: boolean;
  /** A page that the person went to is done with. */
  onComplete(elicitation: UrlElicitation): void;
  close(): Promise<void>;
}

/** Makes the responder. Without a terminal it never waits and never reads anything. */
export async function hostResponder(
  answers: string | undefined,
  surroundings: Surroundings,
): Promise<HostResponder> {
  const rules = answers === undefined ? [] : await readAnswers(answers, surroundings);
  const opened = openTerminal(surroundings);
  let missed = false;
  const nobody = defineResponder(["form", "url"], (elicitation, told) => {
    missed = true;
    return headless({ output: surroundings.stderr, supply: supplyFor(elicitation) })(elicitation, told);
  });
  return {
    responder: withPolicy(opened?.terminal.responder ?? nobody, { rules }),
    get missed() {
      return missed;
    },
    onComplete: (elicitation) => opened?.terminal.complete(elicitation),
    close: async () => opened?.close(),
  };
}

/** How an answer can be supplied, with what a file has to say. */
function supplyFor(elicitation: Elicitation): string {
  if (elicitation.mode === "url") return "Run it in a terminal to see the page.";
  const entry = { schema: schemaFingerprint(elicitation.schema), content: {} };
  return `Run it in a terminal, or give --answers FILE with [${JSON.stringify(entry)}] and the values in content.`;
}
