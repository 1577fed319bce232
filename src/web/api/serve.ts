// The outer door of the API: where a request comes from, and who sent it.

import { BeckonError } from "../../core/errors.js";
import {
  type AllowedHosts,
  type AllowedOrigins,
  isAllowedHost,
  isAllowedOrigin,
} from "../../guards/hosts.js";
import { withoutBody } from "../security/visitor.js";
import { ApiError } from "./api-error.js";
import type { ApiParts } from "./api-parts.js";
import type { Authenticate, Caller } from "./caller.js";
import type { Router } from "./router.js";
import { sendProblem } from "./send.js";
import { BASE_PATH, failedResponse, serveRequest } from "./serve-request.js";

export interface ApiDoor {
  readonly parts: ApiParts;
  readonly router: Router;
  readonly authenticate: Authenticate;
  readonly allowedHosts: AllowedHosts;
  readonly allowedOrigins: AllowedOrigins;
}

/** True for a request to the API, whatever it wants. */
export function isUnderApi(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === BASE_PATH || pathname.startsWith(`${BASE_PATH}/`);
}

/** Serves a request from outside, once it is known whose it is. */
export async function serveApi(door: ApiDoor, request: Request): Promise<Response> {
  const { parts, router } = door;
  try {
    const misplaced = findMisplaced(door, request);
    if (misplaced !== undefined) return sendProblem(misplaced);
    const caller = await door.authenticate(withoutBody(request));
    if (caller === undefined) return sendProblem(STRANGER, { "www-authenticate": 'Bearer realm="beckon"' });
    requireCaller(caller);
    return await serveRequest(parts, router, caller, request);
  } catch (error) {
    return failedResponse(parts, error);
  }
}

const STRANGER = new ApiError(
  "unauthorized",
  "The request has no token, or one that is not good here. Send it as `Authorization: Bearer …`.",
);

/** A page elsewhere, or a name that was turned to this address. */
function findMisplaced(
  { allowedHosts, allowedOrigins }: ApiDoor,
  { headers, url }: Request,
): ApiError | undefined {
  const host = headers.get("host") ?? new URL(url).host;
  if (!isAllowedHost(host, allowedHosts))
    return new ApiError("wrong-host", "This API is not served under this name.");
  const origin = headers.get("origin") ?? undefined;
  if (!isAllowedOrigin(origin, allowedOrigins))
    return new ApiError("forbidden", "The request comes from a page elsewhere, which may not use this API.");
  return undefined;
}

function requireCaller({ id, name, scopes }: Caller): void {
  if (typeof id !== "string" || id === "" || typeof name !== "string" || !Array.isArray(scopes))
    throw new BeckonError(
      "invalid-result",
      "authenticate gave a caller without id, name or scopes. Give { id, name, scopes } or undefined.",
    );
}
