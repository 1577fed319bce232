// Which fields of an answer were given, and are deleted by now.

import type { KeptElicitation } from "../../broker/broker.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import type { ApiParts } from "./api-parts.js";

/** Looked up after the content was read, so that whatever was deleted before that is among them. */
export async function deletedFields(
  { broker }: Pick<ApiParts, "broker">,
  elicitation: KeptElicitation,
  content: FormContent,
): Promise<readonly string[]> {
  const names = Object.keys(elicitation.schema?.properties ?? {});
  if (names.every((name) => Object.hasOwn(content, name))) return [];
  const { settled } = (await broker.get(elicitation.id)) ?? elicitation;
  return settled?.deleted ?? [];
}
