// The door of the agent: questions of a model to the people it works for.

export type { Vault } from "../core/vault.js";
export type { Approval, ToolCall } from "./approve-tool.js";
export { type AgentAskOptions, type Asker, type AskerOptions, createAsker } from "./create-asker.js";
export { elicitTool, getAnswerTool, type ToolDefinition } from "./elicit-tool.js";
export { parseSpec } from "./parse-spec.js";
export type { ElicitSpec, SpecDefault, SpecField, SpecFieldKind, SpecKind } from "./spec.js";
export type { Told } from "./tell-model.js";
