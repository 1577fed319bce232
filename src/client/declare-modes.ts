// Says in each message what the responder can show at that moment.

import type { AskMode } from "../core/elicitation/elicitation.js";
import { isObject, type JsonObject } from "../core/json.js";
import { META_CLIENT_CAPABILITIES } from "../protocol/meta-keys.js";
import type { Message } from "./official-client.js";

/** The capability for these modes; `undefined` for none. */
export const elicitationCapability = (modes: readonly AskMode[]): JsonObject | undefined =>
  modes.length === 0
    ? undefined
    : {
        ...(modes.includes("form") && { form: { applyDefaults: true } }),
        ...(modes.includes("url") && { url: {} }),
      };

/** The message with the modes declared: in `initialize` of the legacy era, in every request of the modern one. */
export function declareModes(message: Message, modes: readonly AskMode[]): Message {
  const { params } = message;
  if (!isObject(params)) return message;
  if (message.method === "initialize" && isObject(params.capabilities))
    return { ...message, params: { ...params, capabilities: withModes(params.capabilities, modes) } };
  const { _meta: meta } = params;
  if (!isObject(meta)) return message;
  const declared = meta[META_CLIENT_CAPABILITIES];
  if (!isObject(declared)) return message;
  const _meta = { ...meta, [META_CLIENT_CAPABILITIES]: withModes(declared, modes) };
  return { ...message, params: { ...params, _meta } };
}

function withModes({ elicitation: _, ...others }: JsonObject, modes: readonly AskMode[]): JsonObject {
  const elicitation = elicitationCapability(modes);
  return elicitation === undefined ? others : { ...others, elicitation };
}
