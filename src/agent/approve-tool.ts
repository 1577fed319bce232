// Asks a person whether a tool may run: approve, skip, or edit its arguments first.

import type { Answer } from "../core/elicitation/answer.js";
import type { FormSchema } from "../core/elicitation/form-schema.js";
import { isObject, type JsonObject } from "../core/json.js";
import { messageOf } from "../core/message-of.js";

/** A call that a model wants to make. */
export interface ToolCall {
  readonly name: string;
  readonly arguments?: JsonObject;
  /** What the tool does, for the person. */
  readonly description?: string;
}

/** What the person decided. Only `approve` lets the tool run. */
export type Approval =
  | {
      readonly action: "approve";
      /** The arguments to run it with: the model's, or as the person changed them. */
      readonly arguments: JsonObject;
      readonly isEdited: boolean;
      readonly by?: string;
    }
  | {
      readonly action: "skip";
      /** What ended it: the person's choice, their no, or that nobody decided. */
      readonly because: "skip" | "decline" | "cancel" | "timeout" | "unavailable";
      readonly reason?: string;
    };

/** Asks with a form, and gives what comes of it. */
type Ask = (message: string, schema: FormSchema) => Promise<Answer>;

/** How often arguments are asked for that are no JSON object. */
const MOST_ATTEMPTS = 3;

/** Asks, and asks again for arguments that cannot be read. */
export async function approveTool(call: ToolCall, ask: Ask): Promise<Approval> {
  const given = call.arguments ?? {};
  let problem: string | undefined;
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    const answer = await ask(messageFor(call, given, problem), schema);
    if (answer.action !== "accept") {
      const reason = "reason" in answer ? answer.reason : undefined;
      return { action: "skip", because: answer.action, ...(reason !== undefined && { reason }) };
    }
    const by = answer.by === undefined ? {} : { by: answer.by };
    const { decision, arguments: edited } = answer.content;
    if (decision === "approve") return { action: "approve", arguments: given, isEdited: false, ...by };
    if (decision !== "edit") return { action: "skip", because: "skip" };
    const parsed = parseArguments(edited);
    if (parsed.problem === undefined)
      return { action: "approve", arguments: parsed.value, isEdited: true, ...by };
    problem = parsed.problem;
  }
  return { action: "skip", because: "cancel", reason: `The new arguments could not be read: ${problem}` };
}

const schema: FormSchema = {
  type: "object",
  properties: {
    decision: {
      type: "string",
      title: "Decision",
      oneOf: [
        { const: "approve", title: "Approve: run it" },
        { const: "skip", title: "Skip: do not run it" },
        { const: "edit", title: "Edit: run it with the arguments below" },
      ],
    },
    arguments: {
      type: "string",
      title: "New arguments",
      description: "As a JSON object. Only with Edit.",
    },
  },
  required: ["decision"],
};

function messageFor({ name, description }: ToolCall, given: JsonObject, problem: string | undefined): string {
  const lines = [
    ...(problem === undefined ? [] : [`The new arguments could not be read: ${problem}`, ""]),
    `Run the tool ${name}?`,
    ...(description === undefined ? [] : [description]),
    "",
    JSON.stringify(given, null, 2),
  ];
  return lines.join("\n");
}

function parseArguments(
  text: unknown,
): { readonly value: JsonObject; readonly problem?: undefined } | { readonly problem: string } {
  if (typeof text !== "string" || text.trim() === "") return { problem: "There were none." };
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { value } : { problem: "They are no JSON object." };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
