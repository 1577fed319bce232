// The client's end of a wire: requests and their responses, and the questions that come in between.

import { isObject, type JsonObject } from "../../core/json.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Server } from "../../server/server.js";
import type { OpenWire } from "./wire.js";

/** Speaks JSON-RPC to one server. */
export interface Peer {
  /** Sends a request and waits for its result; fails with an `RpcError` when the server says so. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string, params?: JsonObject): Promise<void>;
  close(): Promise<void>;
}

/** What comes of a request from the server. */
export interface PeerAnswer {
  /** The result to send; absent to send none. */
  readonly result: JsonObject | undefined;
  /** What happens when it was sent. */
  readonly after: (() => Promise<void>) | undefined;
}

export type AnswerRequest = (request: JsonObject) => Promise<PeerAnswer>;

interface Waiting {
  resolve(result: JsonObject): void;
  reject(error: unknown): void;
}

/** Opens a wire and speaks over it. */
export async function createPeer(open: OpenWire, server: Server, answer: AnswerRequest): Promise<Peer> {
  const waiting = new Map<unknown, Waiting>();
  let count = 0;

  function hear(message: JsonObject): void {
    if (message.method !== undefined) {
      if (message.id !== undefined) void answerTo(message);
      return;
    }
    const waiter = waiting.get(message.id);
    waiting.delete(message.id);
    if (isObject(message.result)) waiter?.resolve(message.result);
    else waiter?.reject(toError(message.error));
  }

  async function answerTo(request: JsonObject): Promise<void> {
    try {
      const { result, after } = await answer(request);
      if (result !== undefined) await wire.send({ jsonrpc: "2.0", id: request.id, result });
      await after?.();
    } catch (error) {
      giveUp(error);
    }
  }

  /** Without an answer no call can go on. */
  function giveUp(error: unknown): void {
    for (const [requestId, { reject }] of waiting) {
      reject(error);
      // The client may be closed by then.
      notify("notifications/cancelled", { requestId, reason: "the test failed" }).catch(() => {});
    }
    waiting.clear();
  }

  const notify: Peer["notify"] = (method, params = {}) => wire.send({ jsonrpc: "2.0", method, params });

  const wire = await open(server, hear);
  return {
    request(method, params) {
      count += 1;
      const id = count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        wire.send({ jsonrpc: "2.0", id, method, params }).catch(reject);
      });
    },
    notify,
    close: () => wire.close(),
  };
}

function toError(error: unknown): RpcError {
  const { code, message, data } = isObject(error) ? error : {};
  return new RpcError(Number(code), String(message), data);
}
