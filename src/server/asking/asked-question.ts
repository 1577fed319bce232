// A form or a page as something asked: how it is sent, read and kept.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { Form, UrlPage } from "../../core/elicitation/question.js";
import { hrefOf } from "../../core/elicitation/url.js";
import { andThen, type MaybePromise } from "../../core/maybe-promise.js";
import { type Problem, problemLine } from "../../core/problem.js";
import { formParams, urlParams } from "../../protocol/elicitation/elicit-params.js";
import { readElicitResult } from "../../protocol/elicitation/read-elicit-result.js";
import type { AskOptions } from "./ask-options.js";
import type { Asked, FromClient } from "./asked.js";
import { elicitationId } from "./elicitation-id.js";

const METHOD = "elicitation/create";

/** The answer as it is kept: its content is what came, and is checked whenever it is read. */
type KeptAnswer = Answer<unknown>;

const common = {
  fromError: ({ message }: { readonly message: string }): KeptAnswer => ({
    action: "cancel",
    reason: `the client failed: ${message}`,
  }),
  nobody: { action: "unavailable", reason: "nobody" } satisfies KeptAnswer,
  onTimeout: { action: "timeout" } satisfies KeptAnswer,
  onInvalid: { action: "cancel", reason: "the answers were invalid" } satisfies KeptAnswer,
} as const;

/** A form to fill in. */
export function askedForm<Content>(form: Form<Content>, options: AskOptions): Asked<Answer<Content>> {
  const { message, schema } = form;
  return {
    ...common,
    feature: "form",
    options,
    key: options.key,
    timeoutMs: options.timeoutMs,
    rendered: [message, schema],
    label: message,
    isCompletedOutside: false,
    contentSchema: undefined,
    request: (revision, _id, problems) => {
      const params = formParams(withProblems(message, problems), schema, revision);
      return params && { method: METHOD, params };
    },
    fromClient: (result) => {
      const said = readElicitResult(result);
      return said && { answer: toAnswer(said.action, said.content ?? {}) };
    },
    elicitation: (about) => ({ ...about, mode: "form", message, schema, audience: options.audience }),
    // Only answers of ours are kept.
    read: (kept) => readWith(kept as KeptAnswer, (content) => form.check(content)),
  };
}

/** What a page is asked with besides the usual options. */
export interface PageOptions extends AskOptions {
  /** When the answer is `accept`: when the application says that the person is done, or as soon as they go there. @default "completion" */
  readonly until?: "completion" | "consent";
}

/** A page to go to. */
export function askedPage<Content>(
  page: UrlPage<Content>,
  options: PageOptions,
  runId: string,
): Asked<Answer<Content>> {
  const { message } = page;
  const untilConsent = options.until === "consent";
  return {
    ...common,
    feature: "url",
    options,
    key: options.key,
    timeoutMs: options.timeoutMs,
    rendered: [message],
    // The address may have the elicitation's id in it, which is made of the key.
    pinned: (key) => [message, hrefOf(page, elicitationId(runId, key, 0))],
    label: message,
    isCompletedOutside: !untilConsent,
    contentSchema: page.content?.schema,
    request: (revision, id, problems) => {
      const params = urlParams(withProblems(message, problems), hrefOf(page, id), id, revision);
      return params && { method: METHOD, params };
    },
    fromClient: (result): FromClient => {
      const said = readElicitResult(result);
      if (said?.action === "accept" && !untilConsent) return { consented: true };
      return said && { answer: toAnswer(said.action, undefined) };
    },
    elicitation: (about): Elicitation => ({
      ...about,
      mode: "url",
      message,
      url: hrefOf(page, about.id),
      audience: options.audience,
    }),
    read: (kept) =>
      // As above.
      readWith(kept as KeptAnswer, (content) =>
        page.content === undefined || untilConsent
          ? // Without a schema the page gives nothing back.
            { value: undefined as Content }
          : page.content.check(content),
      ),
  };
}

function toAnswer(action: "accept" | "decline" | "cancel", content: unknown): KeptAnswer {
  switch (action) {
    case "accept":
      return { action, content };
    case "decline":
      return { action };
    case "cancel":
      return { action, reason: "dismissed" };
  }
}

type Checked<Content> =
  | { readonly value: Content; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

function readWith<Content>(
  kept: KeptAnswer,
  check: (content: unknown) => MaybePromise<Checked<Content>>,
): MaybePromise<{ readonly value: Answer<Content> } | { readonly problems: readonly Problem[] }> {
  if (kept.action !== "accept") return { value: kept };
  return andThen(check(kept.content), (checked) =>
    checked.problems ? { problems: checked.problems } : { value: { ...kept, content: checked.value } },
  );
}

/** What the person is told when their last answer did not pass. */
const withProblems = (message: string, problems: readonly Problem[]): string =>
  problems.length === 0
    ? message
    : [message, "", "Please correct:", ...problems.map((problem) => `- ${problemLine(problem)}`)].join("\n");
