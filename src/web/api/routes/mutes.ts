// Servers whose questions are kept, and neither shown nor announced.

import type { Mute } from "../../../broker/mute.js";
import { quote } from "../../../core/quote.js";
import { ApiError } from "../api-error.js";
import type { ApiParts } from "../api-parts.js";
import type { MuteResource } from "../resources.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson, sendNothing } from "../send.js";
import { object, optional, whole } from "../shape/shapes.js";

export const listMutesRoute: Route = defineRoute({
  method: "GET",
  path: "/mutes",
  summary: "List the servers that are muted",
  scopes: ["answer", "read"],
  responses: { 200: { description: "The mutes.", schema: { $ref: "#/components/schemas/Mutes" } } },
  async run({ parts }) {
    const mutes = (await parts.broker.mutes.list()).map((mute) => toMuteResource(parts, mute));
    return sendJson({ mutes, now: parts.clock.now() });
  },
});

export const muteRoute: Route = defineRoute({
  method: "PUT",
  path: "/mutes/{server}",
  summary: "Mute a server: its questions are kept, and neither shown nor announced",
  scopes: ["answer"],
  body: object({
    until: optional(
      whole("When it ends by itself; never, if absent.", { min: 1, max: Number.MAX_SAFE_INTEGER }),
    ),
  }),
  responses: { 200: { description: "It is muted.", schema: { $ref: "#/components/schemas/Mute" } } },
  run: async ({ parts, caller, path, body }) =>
    sendJson(
      toMuteResource(parts, await parts.broker.mutes.add(path.server ?? "", { by: caller.id, ...body })),
    ),
});

export const unmuteRoute: Route = defineRoute({
  method: "DELETE",
  path: "/mutes/{server}",
  summary: "Hear of a server again",
  scopes: ["answer"],
  responses: { 204: { description: "It is not muted any more." } },
  refuses: ["unknown"],
  async run({ parts, path }) {
    if (await parts.broker.mutes.remove(path.server ?? "")) return sendNothing();
    throw new ApiError("unknown", `${quote(path.server ?? "")} is not muted.`);
  },
});

function toMuteResource({ nameOf }: ApiParts, mute: Mute): MuteResource {
  const name = nameOf(mute.by);
  return { ...mute, ...(name !== undefined && { name }) };
}
