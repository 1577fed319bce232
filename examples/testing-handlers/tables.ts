// A restaurant that books tables, twice: once with a bug that only shows when the handler runs again.

import { createServer, field, form, type Server, type ServerOptions } from "beckon";
import * as z from "zod";

/** What the handlers work with: the real thing in production, a fake in tests. */
export interface Tables {
  hold(day: string, guests: number): Promise<string>;
  release(table: string): Promise<void>;
}

const input = z.object({ day: z.iso.date(), guests: z.int().min(1) });

/** Makes the server on whatever keeps the tables. */
export function createTables(tables: Tables, options: Pick<ServerOptions, "keys" | "engine"> = {}): Server {
  const server = createServer({ name: "tables", version: "1.0.0", ...options });

  // In the modern era the handler runs again for every answer: this one holds a table each time.
  server.tool("book_carelessly", { input }, async ({ day, guests }, ctx) => {
    const table = await tables.hold(day, guests);
    const ok = await ctx.confirm(`Book ${table}, ${day}?`);
    if (ok) return `Booked ${table}.`;
    await tables.release(table);
    return "Let it go.";
  });

  // A step runs once, however often the handler does.
  server.tool("book", { input }, async ({ day, guests }, ctx) => {
    const table = await ctx.step("hold", () => tables.hold(day, guests));
    const ok = await ctx.confirm(`Book ${table}, ${day}?`);
    if (!ok) {
      await ctx.step("release", () => tables.release(table));
      return "Let it go.";
    }
    const seat = await ctx.elicit(
      form("Where do you want to sit?", {
        seat: field.choice({ options: { in: "Inside", out: "Terrace" } }),
      }),
    );
    return seat.action === "accept" ? `Booked ${table}, ${seat.content.seat}.` : `Booked ${table}.`;
  });
  return server;
}
