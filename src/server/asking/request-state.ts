// The one error for every state that cannot be taken: nobody learns which check it failed.

import { INVALID_PARAMS } from "../../protocol/error-codes.js";
import { RpcError } from "../../protocol/rpc-error.js";

export const invalidState = (): RpcError => new RpcError(INVALID_PARAMS, "Invalid or expired request state");
