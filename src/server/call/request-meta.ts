// The `_meta` of a request, and the trace context in it.

import { isObject, type JsonObject } from "../../core/json.js";
import type { TraceContext } from "../context.js";
import type { Call } from "./call.js";

/** What came as `_meta`, if it is an object. */
export function metaOf(call: Call): JsonObject | undefined {
  const meta = call.params._meta;
  return isObject(meta) ? meta : undefined;
}

/** The caller's trace context: from `_meta`, else from the headers. */
export function traceOf(call: Call): TraceContext | undefined {
  const meta = metaOf(call);
  const read = (name: keyof TraceContext): string | undefined => {
    const value = meta?.[name] ?? call.headers[name];
    return typeof value === "string" ? value : undefined;
  };
  const traceparent = read("traceparent");
  if (traceparent === undefined) return undefined;
  return { traceparent, tracestate: read("tracestate"), baggage: read("baggage") };
}
