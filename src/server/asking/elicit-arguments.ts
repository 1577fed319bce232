// The ways to write `ctx.elicit(...)`.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { formOf } from "../../core/elicitation/form-source.js";
import type { Form, UrlPage } from "../../core/elicitation/question.js";
import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { StandardSchema } from "../../core/standard-schema.js";
import { checkAskOptions } from "./ask-options.js";
import type { PageOptions } from "./asked-page.js";

/** What is asked, and how. */
export interface ElicitArguments {
  readonly question: Form<unknown> | UrlPage<unknown>;
  readonly options: PageOptions;
}

/** Tells the ways apart; throws for what is none. */
export function readElicitArguments(given: readonly unknown[]): ElicitArguments {
  const [first, second, third] = given;
  if (typeof first === "string")
    // What is no schema is refused when the form is built.
    return withOptions(formOf(first, second as StandardSchema | FormSchema), third, []);
  if (isObject(first) && isObject(first.requestedSchema))
    return withOptions(
      // As above.
      formOf(first.message as string, first.requestedSchema as unknown as FormSchema),
      second,
      [],
    );
  if (isQuestion(first)) return withOptions(first, second, first.mode === "url" ? ["until"] : []);
  throw new BeckonError(
    "invalid-arguments",
    "ctx.elicit was given nothing to ask. Give it form(...), url(...), a message and a schema, or an MCP form.",
  );
}

const isQuestion = (value: unknown): value is Form<unknown> | UrlPage<unknown> =>
  isObject(value) &&
  typeof value.message === "string" &&
  (value.mode === "form" ? typeof value.check === "function" : typeof value.href === "function");

const NO_OPTIONS: PageOptions = Object.freeze({});

function withOptions(
  question: ElicitArguments["question"],
  options: unknown,
  also: readonly string[],
): ElicitArguments {
  if (options === undefined) return { question, options: NO_OPTIONS };
  if (!isObject(options))
    throw new BeckonError("invalid-arguments", "The options of a question must be an object.");
  checkAskOptions(options, also);
  return { question, options };
}
