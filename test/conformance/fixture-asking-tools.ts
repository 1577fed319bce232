// Tools for the scenarios of the legacy era that ask the client.

import { field, form, type Server } from "beckon";

export function addAskingTools(server: Server): void {
  server.tool(
    "test_sampling",
    {
      description: "Asks the client's model",
      input: { type: "object", properties: { prompt: { type: "string" } }, required: ["prompt"] },
    },
    async ({ prompt }, ctx) => {
      const said = await ctx.sample({
        messages: [{ role: "user", content: { type: "text", text: prompt } }],
        maxTokens: 100,
      });
      return `LLM response: ${JSON.stringify(said.content)}`;
    },
  );
  server.tool(
    "test_elicitation",
    {
      description: "Asks the user",
      input: { type: "object", properties: { message: { type: "string" } }, required: ["message"] },
    },
    async ({ message }, ctx) => {
      const answer = await ctx.elicit(
        form(message, {
          username: field.string({ description: "User's response" }),
          email: field.string({ description: "User's email address" }),
        }),
      );
      return `User response: ${JSON.stringify(answer)}`;
    },
  );
  server.tool(
    "test_elicitation_sep1034_defaults",
    { description: "Asks with a default in every field" },
    async (_, ctx) => `Elicitation completed: ${JSON.stringify(await ctx.elicit(defaults))}`,
  );
  server.tool(
    "test_elicitation_sep1330_enums",
    { description: "Asks with every shape of a choice" },
    async (_, ctx) => `Elicitation completed: ${JSON.stringify(await ctx.elicit("Please choose.", choices))}`,
  );
}

const defaults = form("Please review and update the form fields with defaults", {
  name: field.string({ description: "User name", default: "John Doe" }),
  age: field.integer({ description: "User age", default: 30 }),
  score: field.number({ description: "User score", default: 95.5 }),
  status: field.choice({
    description: "User status",
    options: ["active", "inactive", "pending"],
    default: "active",
  }),
  verified: field.boolean({ description: "Verification status", default: true }),
});

/** As MCP writes it, because the builder has no words for the older `enumNames`. */
const choices = {
  type: "object",
  properties: {
    untitledSingle: { type: "string", enum: ["option1", "option2", "option3"] },
    titledSingle: {
      type: "string",
      oneOf: [
        { const: "value1", title: "First Option" },
        { const: "value2", title: "Second Option" },
        { const: "value3", title: "Third Option" },
      ],
    },
    legacyEnum: {
      type: "string",
      enum: ["opt1", "opt2", "opt3"],
      enumNames: ["Option One", "Option Two", "Option Three"],
    },
    untitledMulti: {
      type: "array",
      items: { type: "string", enum: ["option1", "option2", "option3"] },
    },
    titledMulti: {
      type: "array",
      items: {
        anyOf: [
          { const: "value1", title: "First Choice" },
          { const: "value2", title: "Second Choice" },
          { const: "value3", title: "Third Choice" },
        ],
      },
    },
  },
} as const;
