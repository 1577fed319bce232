// A form without its message: what every way of building a form ends in, and the rules that all of them share.

import { BeckonError } from "../errors.js";
import type { Form, PageContent } from "./question.js";

/** What is asked, and the check of what comes back. */
export interface FormBody<Content> extends PageContent<Content> {
  /** The first field that looks like a credential and is not marked `credential: false`. */
  readonly credential: string | undefined;
}

/** Puts a message on top. Credentials are refused only here: what a page gives back never passes a client's form. */
export function bodyToForm<Content>(message: string, body: FormBody<Content>): Form<Content> {
  const { schema, check, credential } = body;
  requireMessage(message, "A form");
  if (credential !== undefined)
    throw new BeckonError(
      "credential-field",
      `Field ${credential} looks like a credential, and credentials never go through a form. Ask for it with ctx.secret, or say credential: false if it holds none.`,
    );
  return { mode: "form", message, schema, check };
}

/** Refuses a question without words. */
export function requireMessage(message: unknown, what: string): void {
  if (typeof message !== "string" || message.trim() === "")
    throw new BeckonError("invalid-definition", `${what} has no message. Say what the person is asked.`);
}
