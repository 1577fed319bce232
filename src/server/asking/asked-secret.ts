// A secret as something asked: a form of one field that no client is ever shown.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { OwnKinds } from "../../core/elicitation/own-fields.js";
import type { CheckedContent } from "../../core/elicitation/question.js";
import { isObject } from "../../core/json.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import type { Problem } from "../../core/problem.js";
import { Secret } from "../../core/secret.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskOptions } from "./ask-options.js";
import type { ClientRequest, ElicitationAbout, FromClient } from "./asked.js";
import { AskedQuestion, readVisit, visitRequest, withProblems } from "./asked-question.js";
import type { RunSecrets } from "./run-secrets.js";

/** What a person is told of the secret they are asked for. */
export interface SecretTexts {
  readonly name: string;
  readonly message: string;
  readonly description: string | undefined;
  /** Whether it may have several lines. */
  readonly multiline: boolean;
}

const FIELD = "secret";
const SECRET_ONLY: OwnKinds = new Map([["secret", true]]);

export class AskedSecret extends AskedQuestion<Secret> {
  readonly #message: string;
  readonly #schema: FormSchema;
  readonly #secrets: RunSecrets;

  constructor(
    { name, message, description, multiline }: SecretTexts,
    options: AskOptions,
    secrets: RunSecrets,
  ) {
    super(message, options);
    this.#message = message;
    this.#secrets = secrets;
    this.#schema = {
      type: "object",
      properties: {
        [FIELD]: {
          type: "secret",
          title: name,
          ...(description !== undefined && { description }),
          ...(multiline && { multiline }),
        },
      },
      required: [FIELD],
    };
  }

  get feature(): "form" {
    return "form";
  }

  get ownFields(): OwnKinds {
    return SECRET_ONLY;
  }

  get rendered(): unknown {
    return this.withAudience([this.#message, this.#schema]);
  }

  get isCompletedOutside(): boolean {
    return false;
  }

  get contentSchema(): undefined {
    return undefined;
  }

  /** Credentials never go through a client's form. */
  request(): undefined {
    return undefined;
  }

  pageRequest(
    revision: Revision,
    href: string,
    id: string,
    problems: readonly Problem[],
  ): ClientRequest | undefined {
    return visitRequest(withProblems(this.#message, problems), href, id, revision);
  }

  fromClient(result: unknown): FromClient {
    return readVisit(result);
  }

  elicitation({ problems, ...about }: ElicitationAbout): Elicitation {
    const message = withProblems(this.#message, problems);
    return { ...about, mode: "form", message, schema: this.#schema, audience: this.options.audience };
  }

  protected check(content: unknown): MaybePromise<CheckedContent<Secret>> {
    const reference = isObject(content) ? content[FIELD] : undefined;
    if (typeof reference !== "string") return MISSING;
    return andThen(this.#secrets.readGiven(reference), (value) =>
      value === undefined ? MISSING : { value: new Secret(value) },
    );
  }
}

const MISSING: CheckedContent<never> = { problems: [{ path: FIELD, message: "must be given" }] };
