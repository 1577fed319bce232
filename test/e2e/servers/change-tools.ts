// Tools that change what the server offers while it runs.

import type { Server } from "beckon";
import * as z from "zod";

const change = z.object({
  kind: z.enum(["tool", "prompt", "resource"]),
  act: z.enum(["add", "replace", "remove"]),
  name: z.string(),
});

export function addChangeTools(server: Server): void {
  server.tool(
    "change",
    { description: "Adds, replaces or removes", input: change },
    ({ kind, act, name }) => {
      const definition = { description: act };
      if (kind === "tool") {
        if (act === "remove") server.tools.remove(name);
        else if (act === "add") server.tool(name, definition, () => act);
        else server.tools.replace(name, definition, () => act);
      } else if (kind === "prompt") {
        if (act === "remove") server.prompts.remove(name);
        else if (act === "add") server.prompt(name, definition, () => act);
        else server.prompts.replace(name, definition, () => act);
      } else {
        const fixed = { ...definition, uri: `app:///passing/${name}` };
        if (act === "remove") server.resources.remove(name);
        else if (act === "add") server.resource(name, fixed, () => act);
        else server.resources.replace(name, fixed, () => act);
      }
      return `${act} ${name}`;
    },
  );
  server.tool(
    "touch",
    { description: "Says that a resource changed", input: z.object({ uri: z.string() }) },
    ({ uri }) => {
      server.notifyResourceUpdated(uri);
      return `Touched ${uri}.`;
    },
  );
  server.tool("shuffle", { description: "Says that the application's resources changed" }, () => {
    server.notifyResourcesChanged();
    return "Shuffled.";
  });
  server.tool(
    "read",
    { description: "Reads a resource for the caller", input: z.object({ uri: z.string() }) },
    async ({ uri }, ctx) => ({ contents: await ctx.readResource(uri) }),
  );
}
