// Puts what is sensitive in an answer into the vault, and handles in its place.

import type { FormContent, FormValue } from "../core/elicitation/answer.js";
import type { Vault } from "../core/vault.js";
import { isHandleName, keepSecret, nameFrom } from "./handles.js";
import type { ElicitSpec } from "./spec.js";
import { ANSWER_FIELD } from "./spec-to-form.js";

/** The content as a model may see it. A value that is no text is kept as JSON. */
export async function withHandles(
  vault: Vault,
  owner: string,
  spec: ElicitSpec,
  content: FormContent,
): Promise<FormContent> {
  const names = sensitiveNames(spec);
  const entries: [string, FormValue][] = [];
  for (const [field, value] of Object.entries(content)) {
    const name = names.get(field);
    const text = typeof value === "string" ? value : JSON.stringify(value);
    // What is empty hides nothing, and no vault keeps it.
    const isKept = name !== undefined && text !== "";
    entries.push([field, isKept ? await keepSecret(vault, owner, name, text) : value]);
  }
  return Object.fromEntries(entries);
}

/** What the values of sensitive fields are called in the vault, by field. */
export function sensitiveNames(spec: ElicitSpec): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  if (spec.type !== "form" && spec.sensitive) names.set(ANSWER_FIELD, spec.name ?? nameFrom(spec.prompt));
  for (const { name, sensitive } of spec.fields ?? [])
    if (spec.sensitive || sensitive) names.set(name, isHandleName(name) ? name : nameFrom(name));
  return names;
}
