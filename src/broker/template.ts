// What a template is: an elicitation with holes, used by name.

import type { FormSchema } from "../core/elicitation/form-schema.js";
import type { StandardSchema } from "../core/standard-schema.js";
import type { NewElicitation } from "./new-elicitation.js";

/** What a template says of the elicitations that are made of it. */
export type TemplateElicitation = Pick<
  NewElicitation,
  "mode" | "message" | "schema" | "url" | "audience" | "tags" | "timeoutMs" | "maxAnswerBytes"
>;

/** An elicitation with variables in it. */
export interface Template<Variables> {
  /** What the variables must be: a schema of zod, valibot or arktype, or a form schema. */
  readonly variables: StandardSchema<unknown, Variables> | FormSchema;
  /** Makes the elicitation of variables that passed. */
  readonly elicitation: (variables: Variables) => TemplateElicitation;
}

/** What whoever uses a template says besides its variables. */
export type TemplateUse = Omit<NewElicitation, keyof TemplateElicitation | "key" | "id"> &
  Partial<Pick<NewElicitation, "id" | "key" | "audience" | "tags" | "timeoutMs">>;
