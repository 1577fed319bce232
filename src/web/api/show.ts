// Elicitations as they are shown, with whether their server is muted.

import type { KeptElicitation } from "../../broker/broker.js";
import type { ApiParts } from "./api-parts.js";
import type { ElicitationResource } from "./resources.js";
import { toResource } from "./to-resource.js";

/** One elicitation. */
export const showOne = async (
  parts: Pick<ApiParts, "broker" | "nameOf">,
  kept: KeptElicitation,
): Promise<ElicitationResource> => toResource(parts, kept, await parts.broker.mutes.has(kept.asker.server));

/** Several: what is muted is looked up once. */
export async function showAll(
  parts: Pick<ApiParts, "broker" | "nameOf">,
  kept: readonly KeptElicitation[],
): Promise<readonly ElicitationResource[]> {
  if (kept.length === 0) return [];
  const muted = new Set((await parts.broker.mutes.list()).map(({ server }) => server));
  return kept.map((one) => toResource(parts, one, muted.has(one.asker.server)));
}
