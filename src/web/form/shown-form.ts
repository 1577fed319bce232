// A form as it is shown: its fields, what was typed so far, and what is wrong with it.

import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { Posted } from "./controls.js";

/** Everything that a page needs to show a form. */
export interface ShownForm {
  readonly schema: FormSchema;
  /** What the names of its controls begin with, where several forms are on one page. */
  readonly prefix?: string;
  /** The id of the element with the message. */
  readonly titleId?: string;
  /** What the person typed, by the whole name of the control; absent before they did. */
  readonly posted?: Posted | undefined;
  /** What is wrong, by the field's name. */
  readonly problems: ReadonlyMap<string, string>;
  /** True when what was typed was kept and not just sent: then nothing of it is wrong yet. */
  readonly isDraft?: boolean;
}
