// Makes responses: JSON, and problems.

import type { Problem } from "../../core/problem.js";
import type { ApiError } from "./api-error.js";

/** For whatever is sent: kept by nobody, taken for nothing else. */
export const apiHeaders: { readonly [name: string]: string } = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
};

/** A value as the body of a response. */
export const sendJson = (value: unknown, status = 200): Response =>
  new Response(JSON.stringify(value), {
    status,
    headers: { ...apiHeaders, "content-type": "application/json" },
  });

/** Done, and nothing to say. */
export const sendNothing = (): Response => new Response(null, { status: 204, headers: apiHeaders });

/** A refusal, as problem details. */
export function sendProblem(error: ApiError, headers: { readonly [name: string]: string } = {}): Response {
  const { code, title, status, detail, problems, settled, retryAfterMs, errorId } = error;
  const told = problems && tellable(problems);
  const body = { code, title, status, detail, problems: told, settled, retryAfterMs, errorId };
  const retryAfter = retryAfterMs === undefined ? undefined : String(Math.ceil(retryAfterMs / 1_000));
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...apiHeaders,
      "content-type": "application/problem+json",
      ...(retryAfter !== undefined && { "retry-after": retryAfter }),
      ...headers,
    },
  });
}

/** How many problems are told at once: whatever a hostile request has wrong with it. */
const MOST = 50;

function tellable(problems: readonly Problem[]): readonly Problem[] {
  const more = problems.length - MOST;
  if (more <= 0) return problems;
  return [...problems.slice(0, MOST), { path: "", message: `and ${more} more problems` }];
}
