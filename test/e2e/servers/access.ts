// A server whose callers may use different things, by their bearer token; on stdio the token is given at the start.

import { allow, createServer, type Decision, forbidden, type Server, unauthorized } from "beckon";

export function createAccessServer(options: { readonly stdioToken?: string } = {}): Server {
  const server = createServer({
    name: "access",
    version: "1.0.0",
    instructions: (ctx) => `For ${ctx.principal?.id ?? "nobody"}.`,
    connect: ({ headers, transport }) =>
      decide(transport === "stdio" ? options.stdioToken : bearer(headers.authorization)),
  });
  server.tool("open", { description: "For everybody" }, (_, ctx) => ({
    principal: ctx.principal?.id,
    team: ctx.assigns.team,
  }));
  server.tool("closed", { description: "Not for the limited" }, () => "Closed things.");
  server.tool("peek", { description: "Reads what the caller may not" }, async (_, ctx) => ({
    contents: await ctx.readResource("lib:///closed/1"),
  }));
  server.tool(
    "touch_closed",
    { description: "Changes a tool that the limited do not see, then one they see" },
    () => {
      server.tools.replace("closed", { description: "Not for the limited" }, () => "Closed things.");
      server.notifyResourceUpdated("lib:///closed/1");
      server.notifyResourceUpdated("lib:///open/1");
      return "Touched.";
    },
  );
  const complete = (): string[] => ["one"];
  server.prompt("open", { description: "For everybody", arguments: { word: { complete } } }, () => "Open.");
  server.prompt("closed", { description: "Hidden", arguments: { word: { complete } } }, () => "Closed.");
  server.resource("open", { uri: "lib:///open/{id}", complete: { id: complete } }, ({ id }) => `Open ${id}.`);
  server.resource(
    "closed",
    { uri: "lib:///closed/{id}", complete: { id: complete } },
    ({ id }) => `Closed ${id}.`,
  );
  server.resource("open-fixed", { uri: "lib:///open" }, () => "Open.");
  server.resource("closed-fixed", { uri: "lib:///closed" }, () => "Closed.");
  server.listResources(() => ({
    resources: [
      { uri: "lib:///open/listed", name: "listed-open" },
      { uri: "lib:///closed/listed", name: "listed-closed" },
    ],
  }));
  return server;
}

const bearer = (header: string | string[] | undefined): string | undefined =>
  /^Bearer (\w+)$/.exec(String(header))?.[1];

function decide(token: string | undefined): Decision {
  switch (token) {
    case "full":
      return allow({ principal: { id: "bob" } });
    case "limited":
      return allow({
        principal: { id: "ann" },
        assigns: { team: "red" },
        tools: ["open", "peek", "touch_closed"],
        prompts: ["open"],
        resources: ["open", "open-fixed"],
      });
    case "weak":
      return forbidden({ message: "You need to be an author.", scope: "write" });
    default:
      return unauthorized({
        realm: "library",
        resourceMetadata: "https://lib.example/.well-known/oauth-protected-resource",
        scope: "read",
        error: "invalid_token",
      });
  }
}
