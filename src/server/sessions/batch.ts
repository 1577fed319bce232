// The rules of a batch, which are the same wherever it comes in.

import { type RpcMessage, readMessage } from "../../protocol/json-rpc.js";
import { invalidRequest, type RpcError } from "../../protocol/rpc-error.js";

const MOST_MESSAGES = 100;

/** The messages of a batch, or why it is refused as a whole. */
export function readBatch(values: readonly unknown[]): readonly RpcMessage[] | RpcError {
  if (values.length === 0 || values.length > MOST_MESSAGES)
    return invalidRequest(`a batch has 1 to ${MOST_MESSAGES} messages`);
  const messages = values.map(readMessage);
  return messages.some((message) => message.kind === "request" && message.method === "initialize")
    ? invalidRequest("initialize cannot be part of a batch")
    : messages;
}
