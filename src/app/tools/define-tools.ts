// Defines the tools of the app.

import { elicitTool, getAnswerTool } from "../../agent/elicit-tool.js";
import { tellModel } from "../../agent/tell-model.js";
import type { Server } from "../../server/server.js";
import { elicitInputSchema, serveElicit } from "./elicit.js";
import { serveList } from "./list-elicitations.js";
import { serveCancel, serveGetAnswer } from "./other-tools.js";
import { type ToolParts, whereAnswered } from "./tool-parts.js";
import { reply } from "./tool-reply.js";

/** Everything but what telling needs of itself. */
export type ToolOptions = Omit<ToolParts, "tell">;

/** For the model: what this server is good for. */
export const INSTRUCTIONS =
  "Asks the person you work for. elicit puts a question into their inbox and waits. When it takes longer it gives you an id: go on with something else, and call get_answer with it. A lost connection loses nothing: list_elicitations names what is open.";

const id = { type: "string", minLength: 1, maxLength: 200, description: "The id that elicit gave." } as const;

export function defineTools(server: Server, options: ToolOptions): void {
  const parts: ToolParts = {
    ...options,
    async tell({ elicitation, spec, told }) {
      const isOpen = told.action === "unavailable";
      // Only what its asker has seen is over.
      if (!isOpen) await options.questions.delivered(elicitation.id);
      const where = isOpen
        ? ` Use get_answer with this id. The person answers ${await whereAnswered(options, elicitation.id)}.`
        : "";
      return reply(`${tellModel(spec, told)}${where}`, { id: elicitation.id, told });
    },
  };
  server.tool(
    "elicit",
    {
      title: "Ask the person",
      description: elicitTool.description,
      input: elicitInputSchema,
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: false,
      },
    },
    (input, ctx) => serveElicit(parts, input, ctx),
  );
  server.tool(
    getAnswerTool.name,
    {
      title: "Get an answer",
      description: getAnswerTool.description,
      input: {
        type: "object",
        properties: {
          id,
          wait_seconds: {
            type: "number",
            minimum: 0,
            maximum: 3600,
            description: "How long to wait for the answer.",
          },
        },
        required: ["id"],
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, ctx) => serveGetAnswer(parts, input, ctx),
  );
  server.tool(
    "list_elicitations",
    {
      title: "List questions",
      description:
        "Lists the questions that you asked with elicit, the newest first: those that are open, unless you say otherwise. When there are more it gives a cursor for the next call.",
      input: {
        type: "object",
        properties: {
          status: { type: "string", enum: ["open", "settled", "all"] },
          cursor: { type: "string", maxLength: 1000, description: "From the call before." },
        },
      },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (input, ctx) => serveList(parts, input, ctx),
  );
  server.tool(
    "cancel_elicitation",
    {
      title: "Take a question back",
      description: "Takes back a question that you asked with elicit and that is still open.",
      input: {
        type: "object",
        properties: {
          id,
          reason: { type: "string", maxLength: 1000, description: "Why, for the person." },
        },
        required: ["id"],
      },
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    (input, ctx) => serveCancel(parts, input, ctx),
  );
}
