/** The tools every measured server defines: `add`, optionally `count` and `ask`, and fillers up to the wanted number. */

export const serverInfo = { name: "bench", version: "1.0.0" };

export const addTool = {
  name: "add",
  description: "Add two numbers",
  inputSchema: {
    type: "object",
    properties: { a: { type: "number" }, b: { type: "number" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
};

/** Sends `steps` progress notifications, then answers. */
export const countTool = {
  name: "count",
  description: "Count and report progress",
  inputSchema: {
    type: "object",
    properties: { steps: { type: "integer", minimum: 1, maximum: 1000 } },
    required: ["steps"],
    additionalProperties: false,
  },
};

/** Asks `question` and answers with what came of it: "yes" or "no". */
export const askTool = {
  name: "ask",
  description: "Ask whether to go on",
  inputSchema: { type: "object" },
};

export const question = {
  message: "Go on?",
  requestedSchema: {
    type: "object",
    properties: { ok: { type: "boolean", title: "Go on" } },
    required: ["ok"],
  },
};

/**
 * @param {{ action: string, content?: { ok?: boolean } }} answer
 */
export function toReply({ action, content }) {
  return action === "accept" && content.ok ? "yes" : "no";
}

/**
 * @param {number} index
 */
export function fillerTool(index) {
  const name = `tool_${String(index).padStart(3, "0")}`;
  return {
    name,
    description: `Search collection ${index} and return what matches the query`,
    inputSchema: {
      type: "object",
      properties: {
        query: { type: "string", description: "What to look for" },
        limit: { type: "integer", minimum: 1, maximum: 100, description: "How many to return" },
        order: { type: "string", enum: ["newest", "oldest", "relevance"] },
        tags: { type: "array", items: { type: "string" } },
      },
      required: ["query"],
      additionalProperties: false,
    },
  };
}

/**
 * The tools besides `add` and `count`, so that `add` and these are `count` tools together.
 * @param {number} count
 */
export function fillerTools(count) {
  return Array.from({ length: Math.max(0, count - 1) }, (_, index) => fillerTool(index + 1));
}
