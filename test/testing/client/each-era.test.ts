// One test for every kind of client.

import { describe, expect, it } from "vitest";
import { accept, eachEra, type MakeServer } from "../../../src/testing/index.js";
import { makeTables } from "./tables.js";

const yes = accept({ confirmed: true });
const answers = [accept({ guests: 4 }), yes];

describe("eachEra", () => {
  it("runs the test in both eras, over HTTP and over stdio, each with a server of its own", async () => {
    const seen: unknown[] = [];
    let servers = 0;
    const make = (kit: Parameters<typeof makeTables>[0]) => {
      servers += 1;
      return makeTables(kit);
    };
    await eachEra(make, { answers }, async (client) => {
      const { text } = await client.callTool("book_table", { day: "Friday" });
      seen.push([client.era, text, client.effects]);
    });
    const rest = ["Booked table 4, Friday.", ["hold Friday"]];
    expect(seen).toEqual(["modern", "legacy", "modern", "legacy"].map((era) => [era, ...rest]));
    expect(servers).toBe(4);
  });

  it("runs it for the kinds that were named", async () => {
    const seen: (boolean | undefined)[] = [];
    await eachEra(makeTables, { answers, eras: [{ revision: "2025-06-18" }] }, async (client) => {
      await client.callTool("book_table", { day: "Friday" });
      seen.push(client.asked[0]?.params.mode === undefined);
    });
    expect(seen).toEqual([true]);
  });

  it("says for which kind the test failed, and keeps the error as it is", async () => {
    const wrong = new TypeError("Not a table.");
    const failed = eachEra(makeTables, {}, (client) => {
      if (client.era === "legacy") throw wrong;
    });
    await expect(failed).rejects.toBe(wrong);
    expect(wrong.message).toBe("In the legacy era: Not a table.");
  });

  it("says for which kind an answer was never asked for", async () => {
    await expect(eachEra(makeTables, { answers: [yes] }, () => {})).rejects.toThrow(
      'In the modern era: An answer was never asked for: number 1, accept({"confirmed":true}).',
    );
  });

  it("needs a function that makes a new server each time", async () => {
    const server = makeTables({ keys: [crypto.randomUUID()], effect() {} });
    // As JavaScript does.
    await expect(eachEra(server as unknown as MakeServer, {}, () => {})).rejects.toThrow(
      "eachEra makes several servers, so it needs a function that makes one, and was given a server.",
    );
    await expect(
      eachEra(
        () => server,
        {},
        () => {},
      ),
    ).rejects.toThrow("gave the same server again");
    const nothing = (() => undefined) as unknown as MakeServer;
    await expect(eachEra(nothing, {}, () => {})).rejects.toThrow("Return what createServer gives.");
  });
});
