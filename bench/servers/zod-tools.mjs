/** The tools of `tools.mjs` with their input schemas in zod, for the peers. */
import * as z from "zod";
import { addTool, askTool, countTool, fillerTools } from "./tools.mjs";

/**
 * Builds all schemas anew. Called once per process it is kinder to the peers than their documentation,
 * which builds them with every server object.
 *
 * @param {number} count  How many tools, `add` included.
 */
export function zodTools(count) {
  return {
    add: { ...addTool, input: z.object({ a: z.number(), b: z.number() }) },
    count: { ...countTool, input: z.object({ steps: z.number().int().min(1).max(1000) }) },
    ask: { ...askTool, question: z.object({ ok: z.boolean().meta({ title: "Go on" }) }) },
    fillers: fillerTools(count).map((tool) => ({ ...tool, input: fillerInput() })),
  };
}

function fillerInput() {
  return z.object({
    query: z.string().describe("What to look for"),
    limit: z.number().int().min(1).max(100).describe("How many to return").optional(),
    order: z.enum(["newest", "oldest", "relevance"]).optional(),
    tags: z.array(z.string()).optional(),
  });
}
