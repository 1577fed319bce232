// Pages for tests: the script of a client goes there, and handlers get what it gives.

import { describe, expect, it } from "vitest";
import { createServer, field, form } from "../../../src/index.js";
import { createMemoryVault } from "../../../src/secrets/index.js";
import {
  assertReplaySafe,
  createTestPages,
  eachEra,
  type MakeServer,
  testClient,
  visit,
} from "../../../src/testing/index.js";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };
const trip = form("Where to?", { city: field.string(), map: field.file({ optional: true }) });

function stage() {
  const pages = createTestPages();
  const make: MakeServer = ({ keys, engine, effect }) => {
    const vault = createMemoryVault();
    const server = createServer({ name: "t", version: "1.0.0", keys, engine, pages, vault, logger: quiet });
    server.tool("go", {}, async (_, ctx) => {
      const secret = await ctx.secret("token");
      const where = await ctx.elicit(trip);
      if (secret.action !== "accept" || where.action !== "accept") return "Stay.";
      await ctx.step("book", () => effect("booked"));
      const sure = await ctx.confirm("Sure?");
      return `${where.content.city} ${await where.content.map?.text()} ${secret.content.reveal()} ${sure}`;
    });
    return server;
  };
  const answers = {
    "Please enter token.": visit((url) => pages.accept(url, { secret: "hunter2" })),
    "Where to?": visit((url) =>
      pages.accept(url, { city: "Oslo", map: [pages.file("map.txt", "text/plain", "a map")] }),
    ),
    "Sure?": { action: "accept", content: { confirmed: true } },
  } as const;
  return { pages, make, answers };
}

describe("pages of a test", () => {
  it("give secrets, forms and files to handlers in every era", async () => {
    const { make, answers } = stage();
    const seen: string[] = [];
    await eachEra(make, { answers }, async (client) => {
      seen.push((await client.callTool("go")).text);
    });
    expect(seen).toEqual(Array(4).fill("Oslo a map hunter2 true"));
  });

  it("are the same for all servers of a test, so that replay can be proved", async () => {
    const { make, answers } = stage();
    await assertReplaySafe(make, { tool: "go", answers });
  });

  it("do not take what does not fit, and say so", async () => {
    const { make, pages } = stage();
    const client = await testClient(make, { answers: [visit((url) => pages.accept(url, { secret: "" }))] });
    await expect(client.callTool("go")).rejects.toThrow(
      "The page does not take that: secret: must be given.",
    );
    await client.close();
  });

  it("are up at their own urls only", () => {
    const { pages } = stage();
    expect(() => pages.decline(pages.href("unknown"))).toThrow("No page is up at");
  });
});
