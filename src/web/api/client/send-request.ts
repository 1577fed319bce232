// Sends requests to the API, and makes errors of what it refuses.

import { BeckonError } from "../../../core/errors.js";
import { isObject } from "../../../core/json.js";
import { messageOf } from "../../../core/message-of.js";
import { ApiError, type ApiErrorDetails, codeOfStatus, isApiErrorCode } from "../api-error.js";

/** One request. */
export interface ApiRequest {
  readonly method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Under `/api/v1`. */
  readonly path: string;
  readonly query?: { readonly [name: string]: string | number | readonly string[] | undefined };
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly body?: { readonly type: string; readonly content: ReadableStream<Uint8Array> | Uint8Array };
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal;
}

/** Sends a request; resolves to a response that is none of an error. */
export type SendRequest = (request: ApiRequest) => Promise<Response>;

/** How the API is reached. */
export interface Reach {
  readonly baseUrl: string;
  readonly token: string | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Go along with every request. */
  readonly headers: { readonly [name: string]: string };
}

export function createSendRequest({ baseUrl, token, fetch, headers }: Reach): SendRequest {
  const base = `${baseUrl.replace(/\/+$/, "")}/api/v1`;
  return async (request) => {
    const response = await reach(
      fetch,
      toRequest(base, token, { ...request, headers: { ...headers, ...request.headers } }),
    );
    if (response.ok) return response;
    throw await toError(response);
  };
}

function toRequest(base: string, token: string | undefined, given: ApiRequest): Request {
  const { method = "GET", path, query = {}, json, body, signal } = given;
  const headers = new Headers({ accept: "application/json, text/event-stream", ...given.headers });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (json !== undefined) headers.set("content-type", "application/json");
  if (body !== undefined) headers.set("content-type", body.type);
  const content = json === undefined ? body?.content : JSON.stringify(json);
  const init: RequestInit & { duplex: "half" } = {
    method,
    headers,
    // A token goes where it was meant to go, and nowhere else.
    redirect: "error",
    duplex: "half",
    // Bytes and streams of bytes are bodies, whatever their buffer is.
    ...(content !== undefined && { body: content as BodyInit }),
    ...(signal !== undefined && { signal }),
  };
  return new Request(base + path + toSearch(query), init);
}

function toSearch(query: NonNullable<ApiRequest["query"]>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

async function reach(fetch: Reach["fetch"], request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (cause) {
    request.signal.throwIfAborted();
    const { origin } = new URL(request.url);
    throw new BeckonError(
      "unreachable",
      `The API at ${origin} was not reached: ${reasonOf(cause)}. Is beckon serve running there?`,
      { cause },
    );
  }
}

/** What fetch fails with says little; what made it fail says more. */
const reasonOf = (error: unknown): string =>
  error instanceof Error && error.cause instanceof Error ? messageOf(error.cause) : messageOf(error);

/** The refusal that the API sent, or one for whatever came in its place. */
async function toError(response: Response): Promise<ApiError> {
  const { status } = response;
  const given = await readProblem(response);
  if (given === undefined)
    return new ApiError(
      codeOfStatus(status),
      `The server answered with the status ${status}, and said no more.`,
    );
  const { code, detail, problems, settled, retryAfterMs, errorId } = given;
  // Whoever sends problem details of this kind is our own API.
  const details = { problems, settled, retryAfterMs, errorId } as ApiErrorDetails;
  return new ApiError(
    isApiErrorCode(code) ? code : codeOfStatus(status),
    typeof detail === "string" ? detail : `The server answered with the status ${status}.`,
    details,
  );
}

async function readProblem(response: Response): Promise<{ readonly [name: string]: unknown } | undefined> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json") ?? false;
  if (!isProblem) {
    await response.body?.cancel();
    return undefined;
  }
  const given: unknown = await response.json();
  return isObject(given) ? given : undefined;
}
