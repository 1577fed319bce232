// Writes the OpenAPI document of the routes: what they take and send is said by themselves.

import { type ApiErrorCode, problemTitle } from "../api-error.js";
import type { Route, RouteResponse } from "../route.js";
import { schemas } from "./schemas.js";

/** An OpenAPI 3.1 document. */
export function toOpenApi(routes: readonly Route[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = toOperation(route);
    paths[route.path] = operations;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Beckon",
      version: "1",
      description: "Ask people, see what waits, answer it. Instants are milliseconds since the epoch.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }],
    paths,
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}

function toOperation(route: Route): object {
  const { method, path, summary, scopes, body, takesRaw } = route;
  const words = path.split("/").filter((one) => one !== "" && !one.startsWith("{"));
  return {
    operationId: [method.toLowerCase(), ...words, ...(path.endsWith("}") ? ["one"] : [])].join("_"),
    summary,
    description:
      scopes.length === 0
        ? "For every token; each sees what its scopes let it see."
        : `For tokens with the scope ${scopes.join(" or ")}, or admin.`,
    parameters: parametersOf(route),
    ...(body !== undefined && {
      requestBody: { content: { "application/json": { schema: body.schema } } },
    }),
    ...(takesRaw && {
      requestBody: { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } },
    }),
    responses: responsesOf(route),
  };
}

function parametersOf({ path, query, body }: Route): readonly object[] {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, { schema, isOptional }]) => ({
    name,
    in: "query",
    required: isOptional !== true,
    schema,
  }));
  const hasKey = Object.hasOwn(Object(body?.schema.properties), "key");
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: { type: "string" } };
  return [...inPath, ...inQuery, ...(hasKey ? [key] : [])];
}

/** What any route may say. */
const ALWAYS: readonly ApiErrorCode[] = [
  "invalid",
  "unauthorized",
  "forbidden",
  "wrong-host",
  "failed",
  "closed",
];

function responsesOf({ responses, refuses, body }: Route): object {
  const codes = new Set<ApiErrorCode>([...ALWAYS, ...refuses]);
  if (body !== undefined) for (const code of ["too-large", "wrong-type"] as const) codes.add(code);
  const problems: Record<string, object> = {};
  for (const code of codes) {
    const [status, title] = problemTitle(code);
    const known = problems[status] as { readonly description: string } | undefined;
    problems[status] = {
      description: known === undefined ? `${title}.` : `${known.description} Or: ${title}.`,
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  const good = Object.entries(responses).map(([status, response]) => [status, toResponse(response)]);
  return { ...Object.fromEntries(good), ...problems };
}

function toResponse({ description, schema, type = "application/json", alsoAs = [] }: RouteResponse): object {
  if (schema === undefined && type === "application/json") return { description };
  const others = alsoAs.map((other) => [other, { schema: { type: "string" } }]);
  return {
    description,
    content: { [type]: schema === undefined ? {} : { schema }, ...Object.fromEntries(others) },
  };
}
