// Why a call ended before it was done.

import { BeckonError } from "../../core/errors.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { RpcError } from "../../protocol/rpc-error.js";

/** What `ctx.signal` aborts with; a reason that is no text is left out. */
export const cancelled = (reason: unknown): BeckonError =>
  new BeckonError(
    "cancelled",
    typeof reason === "string" ? `The call was cancelled: ${reason}` : "The call was cancelled.",
  );

/** What the client is told of a call that the server gives up, or does not begin any more. */
export const serverStopped = (): RpcError => new RpcError(INTERNAL_ERROR, "The server is stopping");
