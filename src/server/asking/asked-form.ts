// A form as something asked.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import { type OwnKinds, ownKindsOf } from "../../core/elicitation/own-fields.js";
import type { CheckedContent, Form } from "../../core/elicitation/question.js";
import type { OpenFile } from "../../core/elicitation/uploaded-file.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { Problem } from "../../core/problem.js";
import { readElicitResult } from "../../protocol/elicitation/read-elicit-result.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskOptions } from "./ask-options.js";
import type { ClientRequest, ElicitationAbout, FromClient } from "./asked.js";
import { AskedQuestion, toKeptAnswer, visitRequest, withProblems } from "./asked-question.js";
import { formRequest } from "./form-request.js";
import { withFiles } from "./with-files.js";

/** How large an answer may be, in characters. */
const MOST_CONTENT = 1024 * 1024;

export class AskedForm<Content> extends AskedQuestion<Content> {
  readonly #form: Form<Content>;
  /** Opens the files of an answer; absent where nobody could have uploaded any. */
  readonly #open: OpenFile | undefined;

  constructor(form: Form<Content>, options: AskOptions, open?: OpenFile) {
    super(form.message, options);
    this.#form = form;
    this.#open = open;
  }

  get feature(): "form" {
    return "form";
  }

  get ownFields(): OwnKinds {
    return ownKindsOf(this.#form.schema);
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
    return formRequest(withProblems(this.#form.message, problems), this.#form.schema, revision);
  }

  pageRequest(
    revision: Revision,
    href: string,
    id: string,
    problems: readonly Problem[],
  ): ClientRequest | undefined {
    return visitRequest(withProblems(this.#form.message, problems), href, id, revision);
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
    const open = this.#open;
    const checked = this.#form.check(content);
    if (open === undefined) return checked;
    return andThen(checked, (given) =>
      given.problems ? given : { value: withFiles(this.#form.schema, given.value, open) },
    );
  }
}

const sizeOf = (value: FormValue): number => {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object") return 0;
  // A client gives no files.
  return value.reduce((sum, item) => sum + (typeof item === "string" ? item.length + 1 : 0), 0);
};
