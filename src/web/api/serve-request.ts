// Serves one request of a known caller: finds its route, reads what came, and makes problems of what is thrown.

import { randomBytes } from "node:crypto";
import { BeckonError } from "../../core/errors.js";
import type { Problem } from "../../core/problem.js";
import { ApiError } from "./api-error.js";
import type { ApiParts } from "./api-parts.js";
import { type Caller, hasScope } from "./caller.js";
import { readBody, readQuery } from "./read-request.js";
import type { Route } from "./route.js";
import type { Router } from "./router.js";
import { sendProblem } from "./send.js";

/** Where the API is. */
export const BASE_PATH = "/api/v1";

export async function serveRequest(
  parts: ApiParts,
  router: Router,
  caller: Caller,
  request: Request,
): Promise<Response> {
  const response = await answerTo(parts, router, caller, request);
  return request.method === "HEAD" ? new Response(null, response) : response;
}

async function answerTo(
  parts: ApiParts,
  router: Router,
  caller: Caller,
  request: Request,
): Promise<Response> {
  try {
    const url = new URL(request.url);
    const method = request.method === "HEAD" ? "GET" : request.method;
    const found = router.find(method, url.pathname.slice(BASE_PATH.length));
    if (found === undefined) throw new ApiError("unknown", "There is nothing at this path.");
    if ("allow" in found)
      return sendProblem(new ApiError("wrong-method", `This path takes ${found.allow}.`), {
        allow: found.allow,
      });
    const { route, path } = found;
    requireScope(caller, route);
    const inQuery: Problem[] = [];
    const inBody: Problem[] = [];
    const query = readQuery(route, url.searchParams, inQuery);
    const body = await readBody(route, request, parts.maxBodyBytes, inBody);
    requireNone(inQuery, inBody);
    return await route.run({ parts, caller, request, path, query, body });
  } catch (error) {
    return failedResponse(parts, error);
  }
}

/** Whoever sent it hears of everything at once, and mends it at once. */
function requireNone(inQuery: readonly Problem[], inBody: readonly Problem[]): void {
  const wrong = [...(inQuery.length > 0 ? ["query"] : []), ...(inBody.length > 0 ? ["body"] : [])];
  if (wrong.length === 0) return;
  const detail = `The ${wrong.join(" and the ")} of the request ${wrong.length > 1 ? "are" : "is"} not valid.`;
  throw new ApiError("invalid", detail, { problems: [...inQuery, ...inBody] });
}

function requireScope(caller: Caller, { scopes }: Route): void {
  if (scopes.length === 0 || hasScope(caller, ...scopes)) return;
  throw new ApiError(
    "forbidden",
    `This takes a token with the scope ${scopes.join(" or ")}. Yours has ${caller.scopes.join(", ") || "none"}.`,
  );
}

/** What is wrong with a request is told; what is wrong here goes to the log, under a number that is told. */
export function failedResponse(parts: ApiParts, error: unknown): Response {
  if (error instanceof ApiError) return sendProblem(error);
  if (error instanceof BeckonError && TOLD.has(error.code))
    return sendProblem(new ApiError("invalid", error.message));
  if (error instanceof BeckonError && error.code === "closed")
    return sendProblem(new ApiError("closed", "This server is stopping. Try again in a moment."));
  const errorId = randomBytes(6).toString("hex");
  parts.logger.error("A request to the API failed.", { errorId, error });
  return sendProblem(
    new ApiError("failed", `It is not your doing, and is in the server's log under ${errorId}.`, { errorId }),
  );
}

/** What the broker throws about what it was given, in words that are for whoever gave it. */
const TOLD: ReadonlySet<string> = new Set(["invalid-arguments", "credential-field", "unknown-name"]);
