// Middleware that shows its order, replaces a result and refuses a call.

import { RpcError, type Server } from "beckon";

export function addMiddleware(server: Server): void {
  const steps: string[] = [];
  server.use(async ({ name }, next) => {
    if (name === "passed_through") steps.push("outer in");
    const result = await next();
    if (name === "passed_through") steps.push("outer out");
    return result;
  });
  server.use(async ({ method, name }, next) => {
    if (name === "replaced") return { content: [{ type: "text", text: `${method} was replaced.` }] };
    if (name === "refused") throw new RpcError(-32050, "Not today", { name });
    if (name === "passed_through") steps.push("inner in");
    const result = await next();
    if (name === "passed_through") steps.push("inner out");
    return result;
  });
  server.tool("passed_through", { description: "Is called through all middleware" }, () => {
    steps.push("handler");
    return "Passed.";
  });
  server.tool("steps", { description: "Tells the order of what happened" }, () => steps.splice(0).join(", "));
  server.tool("replaced", { description: "Is never called" }, () => "Not replaced.");
  server.tool("refused", { description: "Is never called" }, () => "Not refused.");
}
