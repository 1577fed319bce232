// Forms as MCP writes them: a message and a schema go out as they are, and what comes back is typed and checked.

import { expect, it } from "vitest";
import { accept, legacyWire, lineWire, modernWire, play, type Wire } from "./play.js";
import { makeServer } from "./talk.js";

const message = "A table for how many?";
const requestedSchema = {
  type: "object",
  properties: {
    guests: { type: "integer", title: "Guests", minimum: 1 },
    seat: { type: "string", enum: ["in", "out"], default: "in" },
  },
  required: ["guests"],
} as const;

const wires: readonly (readonly [string, (server: ReturnType<typeof makeServer>) => Wire | Promise<Wire>])[] =
  [
    ["legacy", legacyWire],
    ["modern", modernWire],
    ["stdio", (server) => lineWire(server, "legacy")],
  ];

it.each(wires)("goes out as it is and comes back checked: %s", async (_name, open) => {
  const server = makeServer();
  server.tool("book", {}, async (_input, ctx) => {
    const answer = await ctx.elicit({ message, requestedSchema });
    return answer.action === "accept" ? `${answer.content.guests + 1} ${answer.content.seat}` : answer.action;
  });
  let asked = 0;
  const { text, questions } = await play(await open(server), "book", () => {
    asked += 1;
    return accept({ guests: asked === 1 ? 0 : 2 });
  });
  expect(text).toBe("3 in");
  expect(questions).toHaveLength(2);
  expect(questions[0]?.params).toMatchObject({ message, requestedSchema });
  expect(Object.keys(Object(questions[0]?.params.requestedSchema))).toEqual(Object.keys(requestedSchema));
});
