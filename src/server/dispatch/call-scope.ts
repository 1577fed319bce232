// The context of tools, prompts and resources.

import { isRequestId, notificationMessage } from "../../protocol/json-rpc.js";
import { reaches } from "../../protocol/log-levels.js";
import { AskingScope } from "../asking/asking-scope.js";
import { createLater } from "../call/later.js";
import { metaOf } from "../call/request-meta.js";
import { LookupScope } from "../call/scope.js";
import { linkTo } from "../catalog/resource-uri.js";
import type { CallContext } from "../context.js";

/** The context of tools, prompts and resources. */
export class CallScope extends AskingScope implements CallContext {
  get log(): CallContext["log"] {
    const call = LookupScope.callOf(this);
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
    const call = LookupScope.callOf(this);
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
    return ((given) =>
      createLater(LookupScope.partsOf(this).wheel, LookupScope.callOf(this), given)) as CallContext["later"];
  }

  get release(): CallContext["release"] {
    return (options) => LookupScope.callOf(this).outlet.release?.(options?.retryMs);
  }

  get resourceLink(): CallContext["resourceLink"] {
    return (name, values, extra) => linkTo(LookupScope.partsOf(this).resources, name, values, extra);
  }

  get readResource(): CallContext["readResource"] {
    return (uri) => LookupScope.partsOf(this).readResource(LookupScope.callOf(this), uri);
  }
}
