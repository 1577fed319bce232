// Tools that try the patience of whoever answers.

import { field, form, type Server } from "beckon";
import * as z from "zod";

export function addHostTools(server: Server): void {
  server.tool("pair", { description: "Asks two things at once" }, async (_, ctx) => {
    const [city, day] = await Promise.all([
      ctx.elicit(form("Where to?", { city: field.string() })),
      ctx.elicit(form("When?", { day: field.string() })),
    ]);
    return JSON.stringify([city, day]);
  });
  server.tool(
    "insist",
    { description: "Asks the same over and over", input: z.object({ times: z.number() }) },
    async ({ times }, ctx) => {
      const actions: string[] = [];
      for (let time = 1; time <= times; time += 1) {
        const answer = await ctx.elicit(form("Are you sure?", { text: field.string() }), { key: `${time}` });
        actions.push(answer.action);
      }
      return actions.join(", ");
    },
  );
  server.tool(
    "send_to",
    { description: "Sends to any page, and does not wait", input: z.object({ url: z.string() }) },
    async ({ url }, ctx) => JSON.stringify(await ctx.openUrl("Have a look.", url, { until: "consent" })),
  );
  server.tool("approve", { description: "Asks for nothing but approval" }, async (_, ctx) =>
    JSON.stringify(await ctx.elicit(form("Go ahead?", {}))),
  );
  server.tool("unlock", { description: "Asks for a secret, and has no pages for it" }, async (_, ctx) => {
    const { action } = await ctx.secret("door code");
    return `The door: ${action}.`;
  });
}
