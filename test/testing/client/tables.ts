// A server to test the kit with: it books tables, and asks in every way there is.

import { createServer, field, form, type Server } from "../../../src/index.js";
import type { ServerKit } from "../../../src/testing/index.js";

const silent = { debug() {}, info() {}, warn() {}, error() {} };

/** Makes the server. */
export function makeTables({ keys, effect }: Pick<ServerKit, "keys" | "effect">): Server {
  const server = createServer({ name: "tables", version: "1.0.0", keys: [...keys], logger: silent });
  const input = { type: "object", properties: { day: { type: "string" } }, required: ["day"] } as const;

  server.tool("book_table", { description: "Books a table", input }, async ({ day }, ctx) => {
    const party = await ctx.elicit(
      form("A table for how many?", { guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }) }),
      { key: "party" },
    );
    if (party.action !== "accept") return "No table booked.";
    const table = await ctx.step("hold", () => {
      effect(`hold ${day}`);
      return { name: `table ${party.content.guests}` };
    });
    return (await ctx.confirm(`Book ${table.name}?`)) ? `Booked ${table.name}, ${day}.` : "Let it go.";
  });

  server.tool("ask_two", {}, async (_, ctx) => {
    const [first, second] = await Promise.all([ctx.confirm("First?"), ctx.confirm("Second?")]);
    return { content: [{ type: "text", text: `${first} ${second}` }], structuredContent: { first, second } };
  });

  server.tool("sign_in", {}, async (_, ctx) => {
    const answer = await ctx.openUrl("Sign in.", (id) => `https://example.com/sign-in?id=${id}`);
    return `${answer.action}.`;
  });

  server.prompt("plan", { arguments: { day: { required: true } } }, async ({ day }, ctx) =>
    (await ctx.confirm("In verse?")) ? `Plan ${day} in verse.` : `Plan ${day}.`,
  );

  server.resource("menu", { uri: "tables://menu" }, async (_, ctx) =>
    (await ctx.confirm("With prices?")) ? "Soup 4.00" : "Soup",
  );
  return server;
}
