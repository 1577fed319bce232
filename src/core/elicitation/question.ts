// What a handler asks: a form or a page, with the check that its answer must pass.

import type { MaybePromise } from "../maybe-promise.js";
import type { Problem } from "../problem.js";
import type { FormContent } from "./answer.js";
import type { FormSchema } from "./form-schema.js";

/** Content as it passed, or everything that is wrong with it. */
export type CheckedContent<Content> =
  | { readonly value: Content; readonly problems?: undefined }
  | { readonly problems: readonly Problem[] };

/** A form to ask a person to fill in. Made by `form(...)`, or from a schema. */
export interface Form<Content = FormContent> {
  readonly mode: "form";
  readonly message: string;
  readonly schema: FormSchema;
  /** Fills in defaults, then says what is wrong. Never throws for content of any shape. */
  check(content: unknown): MaybePromise<CheckedContent<Content>>;
}

/** A page to send a person to. Made by `url(...)`. */
export interface UrlPage<Content = undefined> {
  readonly mode: "url";
  readonly message: string;
  /** Where to go, for the elicitation's id. */
  href(id: string): string;
  /** What `complete(id, content)` must bring; absent for nothing. */
  readonly content: PageContent<Content> | undefined;
}

/** What a page gives back. */
export interface PageContent<Content> {
  readonly schema: FormSchema;
  check(content: unknown): MaybePromise<CheckedContent<Content>>;
}

/** Something to ask a person. */
export type Question<Content = unknown> = Form<Content> | UrlPage<Content>;
