// A form as something asked.

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
    return [this.#form.message, this.#form.schema];
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
    return said && { answer: toKeptAnswer(said.action, said.content ?? {}) };
  }

  elicitation(about: ElicitationAbout): Elicitation {
    const { message, schema } = this.#form;
    return { ...about, mode: "form", message, schema, audience: this.options.audience };
  }

  protected check(content: unknown): MaybePromise<CheckedContent<Content>> {
    return this.#form.check(content);
  }
}
