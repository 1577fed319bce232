// Fetches a url that was judged, from the address that was judged, within limits of time and size.

import type { IncomingMessage } from "node:http";
import { type Clock, systemClock } from "../core/clock.js";
import { BeckonError } from "../core/errors.js";
import { MAX_MS, requireNumber } from "../core/require-number.js";
import { withDefaults } from "../core/with-defaults.js";
import { type JudgeOptions, judgeUrl } from "./judge-url.js";
import { limitedBody, tooLarge } from "./limited-body.js";
import { type Hop, isRedirect, nextHop } from "./redirect.js";

/** What is fetched, and within which limits. The options of {@link judgeUrl} say where it may go. */
export interface GuardedFetchOptions extends Omit<JudgeOptions, "signal" | "clock" | "schemes"> {
  /** @default "GET" */
  readonly method?: string;
  /** Without `host`, which is the url's own. Nothing is sent to another origin but what says how to answer. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** `https` alone, for what must not be read on its way. @default https and http */
  readonly schemes?: readonly ("https" | "http")[];
  /** How many redirects are followed, each judged anew; 0 refuses them all. @default 0 */
  readonly maxRedirects?: number;
  /** How long everything may take, to the last byte of the body, in milliseconds. @default 30000 */
  readonly timeoutMs?: number;
  /** How large the body may be, in bytes as they are sent. @default 1048576 */
  readonly maxBytes?: number;
  /** Certificate authorities to trust in place of the usual ones, as PEM. @default those of Node */
  readonly ca?: string;
  readonly signal?: AbortSignal;
  /** Where the time comes from. @default the machine's clock */
  readonly clock?: Clock;
}

const defaults = {
  method: "GET",
  maxRedirects: 0,
  timeoutMs: 30_000,
  maxBytes: 1_048_576,
  clock: systemClock,
};

/**
 * Fetches a url if it leads to a public host.
 *
 * The name is resolved once and the connection goes to an address that was judged, so a name that resolves to
 * something else a moment later changes nothing. Compressed bodies are neither asked for nor unpacked, and no proxy is
 * used. Rejects with a `BeckonError`: `url-refused`, `too-large`, `timed-out` or `unreachable`.
 *
 * @example
 * import { guardedFetch } from "beckon/guards";
 *
 * const response = await guardedFetch("https://example.com/", { maxBytes: 10_000 });
 * console.log(response.status, await response.text());
 */
export async function guardedFetch(url: string | URL, options: GuardedFetchOptions = {}): Promise<Response> {
  const settings = withDefaults(defaults, options);
  requireNumber("timeoutMs", settings.timeoutMs, 1, MAX_MS);
  requireNumber("maxBytes", settings.maxBytes, 0, Number.MAX_SAFE_INTEGER);
  requireNumber("maxRedirects", settings.maxRedirects, 0, 20);
  const limit = startLimit(settings);
  try {
    let hop: Hop = {
      url: String(url),
      method: settings.method.toUpperCase(),
      headers: readHeaders(settings.headers),
      body: settings.body,
    };
    for (let redirects = 0; ; redirects++) {
      const { message, url: fetched } = await fetchOnce(hop, settings, limit.signal);
      const status = message.statusCode ?? 0;
      const location = message.headers.location;
      if (!isRedirect(status) || location === undefined)
        return toResponse(message, hop.method, settings.maxBytes, limit);
      message.destroy();
      if (redirects >= settings.maxRedirects) throw tooManyRedirects(settings.maxRedirects);
      hop = nextHop({ ...hop, url: fetched }, status, location);
    }
  } catch (error) {
    throw limit.fail(error);
  }
}

async function fetchOnce(
  hop: Hop,
  settings: GuardedFetchOptions,
  signal: AbortSignal,
): Promise<{ message: IncomingMessage; url: string }> {
  const verdict = await judgeUrl(hop.url, { ...settings, signal });
  if (!verdict.ok) throw new BeckonError("url-refused", verdict.message);
  const { url, addresses } = verdict;
  // Loaded with what TLS needs by those who fetch.
  const { sendPinned } = await import("./pinned-request.js");
  const message = await sendPinned({ ...hop, url: new URL(url), addresses, ca: settings.ca, signal });
  return { message, url };
}

/** One limit for everything from the lookup to the last byte. */
interface Limit {
  readonly signal: AbortSignal;
  /** Everything is there. */
  end(): void;
  /** Drops the connection; gives what the error means, seen from outside. */
  fail(error: unknown): unknown;
}

function startLimit({
  clock,
  timeoutMs,
  signal,
}: {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}): Limit {
  const controller = new AbortController();
  const stop = (reason: unknown): void => controller.abort(reason);
  const onAbort = (): void => stop(signal?.reason);
  const timer = clock.setTimer(timeoutMs, () =>
    stop(new BeckonError("timed-out", `The request took longer than ${timeoutMs} ms.`)),
  );
  if (signal?.aborted) onAbort();
  signal?.addEventListener("abort", onAbort, { once: true });
  const end = (): void => {
    timer.cancel();
    signal?.removeEventListener("abort", onAbort);
  };
  return {
    signal: controller.signal,
    end,
    fail(error) {
      end();
      if (controller.signal.aborted) return controller.signal.reason;
      stop(error);
      if (error instanceof BeckonError) return error;
      const message = "The request failed before its response was complete.";
      return new BeckonError("unreachable", message, { cause: error });
    },
  };
}

function toResponse(message: IncomingMessage, method: string, maxBytes: number, limit: Limit): Response {
  const status = message.statusCode ?? 0;
  const headers = toHeaders(message);
  // These have no body by their nature, and `Response` takes none.
  if (method === "HEAD" || [204, 205, 304].includes(status)) {
    message.destroy();
    limit.end();
    return new Response(null, { status, headers });
  }
  if (Number(headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  return new Response(limitedBody(message, maxBytes, limit), { status, headers });
}

function toHeaders(message: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(message.headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  return headers;
}

function readHeaders(given: Readonly<Record<string, string>> = {}): Headers {
  const headers = new Headers({ "accept-encoding": "identity", ...given });
  const kept = ["host", "connection", "content-length", "transfer-encoding", "upgrade"].find((name) =>
    headers.has(name),
  );
  if (kept === undefined) return headers;
  throw new BeckonError(
    "invalid-arguments",
    `The header ${kept} is set by the request itself. Leave it out.`,
  );
}

const tooManyRedirects = (most: number): BeckonError =>
  new BeckonError(
    "url-refused",
    most === 0
      ? "The request was redirected, which is not followed."
      : `The request was redirected more than ${most} times.`,
  );
