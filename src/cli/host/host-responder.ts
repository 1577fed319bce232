// Who answers what a server asks of this host: a file of answers, then the terminal, else nobody.

import type { UnshownQuestion } from "../../client/questions.js";
import { askerAt } from "../../core/elicitation/asker-at.js";
import type { Asker, Elicitation, UrlElicitation } from "../../core/elicitation/elicitation.js";
import { defineResponder, type Responder } from "../../core/elicitation/responder.js";
import { neutralLine } from "../../core/neutral-text.js";
import { quote } from "../../core/quote.js";
import { headless } from "../../responders/headless.js";
import { schemaFingerprint } from "../../responders/schema-fingerprint.js";
import type { TerminalOptions } from "../../terminal/terminal-options.js";
import { type answersOption, readAnswers } from "../answers/answers-file.js";
import type { Values } from "../frame/command.js";
import { type Surroundings, tell } from "../frame/surroundings.js";
import { type linearOption, openTerminal } from "../terminal/open-terminal.js";
import { answersFirst } from "./answers-first.js";
import type { Unasked } from "./could-not-ask.js";
import { createHeldLines } from "./held-lines.js";

/** A responder, and whether it was ever asked in vain. */
export interface HostResponder {
  readonly responder: Responder;
  /** True when something was asked that nobody could be shown. */
  readonly missed: boolean;
  /** True while a card is on the screen. */
  readonly isAsking: boolean;
  /** A page that the person went to is done with. */
  onComplete(elicitation: UrlElicitation): void;
  /** A question was cancelled, and nobody saw it. */
  onUnshown(question: UnshownQuestion, reason: string): void;
  /** The server said that it could not ask; `about` is who, and for what. Gives true when that is for lack of anybody. */
  onNotAsked(about: string, unasked: Unasked): boolean;
  close(): Promise<void>;
}

/**
 * Makes the responder. Servers are told of what it can show: everything where there is a terminal, forms where there is
 * only a file of answers, else nothing. Without a terminal it never waits and never reads anything.
 */
export async function hostResponder(
  { answers, linear }: Values<typeof answersOption & typeof linearOption>,
  surroundings: Surroundings,
  { givenBack }: Required<Pick<TerminalOptions, "givenBack">>,
): Promise<HostResponder> {
  const rules = answers === undefined ? [] : await readAnswers(answers, surroundings);
  const lines = createHeldLines({
    isHeld: () => opened?.terminal.isAsking === true,
    tell: (line) => tell(surroundings, line),
  });
  const opened = openTerminal(surroundings, {
    linear,
    givenBack() {
      lines.flush();
      givenBack();
    },
  });
  let missed = false;
  const say = (elicitation: Elicitation): Responder => {
    missed = true;
    return headless({ output: surroundings.stderr, supply: supplyFor(elicitation) });
  };
  const nobody = defineResponder(answers === undefined ? [] : ["form"], (elicitation, told) =>
    say(elicitation)(elicitation, told),
  );
  const sayUnshown = (asker: Asker, message: string, reason: string): void => {
    missed ||= opened === undefined;
    lines.hear(unshownLine(asker, message, reason));
  };
  const responder = answersFirst(opened?.terminal.responder ?? nobody, {
    rules,
    onMisfit: ({ asker, message }, reason) => sayUnshown(asker, message, reason),
  });
  return {
    responder,
    get missed() {
      return missed;
    },
    get isAsking() {
      return opened?.terminal.isAsking === true;
    },
    onComplete: (elicitation) => opened?.terminal.complete(elicitation),
    onUnshown({ asker, message, elicitation }, reason) {
      const { signal } = surroundings;
      if (opened !== undefined || elicitation === undefined || responder.modes.includes(elicitation.mode))
        sayUnshown(asker, message, reason);
      else void say(elicitation)(elicitation, { signal, group: elicitation.id });
    },
    onNotAsked(about, { said, needs }) {
      // What no client can be asked does not depend on who is here.
      if (opened !== undefined && needs !== "pages") return false;
      const why = needs === "pages" ? "could not" : "nobody is there";
      // Of what was asked in spite of that, more was told.
      if (!missed) tell(surroundings, `${about} wanted to ask, and ${why}: “${said}”. ${adviceOn(needs)}`);
      missed = true;
      return true;
    },
    close: async () => opened?.close(),
  };
}

/** Who asked what, and why nobody saw it. */
function unshownLine(asker: Asker, message: string, reason: string): string {
  const { method, target } = asker;
  const about = target === undefined ? method : `${method} ${target}`;
  return neutralLine(
    `${askerAt(asker)} (${about}) asked ${quote(message)}, and it was cancelled unseen: ${reason}`,
  );
}

/** What to do about a question that was not asked. */
function adviceOn(needs: string | undefined): string {
  if (needs === "pages")
    return "Secrets and files are given on a page of the server, never to a client, and it has no pages: its operator has to give it some.";
  if (needs === "url") return SEE_PAGE;
  return "Run it in a terminal, or give --answers FILE; with [] in it, the line says what is asked and how to answer it.";
}

const SEE_PAGE = "Run it in a terminal to see the page.";

/** How an answer can be supplied, with what a file has to say. */
function supplyFor(elicitation: Elicitation): string {
  if (elicitation.mode === "url") return SEE_PAGE;
  const entry = { schema: schemaFingerprint(elicitation.schema), content: {} };
  return `Run it in a terminal, or give --answers FILE with [${JSON.stringify(entry)}] and the values in content.`;
}
