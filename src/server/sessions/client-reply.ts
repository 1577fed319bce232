// What a client replies to a request of the server.

import { isObject, type JsonObject } from "../../core/json.js";
import type { RpcResponse } from "../../protocol/json-rpc.js";

/** A client's reply. */
export type ClientReply =
  | { readonly result: JsonObject }
  | { readonly error: { readonly code: number; readonly message: string } };

/** The reply in a response. */
export const toClientReply = ({ result, error }: RpcResponse): ClientReply =>
  // A response without an error has an object for a result.
  error ? { error } : { result: isObject(result) ? result : {} };
