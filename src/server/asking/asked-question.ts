// What forms and pages have in common when they are asked.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { CheckedContent } from "../../core/elicitation/question.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { type Problem, problemLine } from "../../core/problem.js";
import { urlParams } from "../../protocol/elicitation/elicit-params.js";
import { readElicitResult } from "../../protocol/elicitation/read-elicit-result.js";
import type { Revision } from "../../protocol/revisions.js";
import type { AskOptions } from "./ask-options.js";
import type { Asked, ClientRequest, ElicitationAbout, FromClient } from "./asked.js";

/** The method that asks a person through the client. */
export const ELICIT = "elicitation/create";

/** The answer as it is kept: its content is what came, and is checked whenever it is read. */
export type KeptAnswer = Answer<unknown>;

const TIMEOUT: KeptAnswer = { action: "timeout" };
const NOBODY: KeptAnswer = { action: "unavailable", reason: "nobody" };
const WITHDRAWN: KeptAnswer = { action: "cancel", reason: "withdrawn" };
const LIMITED: KeptAnswer = { action: "unavailable", reason: "limited" };
/** Why a question is cancelled that the client took from the person without an answer: by their act, and not by a failure. */
export const DISMISSED = "dismissed";
const INVALID: KeptAnswer = { action: "cancel", reason: "the answers were invalid" };

// A class, since every question makes one: its methods are made once.
export abstract class AskedQuestion<Content> implements Asked<Answer<Content>> {
  abstract readonly feature: "form" | "url";
  abstract readonly rendered: unknown;
  abstract readonly isCompletedOutside: boolean;
  abstract readonly contentSchema: FormSchema | undefined;
  readonly options: AskOptions;
  readonly label: string;

  constructor(message: string, options: AskOptions) {
    this.label = message;
    this.options = options;
  }

  get key(): string | undefined {
    return this.options.key;
  }

  get timeoutMs(): number | undefined {
    return this.options.timeoutMs;
  }

  get onTimeout(): KeptAnswer {
    return TIMEOUT;
  }

  get onInvalid(): KeptAnswer {
    return INVALID;
  }

  get withdrawn(): KeptAnswer {
    return WITHDRAWN;
  }

  get limited(): KeptAnswer {
    return LIMITED;
  }

  get nobody(): KeptAnswer {
    return NOBODY;
  }

  abstract request(
    revision: Revision,
    id: () => string,
    problems: readonly Problem[],
  ): ClientRequest | undefined;

  abstract fromClient(result: unknown): FromClient;

  abstract elicitation(about: ElicitationAbout): Elicitation;

  /** For whom it is asked is part of the question: no answer to another counts. */
  protected withAudience(parts: readonly unknown[]): readonly unknown[] {
    const { audience } = this.options;
    return audience === undefined ? parts : [...parts, { audience }];
  }

  protected abstract check(content: unknown): MaybePromise<CheckedContent<Content>>;

  fromError({ message }: { readonly message: string }): KeptAnswer {
    return { action: "cancel", reason: `the client failed: ${message}` };
  }

  read(
    kept: unknown,
  ): MaybePromise<{ readonly value: Answer<Content> } | { readonly problems: readonly Problem[] }> {
    // Only answers of ours are kept.
    const answer = kept as KeptAnswer;
    if (answer.action !== "accept") return { value: answer };
    return andThen(this.check(answer.content), (checked) =>
      checked.problems ? { problems: checked.problems } : { value: { ...answer, content: checked.value } },
    );
  }
}

export function toKeptAnswer(action: "accept" | "decline" | "cancel", content: unknown): KeptAnswer {
  switch (action) {
    case "accept":
      return { action, content };
    case "decline":
      return { action };
    case "cancel":
      return { action, reason: DISMISSED };
  }
}

/** Sends a person to a page. */
export function visitRequest(
  message: string,
  href: string,
  id: string,
  revision: Revision,
): ClientRequest | undefined {
  const params = urlParams(message, href, id, revision);
  return params && { method: ELICIT, paramsJson: JSON.stringify(params) };
}

/** What a client says of a page it was to show: that the person went there is no answer yet. */
export function readVisit(result: unknown): FromClient {
  const said = readElicitResult(result);
  if (said?.action === "accept") return { consented: true };
  return said && { answer: toKeptAnswer(said.action, undefined) };
}

/** What the person is told when their last answer did not pass. */
export const withProblems = (message: string, problems: readonly Problem[]): string =>
  problems.length === 0
    ? message
    : [message, "", "Please correct:", ...problems.map((problem) => `- ${problemLine(problem)}`)].join("\n");
