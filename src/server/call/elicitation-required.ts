// `throw elicitationRequired([...])`: the handler cannot begin before the person has been somewhere.

import type { UrlPage } from "../../core/elicitation/question.js";
import { BeckonError } from "../../core/errors.js";

/** What `elicitationRequired` makes. */
export class ElicitationRequired extends Error {
  override readonly name = "ElicitationRequired";
  readonly pages: readonly UrlPage<unknown>[];

  constructor(pages: readonly UrlPage<unknown>[]) {
    super("A person has to open a page first.");
    this.pages = pages;
  }
}

/**
 * Throw it from a handler that cannot begin before the person has been to these pages. The client shows them and calls
 * again; then the handler runs from its first line.
 *
 * @example
 * import { elicitationRequired, url } from "beckon";
 *
 * const signInFirst = () =>
 *   elicitationRequired([url("Sign in to the calendar.", (id) => `https://calendar.example.com/sign-in?elicitation=${id}`)]);
 */
export function elicitationRequired(pages: readonly UrlPage<unknown>[]): ElicitationRequired {
  if (pages.length === 0 || pages.some(({ mode }) => mode !== "url"))
    throw new BeckonError(
      "invalid-arguments",
      "elicitationRequired takes one or more pages, made with url(...).",
    );
  return new ElicitationRequired(pages);
}
