// Describes the API to programs.

import { toOpenApi } from "../openapi/to-openapi.js";
import { defineRoute, type Route } from "../route.js";
import { sendJson } from "../send.js";

/** The route to the document of these routes and itself. */
export function openApiRoute(routes: readonly Route[]): Route {
  let document: object | undefined;
  const own: Route = defineRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This document",
    scopes: [],
    responses: { 200: { description: "An OpenAPI 3.1 document.", schema: { type: "object" } } },
    run() {
      document ??= toOpenApi([...routes, own]);
      return sendJson(document);
    },
  });
  return own;
}
