// An elicitation of the API, as the terminal shows it.

import type { Elicitation } from "../../core/elicitation/elicitation.js";
import type { ElicitationResource } from "../../web/api/resources.js";

/** What the terminal gets. Instants are those of this machine: `skewMs` is how far its clock is ahead. */
export function toElicitation(resource: ElicitationResource, skewMs: number): Elicitation {
  const { id, message, audience, asker, expiresAt, mode, url, schema } = resource;
  const asked = {
    id,
    key: id,
    message,
    audience,
    expiresAt: expiresAt === undefined ? undefined : expiresAt + skewMs,
    // Who it is asked for is known to the server only.
    asker: { ...asker, principalId: undefined },
  };
  return mode === "url" && url !== undefined
    ? { ...asked, mode: "url", url }
    : { ...asked, mode: "form", schema: schema ?? { type: "object", properties: {} } };
}
