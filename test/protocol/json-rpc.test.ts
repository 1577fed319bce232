// JSON-RPC: what arrives is sorted, what leaves is written.

import { describe, expect, it } from "vitest";
import {
  errorMessage,
  isRequestId,
  notificationMessage,
  readMessage,
  resultMessage,
} from "../../src/protocol/json-rpc.js";
import { RpcError } from "../../src/protocol/rpc-error.js";

const read = (message: object) => readMessage({ jsonrpc: "2.0", ...message });

describe("what arrives", () => {
  it.each([
    [
      "a request",
      { id: 1, method: "x", params: { a: 1 } },
      { kind: "request", id: 1, method: "x", params: { a: 1 } },
    ],
    [
      "a request without params",
      { id: "", method: "x" },
      { kind: "request", id: "", method: "x", params: {} },
    ],
    ["a notification", { method: "x" }, { kind: "notification", method: "x", params: {} }],
    ["a result", { id: 1, result: {} }, { kind: "response", id: 1, result: {}, error: undefined }],
    [
      "an error",
      { id: 1, error: { code: 5, message: "m", data: 1 } },
      { kind: "response", id: 1, result: undefined, error: { code: 5, message: "m" } },
    ],
  ])("may be %s", (_what, message, expected) => {
    expect(read(message)).toEqual(expected);
  });

  it.each([
    ["params that are a list", { id: 1, method: "x", params: [] }, 1, "params must be an object"],
    ["params that are null", { id: 1, method: "x", params: null }, 1, "params must be an object"],
    ["an id that is null", { id: null, method: "x" }, undefined, "id must be a string or an integer"],
    ["an id with a fraction", { id: 1.5, method: "x" }, undefined, "id must be a string or an integer"],
    ["a method that is no text", { id: 1, method: 5 }, 1, "method must be a string"],
    ["nothing in it", { id: 1 }, 1, "neither a method, nor a result or an error"],
    [
      "result and error",
      { id: 1, result: {}, error: { code: 1, message: "" } },
      1,
      "neither a method, nor a result or an error",
    ],
    ["a result that is no object", { id: 1, result: 5 }, 1, "result must be an object"],
    ["a result for nothing", { result: {} }, undefined, "a response needs the id of its request"],
    ["an error without a code", { id: 1, error: { message: "" } }, 1, "error must have a code and a message"],
    ["another version", { jsonrpc: "1.0", id: 1, method: "x" }, 1, 'jsonrpc must be "2.0"'],
  ])("cannot have %s", (_what, message, id, reason) => {
    expect(read(message)).toEqual({ kind: "invalid", id, reason });
  });

  it.each([[null], [5], ["text"], [[]], [undefined]])("cannot be %j", (value) => {
    expect(readMessage(value)).toEqual({
      kind: "invalid",
      id: undefined,
      reason: "a message is a JSON object",
    });
  });

  it("has ids that are text or whole numbers", () => {
    expect([0, -1, Number.MAX_SAFE_INTEGER, "", "a"].every(isRequestId)).toBe(true);
    expect([1.5, Number.MAX_SAFE_INTEGER + 1, Number.NaN, null, undefined, {}, true].some(isRequestId)).toBe(
      false,
    );
  });
});

describe("what leaves", () => {
  it("is JSON, whatever the id", () => {
    for (const id of [0, -5, 'a"b', "\u2028"]) {
      expect(JSON.parse(resultMessage(id, '{"a":1}'))).toEqual({ jsonrpc: "2.0", id, result: { a: 1 } });
    }
  });

  it("leaves an id out that could not be read, and data that is not there", () => {
    expect(JSON.parse(errorMessage(undefined, new RpcError(-1, "m")))).toEqual({
      jsonrpc: "2.0",
      error: { code: -1, message: "m" },
    });
    expect(JSON.parse(errorMessage(1, new RpcError(-1, "m", null)))).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: { code: -1, message: "m", data: null },
    });
  });

  it("may be a notification without params", () => {
    expect(JSON.parse(notificationMessage("x"))).toEqual({ jsonrpc: "2.0", method: "x" });
  });
});
