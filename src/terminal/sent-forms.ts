// Remembers what was sent from this terminal, for forms that are asked again because their asker did not take it.

import type { FormContent } from "../core/elicitation/answer.js";
import type { Elicitation, FormElicitation } from "../core/elicitation/elicitation.js";
import { isKeptInDraft } from "../core/elicitation/kept-in-draft.js";

interface SentForm {
  readonly run: string;
  readonly schema: string;
  readonly key: string;
  /** As it was asked the first time, before it named what is wrong. */
  readonly message: string;
  readonly content: FormContent;
}

/** Far more than the runs that anybody has under way in one terminal. */
const MOST = 50;

/** What was sent last for each form. Nothing that a draft may not hold is in it, and so no secret. */
export class SentForms {
  #sent: readonly SentForm[] = [];

  /** Takes note of what was sent. */
  note(elicitation: Elicitation, content: FormContent): void {
    if (elicitation.mode !== "form") return;
    const before = this.#find(elicitation);
    const { properties } = elicitation.schema;
    const kept = Object.entries(content).filter(([name]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return field !== undefined && isKeptInDraft({ name, field });
    });
    const sent: SentForm = {
      ...marksOf(elicitation),
      message: before?.message ?? elicitation.message,
      content: Object.fromEntries(kept),
    };
    this.#sent = [sent, ...this.#sent.filter((one) => one !== before)].slice(0, MOST);
  }

  /** What was sent for the same form of the same run; `undefined` when it was not asked before. */
  find(elicitation: Elicitation): FormContent | undefined {
    return elicitation.mode === "form" ? this.#find(elicitation)?.content : undefined;
  }

  #find(elicitation: FormElicitation): SentForm | undefined {
    const { run, schema, key } = marksOf(elicitation);
    return this.#sent.find(
      (one) =>
        one.run === run &&
        one.schema === schema &&
        // The legacy era has no keys. What is wrong stands below the question there; the next of a list is another one.
        (one.key === key || elicitation.message.startsWith(`${one.message}\n`)),
    );
  }
}

const marksOf = ({
  asker: { server, origin, runId },
  schema,
  key,
}: FormElicitation): Pick<SentForm, "run" | "schema" | "key"> => ({
  run: JSON.stringify([server, origin, runId]),
  schema: JSON.stringify(schema),
  key,
});
