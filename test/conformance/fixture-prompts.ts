// The prompts that the suite asks for.

import { embeddedResource, image, type Server, user } from "beckon";
import { PNG } from "./fixture-media.js";

export function addPrompts(server: Server): void {
  server.prompt(
    "test_simple_prompt",
    { description: "A prompt without arguments" },
    () => "This is a simple prompt for testing.",
  );
  server.prompt(
    "test_prompt_with_arguments",
    {
      description: "A prompt with two arguments",
      arguments: {
        arg1: {
          description: "The first argument",
          required: true,
          complete: (value) => ["paris", "park", "party"].filter((word) => word.startsWith(value)),
        },
        arg2: { description: "The second argument", required: true },
      },
    },
    ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  );
  server.prompt(
    "test_prompt_with_embedded_resource",
    {
      description: "A prompt that carries a resource",
      arguments: { resourceUri: { description: "The resource's uri", required: true } },
    },
    ({ resourceUri }) => [
      user(
        embeddedResource({
          uri: resourceUri,
          mimeType: "text/plain",
          text: "Embedded resource content for testing.",
        }),
      ),
      user("Please process the embedded resource above."),
    ],
  );
  server.prompt("test_prompt_with_image", { description: "A prompt that carries a picture" }, () => [
    user(image(PNG, "image/png")),
    user("Please analyze the image above."),
  ]);
}
