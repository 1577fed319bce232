// Books a table: asks how many come and where they want to sit, holds a table, and asks once more before it books.

import { createServer, field, form } from "beckon";
import { listen } from "beckon/node";
import * as z from "zod";

const server = createServer({ name: "tables", version: "1.0.0" });

/** Stands for your own system of tables. */
const tables = {
  held: 0,
  async hold(_day: string, { guests, seat }: { guests: number; seat: "in" | "out" }) {
    this.held += 1;
    return { name: `table ${guests > 4 ? 7 : 2} ${seat === "in" ? "inside" : "on the terrace"}` };
  },
};

server.tool(
  "book_table",
  { description: "Book a table", input: z.object({ day: z.iso.date() }) },
  async ({ day }, ctx) => {
    const party = await ctx.elicit(
      form("A table for how many?", {
        guests: field.integer({ title: "Guests", minimum: 1, maximum: 20 }),
        seat: field.choice({ title: "Where", options: { in: "Inside", out: "Terrace" }, default: "in" }),
      }),
    );
    if (party.action !== "accept") return "No table booked.";

    const hold = await ctx.step("hold", () => tables.hold(day, party.content)); // runs once per run
    if (!(await ctx.confirm(`Book ${hold.name}, ${day}?`))) return "Let it go.";

    return `Booked ${hold.name}.`;
  },
);

server.tool(
  "count_holds",
  { description: "How many tables were held" },
  () => `${tables.held} ${tables.held === 1 ? "table was" : "tables were"} held.`,
);

const { url } = await listen(server, { port: Number(process.env.PORT ?? 3000) });
console.log(url);
