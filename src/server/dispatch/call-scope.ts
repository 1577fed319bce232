// The context of tools, prompts and resources.

import { isRequestId, notificationMessage } from "../../protocol/json-rpc.js";
import { reaches } from "../../protocol/log-levels.js";
import { AskingScope } from "../asking/asking-scope.js";
import type { Call } from "../call/call.js";
import { createLater } from "../call/later.js";
import { metaOf } from "../call/request-meta.js";
import { LookupScope } from "../call/scope.js";
import { linkTo } from "../catalog/resource-uri.js";
import type { CallContext } from "../context.js";
import type { ServerParts } from "../parts.js";

/** The context of tools, prompts and resources. */
export class CallScope extends AskingScope implements CallContext {
  get #parts(): ServerParts {
    return LookupScope.partsOf(this);
  }

  get #call(): Call {
    return LookupScope.callOf(this);
  }

  get log(): CallContext["log"] {
    const call = this.#call;
    return (level, data, logger) => {
      if (this.replaying || call.logLevel === undefined || !reaches(level, call.logLevel)) return;
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
      const isFurther = call.progress === undefined || progress > call.progress;
      if (!isFurther || !Number.isFinite(progress)) return;
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
