// Server-sent events, as text.

/** What every event stream starts with; the first two keep proxies from holding events back. */
export const SSE_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
} as const;

/** A comment: keeps the connection from looking idle. */
export const SSE_COMMENT = ":\n\n";

/** One message. JSON text has no line breaks, so it is one data line. */
export const sseEvent = (data: string, id?: string): string =>
  id === undefined ? `data: ${data}\n\n` : `id: ${id}\ndata: ${data}\n\n`;

/** An event without data that gives the client an id to resume from. */
export const ssePriming = (id: string): string => `id: ${id}\ndata: \n\n`;

/** How long the client shall wait before it reconnects. */
export const sseRetry = (retryMs: number): string => `retry: ${retryMs}\n\n`;
