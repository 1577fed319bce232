// Tells whether the files of an answer are those that were kept, when the same form is sent a second time.

import type { FileReference, FormContent } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import { NOT_TAKEN } from "./accept-files.js";

/** An answer that was taken, of whatever kind. */
interface KeptAnswer {
  readonly action: string;
  readonly content?: FormContent;
}

/** The content with the files of the answer that counts; `undefined` when those are others. */
export function withKeptFiles(
  schema: FormSchema,
  content: FormContent,
  answer: KeptAnswer | undefined,
): FormContent | undefined {
  if (answer?.action !== "accept" || answer.content === undefined) return undefined;
  const { content: taken } = answer;
  const kept = new Map<string, readonly FileReference[]>();
  for (const name of fieldsOfKind(schema, "file")) {
    // The schema says that both are lists of files.
    const given = (content[name] ?? []) as readonly FileReference[];
    const first = (taken[name] ?? []) as readonly FileReference[];
    if (given.length !== first.length || !given.every((file, index) => isSame(file, first[index])))
      return undefined;
    if (first.length > 0) kept.set(name, first);
  }
  return { ...content, ...Object.fromEntries(kept) };
}

/** Of a file that came too late nothing was read: then its name and type must do, as the form has its own key. */
const isSame = ({ id, name, type, bytes }: FileReference, kept: FileReference | undefined): boolean =>
  kept !== undefined &&
  name.endsWith(kept.name) &&
  type === kept.type &&
  (id === NOT_TAKEN || bytes === kept.bytes);
