// Elicitations as they are shown, with whether their server is muted, and whether the caller has put them aside.

import type { KeptElicitation } from "../../broker/broker.js";
import { isOpenStatus } from "../../core/engine/change-elicitation.js";
import type { ApiParts } from "./api-parts.js";
import { type Caller, personOf } from "./caller.js";
import type { ElicitationResource } from "./resources.js";
import { toResource } from "./to-resource.js";

/** One elicitation. */
export async function showOne(
  parts: Pick<ApiParts, "broker" | "nameOf">,
  caller: Caller,
  kept: KeptElicitation,
): Promise<ElicitationResource> {
  const isMuted = await parts.broker.mutes.has(kept.asker.server);
  const isAside =
    isOpenStatus(kept.status) && (await parts.broker.asides.list(personOf(caller))).has(kept.id);
  return toResource(parts, kept, { isMuted, isAside });
}

/** Several: what is muted or aside is looked up once. */
export async function showAll(
  parts: Pick<ApiParts, "broker" | "nameOf">,
  caller: Caller,
  kept: readonly KeptElicitation[],
): Promise<readonly ElicitationResource[]> {
  if (kept.length === 0) return [];
  const muted = new Set((await parts.broker.mutes.list()).map(({ server }) => server));
  const aside = await parts.broker.asides.list(personOf(caller));
  return kept.map((one) =>
    toResource(parts, one, {
      isMuted: muted.has(one.asker.server),
      isAside: isOpenStatus(one.status) && aside.has(one.id),
    }),
  );
}
