// Tools that send people to pages.

import { elicitationRequired, field, type Server, url } from "beckon";
import * as z from "zod";
import type { Site } from "./site.js";
import { Slots } from "./slots.js";

const keyed = z.object({ key: z.string() });

/** Progress is told in this many units for each round, apart from what clients count themselves. */
export const ROUND_PROGRESS = 100;

export function addPageTools(server: Server, site: Site): void {
  server.tool("sign", { description: "Has a page signed" }, async (_, ctx) => {
    ctx.progress(ROUND_PROGRESS * ctx.run.round);
    return JSON.stringify(
      await ctx.openUrl("Sign the contract.", (id) => site.href(id), {
        content: { name: field.string() },
      }),
    );
  });
  server.tool("look", { description: "Sends to a page, and does not wait" }, async (_, ctx) =>
    JSON.stringify(await ctx.openUrl("Have a look.", (id) => site.href(id), { until: "consent" })),
  );
  const left = new Slots<string>();
  server.tool("attend", { description: "Waits for a page", input: keyed }, async ({ key }, ctx) => {
    ctx.signal.addEventListener("abort", () => left.put(key, "cancelled"));
    ctx.progress(ROUND_PROGRESS * ctx.run.round);
    return JSON.stringify(await ctx.openUrl("Attend.", (id) => site.href(id)));
  });
  server.tool("attended", { description: "Tells how attend was left", input: keyed }, ({ key }) =>
    left.get(key),
  );
  const calendarOf = (user: string): string => {
    if (site.hasSeen(user)) return `The calendar of ${user}.`;
    throw elicitationRequired([url("Sign in to the calendar.", (id) => site.href(id, user))]);
  };
  server.tool(
    "calendar",
    { description: "Works for who has signed in", input: z.object({ user: z.string() }) },
    ({ user }) => calendarOf(user),
  );
  server.prompt("calendar", { arguments: { user: { required: true } } }, ({ user }) => calendarOf(user));
  server.resource("calendar", { uri: "app:///calendar/{user}" }, ({ user }) => calendarOf(user));
}
