// The client's end of a wire: requests and their responses, and the questions that come in between.

import { isObject, type JsonObject } from "../../core/json.js";
import { INTERNAL_ERROR } from "../../protocol/error-codes.js";
import { RpcError } from "../../protocol/rpc-error.js";
import type { Server } from "../../server/server.js";
import type { OpenWire } from "./wire.js";

/** Speaks JSON-RPC to one server. */
export interface Peer {
  /** Sends a request and waits for its result; fails with an `RpcError` when the server says so. */
  request(method: string, params: JsonObject): Promise<JsonObject>;
  notify(method: string, params?: JsonObject): Promise<void>;
  /** Ends the wire; fails when something could not be answered and no call failed because of it. */
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
  readonly method: string;
  resolve(result: JsonObject): void;
  reject(error: unknown): void;
}

/** Opens a wire and speaks over it. */
export async function createPeer(open: OpenWire, server: Server, answer: AnswerRequest): Promise<Peer> {
  const waiting = new Map<unknown, Waiting>();
  let count = 0;
  /** The first failure that no call could be told of. */
  let lost: { readonly error: unknown } | undefined;

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
      giveUp(request, error);
    }
  }

  /** Without an answer no call can go on. */
  function giveUp({ id }: JsonObject, error: unknown): void {
    if (waiting.size === 0) {
      lost ??= { error };
      const message = error instanceof Error ? error.message : String(error);
      wire.send({ jsonrpc: "2.0", id, error: { code: INTERNAL_ERROR, message } }).catch(() => {});
    }
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
        waiting.set(id, { method, resolve, reject });
        wire.send({ jsonrpc: "2.0", id, method, params }).catch((error: unknown) => {
          waiting.delete(id);
          reject(error);
        });
      });
    },
    notify,
    async close() {
      await wire.close();
      for (const { method, reject } of waiting.values())
        reject(new Error(`The client was closed while ${method} was open.`));
      waiting.clear();
      if (lost !== undefined) throw lost.error;
    },
  };
}

function toError(error: unknown): RpcError {
  const { code, message, data } = isObject(error) ? error : {};
  return new RpcError(Number(code), String(message), data);
}
