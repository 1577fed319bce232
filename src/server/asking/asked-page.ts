// A page as something asked.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { CheckedContent, UrlPage } from "../../core/elicitation/question.js";
import { hrefOf } from "../../core/elicitation/url.js";
import { BeckonError } from "../../core/errors.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import type { Problem } from "../../core/problem.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskOptions } from "./ask-options.js";
import type { ClientRequest, ElicitationAbout, FromClient } from "./asked.js";
import { AskedQuestion, readVisit, toKeptAnswer, visitRequest, withProblems } from "./asked-question.js";

/** What a page is asked with besides the usual options. */
export interface PageOptions extends AskOptions {
  /** When the answer is `accept`: when the application says that the person is done, or as soon as they go there. @default "completion" */
  readonly until?: "completion" | "consent";
}

/** Stands for every id. */
const ANY_ID = "00000000-0000-8000-8000-000000000000";

const CONSENT: FromClient = { answer: toKeptAnswer("accept", undefined) };

export class AskedPage<Content> extends AskedQuestion<Content> {
  readonly #page: UrlPage<Content>;
  readonly #untilConsent: boolean;

  constructor(page: UrlPage<Content>, options: PageOptions) {
    super(page.message, options);
    this.#page = page;
    this.#untilConsent = options.until === "consent";
    if (this.#untilConsent && page.content !== undefined)
      throw new BeckonError(
        "invalid-arguments",
        'A page that is done with at consent gives nothing back. Leave out its content, or until: "consent".',
      );
  }

  get feature(): "url" {
    return "url";
  }

  /** With the address, whatever id it has in it. */
  get rendered(): unknown {
    return this.withAudience([this.#page.message, hrefOf(this.#page, ANY_ID)]);
  }

  get isCompletedOutside(): boolean {
    return !this.#untilConsent;
  }

  get contentSchema(): FormSchema | undefined {
    return this.#page.content?.schema;
  }

  request(revision: Revision, id: () => string, problems: readonly Problem[]): ClientRequest | undefined {
    const message = withProblems(this.#page.message, problems);
    return visitRequest(message, hrefOf(this.#page, id()), id(), revision);
  }

  fromClient(result: unknown): FromClient {
    const said = readVisit(result);
    return this.#untilConsent && said !== undefined && "consented" in said ? CONSENT : said;
  }

  elicitation({ problems, ...about }: ElicitationAbout): Elicitation {
    const message = withProblems(this.#page.message, problems);
    const url = hrefOf(this.#page, about.id);
    return { ...about, mode: "url", message, url, audience: this.options.audience };
  }

  protected check(content: unknown): MaybePromise<CheckedContent<Content>> {
    if (this.#page.content !== undefined && !this.#untilConsent) return this.#page.content.check(content);
    // Without a schema the page gives nothing back.
    return { value: undefined as Content };
  }
}
