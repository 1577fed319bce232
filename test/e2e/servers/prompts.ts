// Prompts with arguments, with every kind of content, and with completion.

import { assistant, audio, embeddedResource, image, type Server, user } from "beckon";
import { BYTES } from "./content-tools.js";

const STYLES: Readonly<Record<string, readonly string[]>> = {
  sea: ["shanty", "ballad"],
  snow: ["haiku"],
};

/** More than a completion may carry. */
const MANY: readonly string[] = Array.from({ length: 150 }, (_, index) => `s${index}`);

export function addPrompts(server: Server): void {
  server.prompt("ask", { description: "Has no arguments" }, () => "What is the time?");
  server.prompt(
    "poem",
    {
      title: "A poem",
      description: "Has a required and an optional argument",
      arguments: {
        topic: {
          description: "What it is about",
          required: true,
          complete: (value) => Object.keys(STYLES).filter((topic) => topic.startsWith(value)),
        },
        style: {
          complete: async (value, ctx) =>
            (STYLES[ctx.arguments.topic ?? ""] ?? []).filter((style) => style.startsWith(value)),
        },
        many: { complete: (value) => MANY.filter((word) => word.startsWith(value)) },
        told: { complete: () => ({ values: ["one"], total: 7, hasMore: true }) },
      },
    },
    async ({ topic, style }) => [
      user(`A poem about ${topic}.`),
      assistant(`In the style of ${style ?? "now"}.`),
    ],
  );
  server.prompt("show", { description: "Has every kind of content" }, (_, ctx) => ({
    description: "Look at these",
    messages: [
      user(image(BYTES, "image/png")),
      user(audio(BYTES, "audio/wav")),
      user(embeddedResource({ uri: "app:///readme", text: "Read me." })),
      user(ctx.resourceLink("readme")),
    ],
  }));
  server.prompt("crash", { description: "Throws" }, () => {
    throw new Error("password=hunter2");
  });
  server.prompt("later", { description: "Answers later" }, (_, ctx) => ctx.later(async () => "Later."));
}
