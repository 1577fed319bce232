// The context objects that handlers get. Members that need code are getters which hand out functions, so that
// a context can be taken apart (`({ log }) => ...`) and costs nothing for what is not used.

import { isRequestId, notificationMessage } from "../../protocol/json-rpc.js";
import { reaches } from "../../protocol/log-levels.js";
import type { Era } from "../../protocol/revisions.js";
import type { Assigns, Principal } from "../access/access.js";
import { linkTo, uriOf } from "../catalog/resource-uri.js";
import type { Client } from "../client.js";
import type { CallContext, LookupContext, TraceContext } from "../context.js";
import type { ServerParts } from "../parts.js";
import type { Call, HeaderTable } from "./call.js";
import { createLater } from "./later.js";
import { metaOf, traceOf } from "./request-meta.js";

/** The context of completion, lists and middleware. */
export class LookupScope implements LookupContext {
  // Not for handlers: they hold keys and headers, and a context is easily logged.
  readonly #parts: ServerParts;
  readonly #call: Call;

  constructor(parts: ServerParts, call: Call) {
    this.#parts = parts;
    this.#call = call;
  }

  get signal(): AbortSignal {
    return this.#call.signal;
  }
  get principal(): Principal | undefined {
    return this.#call.access.principal;
  }
  get assigns(): Assigns {
    return this.#call.access.assigns;
  }
  get client(): Client {
    return this.#call.client;
  }
  get request(): { readonly headers: HeaderTable } {
    return { headers: this.#call.headers };
  }
  get trace(): TraceContext | undefined {
    return traceOf(this.#call);
  }
  get sessionId(): string | undefined {
    return this.#call.sessionId;
  }
  get era(): Era {
    return this.#call.revision.era;
  }
  get revision(): string {
    return this.#call.revision.version;
  }
  get resourceUri(): LookupContext["resourceUri"] {
    return (name, values) => uriOf(this.#parts.resources, name, values);
  }
}

/** The context of tools, prompts and resources. */
export class CallScope extends LookupScope implements CallContext {
  readonly #parts: ServerParts;
  readonly #call: Call;

  constructor(parts: ServerParts, call: Call) {
    super(parts, call);
    this.#parts = parts;
    this.#call = call;
  }

  get log(): CallContext["log"] {
    const call = this.#call;
    return (level, data, logger) => {
      if (call.logLevel === undefined || !reaches(level, call.logLevel)) return;
      call.notify(
        notificationMessage("notifications/message", {
          level,
          logger,
          data: data === undefined ? null : data,
        }),
      );
    };
  }

  get progress(): CallContext["progress"] {
    const call = this.#call;
    return (progress, total, message) => {
      const progressToken = metaOf(call)?.progressToken;
      if (!isRequestId(progressToken)) return;
      if (!(progress > call.progress) || !Number.isFinite(progress)) return;
      call.progress = progress;
      const told = call.revision.progressMessages ? message : undefined;
      call.notify(
        notificationMessage("notifications/progress", { progressToken, progress, total, message: told }),
      );
    };
  }

  get later(): CallContext["later"] {
    // The overloads of the contract are told apart inside.
    return ((given) => createLater(this.#parts.wheel, this.#call, given)) as CallContext["later"];
  }

  get release(): CallContext["release"] {
    return (options) => this.#call.outlet.release?.(options?.retryMs);
  }

  get resourceLink(): CallContext["resourceLink"] {
    return (name, values, extra) => linkTo(this.#parts.resources, name, values, extra);
  }

  get readResource(): CallContext["readResource"] {
    return (uri) => this.#parts.readResource(this.#call, uri);
  }
}
