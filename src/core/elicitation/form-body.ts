// A form without its message: what every way of building a form ends in, and the rules that all of them share.

import { BeckonError } from "../errors.js";
import { looksLikeCredential } from "./credential-name.js";
import { isChoice } from "./options-of.js";
import type { Form, PageContent } from "./question.js";

/** What is asked, and the check of what comes back. */
export interface FormBody<Content> extends PageContent<Content> {
  /** The fields that are marked `credential: false`. */
  readonly harmless: ReadonlySet<string>;
}

/** Puts a message on top. Credentials are refused only here: what a page gives back never passes a client's form. */
export function bodyToForm<Content>(message: string, body: FormBody<Content>): Form<Content> {
  const { schema, check, harmless } = body;
  requireMessage(message, "A form");
  for (const [name, field] of Object.entries(schema.properties)) {
    if (field.type !== "string" || isChoice(field) || harmless.has(name)) continue;
    if (looksLikeCredential(name) || (field.title !== undefined && looksLikeCredential(field.title)))
      throw new BeckonError(
        "credential-field",
        `Field ${name} looks like a credential, and credentials never go through a form. Ask for it with ctx.secret, or say credential: false if it holds none.`,
      );
  }
  return { mode: "form", message, schema, check };
}

/** Refuses a question without words. */
export function requireMessage(message: unknown, what: string): void {
  if (typeof message !== "string" || message.trim() === "")
    throw new BeckonError("invalid-definition", `${what} has no message. Say what the person is asked.`);
}
