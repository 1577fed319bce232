// Asking a client's model: what each revision can carry, and what comes back.

import { describe, expect, it } from "vitest";
import { text } from "../../../src/protocol/content.js";
import {
  readSamplingResult,
  type SamplingContent,
  type SamplingRequest,
} from "../../../src/protocol/elicitation/read-sampling-result.js";
import { samplingParams } from "../../../src/protocol/elicitation/sampling-params.js";
import { revisions, validatorsOf } from "../../property/wire-schema-validators.js";
import { revisionNamed } from "./revision-named.js";

const plain: SamplingRequest = {
  messages: [{ role: "user", content: text("Hello?") }],
  maxTokens: 10,
  systemPrompt: "Be brief.",
  temperature: 0.5,
  stopSequences: ["."],
  modelPreferences: { hints: [{ name: "small" }], costPriority: 1 },
  includeContext: "none",
  metadata: { a: 1 },
};
const sound: SamplingContent = { type: "audio", data: "", mimeType: "audio/wav" };
const use: SamplingContent = { type: "tool_use", id: "1", name: "add", input: {} };
const given: SamplingContent = { type: "tool_result", toolUseId: "1", content: [text("2")] };
const withTools: SamplingRequest = {
  messages: [
    { role: "assistant", content: [text("I add."), use] },
    { role: "user", content: given },
  ],
  maxTokens: 10,
  tools: [{ name: "add", inputSchema: { type: "object" } }],
  toolChoice: { mode: "auto" },
};

const asking = (content: SamplingContent | readonly SamplingContent[]): SamplingRequest => ({
  messages: [{ role: "user", content }],
  maxTokens: 1,
});

describe("what is asked of a model", () => {
  it.each(revisions)("is a request of %s", (version) => {
    const params = samplingParams(plain, revisionNamed(version));
    const request = { jsonrpc: "2.0", id: 1, method: "sampling/createMessage", params };
    expect(params).toEqual(plain);
    expect(validatorsOf(version).published("CreateMessageRequest", request)).toEqual([]);
  });

  it.each(["2025-11-25", "2026-07-28"] as const)("may have tools in %s", (version) => {
    const params = samplingParams(withTools, revisionNamed(version));
    expect(validatorsOf(version).closed("CreateMessageRequestParams", params)).toEqual([]);
    expect(params).toBe(withTools);
  });

  it.each(["2024-11-05", "2025-03-26", "2025-06-18"])("cannot have tools in %s", (version) => {
    const revision = revisionNamed(version);
    expect(samplingParams(withTools, revision)).toBeUndefined();
    expect(samplingParams(asking(use), revision)).toBeUndefined();
    expect(samplingParams(asking([text("a"), given]), revision)).toBeUndefined();
    expect(samplingParams({ ...plain, toolChoice: {} }, revision)).toBeUndefined();
  });

  it("has one block in each message before 2025-11-25", () => {
    const params = samplingParams(asking([text("a"), text("b")]), revisionNamed("2025-06-18"));
    expect(params?.messages).toEqual([
      { role: "user", content: text("a") },
      { role: "user", content: text("b") },
    ]);
  });

  it("may be sound from 2025-03-26 on", () => {
    expect(samplingParams(asking(sound), revisionNamed("2024-11-05"))).toBeUndefined();
    expect(samplingParams(asking(sound), revisionNamed("2025-03-26"))).toEqual(asking(sound));
  });
});

describe("what a model said", () => {
  const result = { role: "assistant", content: text("Hi."), model: "m" } as const;

  it.each([
    result,
    { ...result, stopReason: "endTurn" },
    { ...result, content: [text("a"), use] },
    { ...result, content: [] },
    { ...result, content: given },
    { ...result, content: sound },
  ])("is %j", (value) => {
    expect(readSamplingResult({ ...value, _meta: {}, other: 1 })).toStrictEqual(value);
  });

  it("lacks a stop reason that is null", () => {
    expect(readSamplingResult({ ...result, stopReason: null })).toStrictEqual(result);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { ...result, role: "system" },
    { ...result, model: undefined },
    { ...result, content: undefined },
    { ...result, content: "Hi." },
    { ...result, content: { type: "text" } },
    { ...result, content: { type: "resource_link", uri: "a:b", name: "x" } },
    { ...result, content: [text("a"), { type: "tool_use", id: "1" }] },
    { ...result, content: { type: "tool_result", toolUseId: "1", content: ["x"] } },
    { ...result, stopReason: 1 },
  ])("is not %j", (value) => {
    expect(readSamplingResult(value)).toBeUndefined();
  });
});
