// A form as something asked.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { CheckedContent, Form } from "../../core/elicitation/question.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Problem } from "../../core/problem.js";
import { formParams } from "../../protocol/elicitation/elicit-params.js";
import { readElicitResult } from "../../protocol/elicitation/read-elicit-result.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskOptions } from "./ask-options.js";
import type { ClientRequest, ElicitationAbout, FromClient } from "./asked.js";
import { AskedQuestion, ELICIT, toKeptAnswer, withProblems } from "./asked-question.js";

/** How large an answer may be, in characters. */
const MOST_CONTENT = 1024 * 1024;

export class AskedForm<Content> extends AskedQuestion<Content> {
  readonly #form: Form<Content>;

  constructor(form: Form<Content>, options: AskOptions) {
    super(form.message, options);
    this.#form = form;
  }

  get feature(): "form" {
    return "form";
  }

  get rendered(): unknown {
    return this.withAudience([this.#form.message, this.#form.schema]);
  }

  get isCompletedOutside(): boolean {
    return false;
  }

  get contentSchema(): undefined {
    return undefined;
  }

  request(revision: Revision, _id: () => string, problems: readonly Problem[]): ClientRequest | undefined {
    const params = formParams(withProblems(this.#form.message, problems), this.#form.schema, revision);
    return params && { method: ELICIT, params };
  }

  fromClient(result: unknown): FromClient {
    const said = readElicitResult(result);
    if (said?.content === undefined) return said && { answer: toKeptAnswer(said.action, {}) };
    const content = this.#onlyFields(said.content);
    return content && { answer: toKeptAnswer(said.action, content) };
  }

  /** What belongs to the form: nothing else is kept, and nothing that is too large. */
  #onlyFields(given: FormContent): FormContent | undefined {
    const content: Record<string, FormValue> = {};
    let size = 0;
    for (const name of Object.keys(this.#form.schema.properties)) {
      const value = Object.hasOwn(given, name) ? given[name] : undefined;
      if (value === undefined) continue;
      size += sizeOf(value);
      content[name] = value;
    }
    return size > MOST_CONTENT ? undefined : content;
  }

  elicitation({ problems, ...about }: ElicitationAbout): Elicitation {
    const { schema } = this.#form;
    const message = withProblems(this.#form.message, problems);
    return { ...about, mode: "form", message, schema, audience: this.options.audience };
  }

  protected check(content: unknown): MaybePromise<CheckedContent<Content>> {
    return this.#form.check(content);
  }
}

const sizeOf = (value: FormValue): number => {
  if (typeof value === "string") return value.length;
  return typeof value === "object" ? value.reduce((sum, { length }) => sum + length + 1, 0) : 0;
};
