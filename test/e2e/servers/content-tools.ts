// Tools that differ in what they take and what they give back.

import { audio, embeddedResource, image, type Server, ToolError, text, toolError } from "beckon";
import * as z from "zod";

/** Bytes that stand for a picture or a sound. */
export const BYTES: Uint8Array = Uint8Array.of(0, 1, 2, 253, 254, 255);

export function addContentTools(server: Server): void {
  server.tool("say", { description: "Returns a text", annotations: { readOnlyHint: true } }, () => "Hello.");
  server.tool(
    "book",
    {
      title: "Book a table",
      description: "Takes nested arguments",
      input: z.object({
        day: z.iso.date(),
        guests: z.array(z.object({ name: z.string(), age: z.int() })),
      }),
    },
    ({ day, guests }) => `${guests.map(({ name, age }) => `${name} (${age})`).join(", ")} on ${day}`,
  );
  server.tool(
    "book_plainly",
    {
      description: "Takes nested arguments, described in plain JSON Schema",
      input: {
        type: "object",
        properties: {
          day: { type: "string" },
          guests: {
            type: "array",
            items: {
              type: "object",
              properties: { name: { type: "string" }, age: { type: "integer" } },
              required: ["name", "age"],
            },
          },
        },
        required: ["day", "guests"],
      },
    },
    ({ day, guests }) => `${guests.length} on ${day}`,
  );
  server.tool(
    "weather",
    {
      description: "Returns structured content",
      input: z.object({ city: z.string() }),
      output: z.object({ city: z.string(), celsius: z.number() }),
    },
    async ({ city }) => ({ city, celsius: 21.5 }),
  );
  server.tool(
    "broken_weather",
    { description: "Returns what its output schema forbids", output: z.object({ celsius: z.number() }) },
    // As a handler without types would.
    () => ({ celsius: "warm" }) as never,
  );
  server.tool("picture", { description: "Returns an image" }, () => image(BYTES, "image/png"));
  server.tool("sound", { description: "Returns audio" }, () => audio(BYTES, "audio/wav"));
  server.tool("page", { description: "Returns an embedded resource" }, () =>
    embeddedResource({ uri: "app:///readme", mimeType: "text/plain", text: "Read me." }),
  );
  server.tool("link", { description: "Returns a link to a resource" }, (_, ctx) =>
    ctx.resourceLink("cover", { study: "a b" }),
  );
  server.tool("mixed", { description: "Returns several contents" }, () => [
    text("A picture:"),
    image(BYTES, "image/png"),
  ]);
  server.tool("refuse", { description: "Returns a tool error" }, () => toolError("There is no table left."));
  server.tool("give_up", { description: "Throws a tool error" }, () => {
    throw new ToolError("The kitchen is closed.");
  });
  server.tool("crash", { description: "Throws" }, () => {
    throw new Error("password=hunter2");
  });
  server.tool("crash_later", { description: "Rejects" }, async () => {
    throw new Error("password=hunter2");
  });
}
