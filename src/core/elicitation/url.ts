// Builds a page to send a person to.

import { BeckonError } from "../errors.js";
import { requireMessage } from "./form-body.js";
import { bodyOf, type ContentOf, type FormSource } from "./form-source.js";
import { ownKindsOf } from "./own-fields.js";
import type { UrlPage } from "./question.js";

/** Where a page is: the same for everybody, or made of the elicitation's id. */
export type Href = string | ((id: string) => string);

/** What a page gives back. */
export interface UrlOptions<Source extends FormSource | undefined = FormSource | undefined> {
  /** What `complete(id, content)` must bring; absent for nothing. */
  readonly content?: Source;
}

/**
 * A page to send a person to. The id in the href is how the page tells which elicitation it completes.
 *
 * @example
 * import { url } from "beckon";
 *
 * const signIn = url("Sign in to the calendar.", (id) => `https://calendar.example.com/sign-in?elicitation=${id}`);
 */
export function url<const Source extends FormSource | undefined = undefined>(
  message: string,
  href: Href,
  options?: UrlOptions<Source>,
): UrlPage<Source extends FormSource ? ContentOf<Source> : undefined> {
  requireMessage(message, "A url elicitation");
  if (typeof href !== "function" && (typeof href !== "string" || href === ""))
    throw new BeckonError("invalid-definition", "A url elicitation has no url. Say where the person goes.");
  if (typeof href === "string") requireHref(href);
  const body = options?.content === undefined ? undefined : bodyOf(options.content);
  if (body !== undefined && ownKindsOf(body.schema).size > 0)
    throw new BeckonError(
      "invalid-definition",
      "A page of your own gives no uploaded files back. Ask for them with form(...), on a hosted page.",
    );
  return {
    mode: "url",
    message,
    href: typeof href === "string" ? () => href : href,
    // There is content exactly when there is a source.
    content: (body && { schema: body.schema, check: body.check }) as never,
  };
}

/** The url of a page for an elicitation, as it is sent. Throws when it is none that a person can be sent to. */
export const hrefOf = (page: UrlPage<unknown>, id: string): string => requireHref(page.href(id));

function requireHref(href: unknown): string {
  const parsed = typeof href === "string" && URL.canParse(href) ? new URL(href) : undefined;
  if (parsed === undefined) refuse("is not absolute");
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:")
    refuse(`begins with ${parsed.protocol} instead of https: or http:`);
  if (parsed.username !== "" || parsed.password !== "") refuse("has a user name or password in it");
  return parsed.href;
}

/** The url itself is not told: its query may be nobody's business. */
function refuse(reason: string): never {
  throw new BeckonError("invalid-definition", `The url of a url elicitation ${reason}.`);
}
