// The `elicit` tool, as a definition to hand to any model's API.

import type { JsonObject } from "../core/json.js";
import { fieldKinds, specKinds } from "./spec.js";

/** A tool as model APIs describe it; they differ only in what they call the schema. */
export interface ToolDefinition {
  readonly name: string;
  readonly description: string;
  /** `input_schema` for some, `parameters` for others. */
  readonly inputSchema: JsonObject;
}

const options = { type: "array", items: { type: "string" }, description: "What can be chosen." };
const sensitive = {
  type: "boolean",
  description: "You get a handle such as secret:name instead of the value.",
};

/** Lets a model ask the person it works for. */
export const elicitTool: ToolDefinition = {
  name: "elicit",
  description:
    "Asks the person you work for, and returns their answer. Use it when you need a decision, a detail or a credential that you cannot find out. Ask one thing at a time, or use a form for details that belong together. Never ask for a password, key or token with type text: use secret. You get a handle such as secret:openai_key, which you can pass to tools; you never see the value. The person may decline or cancel: accept that.",
  inputSchema: {
    type: "object",
    properties: {
      type: { type: "string", enum: [...specKinds], description: "What kind of answer you need." },
      prompt: { type: "string", description: "The question, as the person reads it." },
      description: { type: "string", description: "Why you ask, or what helps to answer." },
      options: { ...options, description: "For choice and multi_choice: what can be chosen." },
      fields: {
        type: "array",
        description: "For form: its fields, in order.",
        items: {
          type: "object",
          properties: {
            name: { type: "string", description: "What the value is called in the answer." },
            type: { type: "string", enum: [...fieldKinds] },
            prompt: { type: "string", description: "The label that the person reads." },
            description: { type: "string" },
            options,
            required: { type: "boolean", description: "False for a field that may stay empty." },
            default: { description: "What is filled in already." },
            sensitive,
          },
          required: ["name", "type"],
        },
      },
      default: { description: "What is chosen or filled in already. Not for secret and form." },
      sensitive,
      name: { type: "string", description: "For secret: what the handle is called, such as openai_key." },
      timeout_seconds: { type: "number", description: "After how long the question is withdrawn." },
      wait_seconds: {
        type: "number",
        description: "How long to wait before you get the id of the open question.",
      },
    },
    required: ["type", "prompt"],
  },
};

/** Lets a model have the answer to a question that took longer than it waited. */
export const getAnswerTool: ToolDefinition = {
  name: "get_answer",
  description: "Returns the answer to a question that elicit left open, by its id.",
  inputSchema: {
    type: "object",
    properties: {
      id: { type: "string" },
      wait_seconds: { type: "number", description: "How long to wait for the answer." },
    },
    required: ["id"],
  },
};
