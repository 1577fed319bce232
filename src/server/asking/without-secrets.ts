// Takes the secrets out of an answer before anything of it is kept: what stays in their place says where they are.

import type { Answer } from "../../core/elicitation/answer.js";
import type { Elicitation } from "../../core/elicitation/elicitation.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import { isObject } from "../../core/json.js";
import type { SecretRecords } from "./secret-records.js";

/** The answer, with references in the place of secrets. */
export async function withoutSecrets(
  secrets: SecretRecords,
  elicitation: Elicitation,
  answer: Answer<unknown>,
): Promise<Answer<unknown>> {
  if (elicitation.mode !== "form" || answer.action !== "accept") return answer;
  const names = fieldsOfKind(elicitation.schema, "secret");
  if (names.length === 0) return answer;
  const content: Record<string, unknown> = { ...(isObject(answer.content) && answer.content) };
  for (const name of names) {
    const value = content[name];
    const reference = `${elicitation.id}/${name}`;
    // Another node may have had it, and had it deleted where it came from.
    if (typeof value === "string" && value !== "") await secrets.keep(reference, value);
    content[name] = reference;
  }
  return { ...answer, content };
}
