// `subscriptions/listen`: a request that stays open and carries the notices its client asked for.

import { isObject, type JsonObject } from "../../core/json.js";
import { notificationMessage } from "../../protocol/json-rpc.js";
import { META_SUBSCRIPTION_ID } from "../../protocol/meta-keys.js";
import { invalidParams, invalidRequest } from "../../protocol/rpc-error.js";
import type { Call } from "../call/call.js";
import type { Outcome } from "../call/outcome.js";
import type { Notice } from "../notices.js";
import type { ServerParts } from "../parts.js";
import { capabilitiesOf } from "./describe.js";
import { requireFewSubscriptions } from "./subscriptions.js";

/** What a client asks to hear, as far as the server can tell it. */
interface Filter {
  readonly toolsListChanged?: true;
  readonly promptsListChanged?: true;
  readonly resourcesListChanged?: true;
  readonly resourceSubscriptions?: readonly string[];
}

/** Callers of whom no principal is known are counted together. Principals have an id, which is never empty. */
const NOBODY = "";

export function listen(parts: ServerParts, call: Call): Promise<Outcome> {
  const filter = agree(parts, call, readFilter(call.params.notifications));
  const _meta = { [META_SUBSCRIPTION_ID]: call.id };
  const send = (method: string, params: object): boolean =>
    call.notify(notificationMessage(method, { _meta, ...params }));
  const uris = new Set(filter.resourceSubscriptions);
  const whose = call.access.principal?.id ?? NOBODY;
  if (!parts.listening.enter(whose))
    throw invalidRequest("this caller listens as often as may be at a time; end a subscription first");

  send("notifications/subscriptions/acknowledged", { notifications: filter });
  return new Promise((resolve) => {
    const stop = parts.notices.listen({
      access: call.access,
      wants: (notice) => wants(filter, uris, notice),
      // A client that missed one listens again when it is told that this is over.
      deliver: (method, params) => {
        if (!send(method, params)) finish();
      },
    });
    let isOver = false;
    const finish = (): void => {
      if (isOver) return;
      isOver = true;
      stop();
      forget();
      parts.listening.leave(whose);
      resolve({ _meta });
    };
    const forget = parts.stopping.whenBegun(finish);
    call.signal.addEventListener("abort", finish, { once: true });
    // Middleware may have taken its time before it came to this.
    if (parts.stopping.begun || call.signal.aborted) finish();
  });
}

function readFilter(given: unknown): JsonObject {
  if (!isObject(given)) throw invalidParams("subscriptions/listen needs a notifications filter");
  const { resourceSubscriptions = [] } = given;
  if (!Array.isArray(resourceSubscriptions) || resourceSubscriptions.some((uri) => typeof uri !== "string")) {
    throw invalidParams("resourceSubscriptions must be a list of uris");
  }
  requireFewSubscriptions(resourceSubscriptions);
  return given;
}

/** The part of the filter that this server has something to say about. */
function agree(parts: ServerParts, call: Call, asked: JsonObject): Filter {
  const { tools, prompts, resources } = capabilitiesOf(parts, call.access, call.revision);
  // The filter was checked when it was read.
  const uris = asked.resourceSubscriptions as readonly string[] | undefined;
  return {
    ...(asked.toolsListChanged === true && tools && { toolsListChanged: true }),
    ...(asked.promptsListChanged === true && prompts && { promptsListChanged: true }),
    ...(asked.resourcesListChanged === true && resources && { resourcesListChanged: true }),
    ...(uris !== undefined && resources && { resourceSubscriptions: uris }),
  };
}

function wants(filter: Filter, uris: ReadonlySet<string>, notice: Notice): boolean {
  if (notice.kind === "updated") return uris.has(notice.uri);
  return filter[`${notice.list}ListChanged`] === true;
}
