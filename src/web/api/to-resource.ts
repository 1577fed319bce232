// Makes what the API sends of what the broker keeps.

import type { KeptElicitation, Settled } from "../../broker/broker.js";
import type { Answer, FormContent, FormValue } from "../../core/elicitation/answer.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import type { ApiParts } from "./api-parts.js";
import type { AnswerResource, ElicitationResource, SettledResource } from "./resources.js";

/** An elicitation as the API sends it. Members that are absent are left out. */
export function toResource(
  { nameOf }: Pick<ApiParts, "nameOf">,
  kept: KeptElicitation,
  { isMuted, isAside }: { readonly isMuted: boolean; readonly isAside: boolean },
): ElicitationResource {
  const { asker, schema, url, audience, group, expiresAt, claim, settled } = kept;
  const { server, origin, method, target, client, runId } = asker;
  return {
    id: kept.id,
    mode: kept.mode,
    status: kept.status,
    message: kept.message,
    ...(schema !== undefined && { schema }),
    ...(url !== undefined && { url }),
    ...(audience !== undefined && { audience }),
    asker: {
      server,
      ...(origin !== undefined && { origin }),
      method,
      ...(target !== undefined && { target }),
      ...(asker.arguments !== undefined && { arguments: asker.arguments }),
      ...(client !== undefined && { client }),
      runId,
    },
    tags: kept.tags,
    ...(group !== undefined && { group }),
    ...(kept.repeats !== undefined && { repeats: kept.repeats }),
    createdAt: kept.createdAt,
    ...(expiresAt !== undefined && { expiresAt }),
    version: kept.version,
    ...(claim !== undefined && { claim: toClaim(nameOf, claim) }),
    ...(settled !== undefined && { settled: toSettled(nameOf, settled) }),
    ...(isMuted && { muted: true }),
    ...(isAside && { aside: true }),
  };
}

function toClaim(
  nameOf: ApiParts["nameOf"],
  { by, until }: NonNullable<KeptElicitation["claim"]>,
): NonNullable<ElicitationResource["claim"]> {
  const name = nameOf(by);
  return { by, ...(name !== undefined && { name }), until };
}

/** How it ended, as the API sends it. */
export function toSettled(nameOf: ApiParts["nameOf"], { at, by, from, reason }: Settled): SettledResource {
  const name = by === undefined ? undefined : nameOf(by);
  return {
    at,
    ...(by !== undefined && { by }),
    ...(name !== undefined && { name }),
    ...(from !== undefined && { from }),
    ...(reason !== undefined && { reason }),
  };
}

/** An answer as the API sends it; `undefined` for what is no answer yet. */
export function toAnswerResource(
  answer: Answer<FormContent> | undefined,
  { schema }: Pick<KeptElicitation, "schema">,
  sensitive: ReadonlySet<string>,
  deleted: readonly string[],
): AnswerResource | undefined {
  if (answer === undefined || answer.action === "unavailable") return undefined;
  return answer.action === "accept"
    ? {
        ...answer,
        content: redacted(answer.content, schema, (name) => sensitive.has(name), deleted),
      }
    : answer;
}

/** What stands in the place of a secret. */
const SECRET = "[secret]";

/**
 * The content of an accepted answer without secrets, and without what is called like one where `isSecret` tells. What was
 * given and is `deleted` by now is told as well, and what was left empty is not.
 */
export function redacted(
  content: FormContent,
  schema: FormSchema | undefined,
  isSecret: (name: string) => boolean = () => false,
  deleted: readonly string[] = [],
): FormContent {
  const entries = Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const value: FormValue | undefined = Object.hasOwn(content, name) ? content[name] : undefined;
    const isHidden = field.type === "secret" || isSecret(name) || isSecret(field.title ?? "");
    if (value === undefined) return deleted.includes(name) ? [[name, SECRET] as const] : [];
    return [[name, isHidden ? SECRET : value] as const];
  });
  return Object.fromEntries(entries);
}
