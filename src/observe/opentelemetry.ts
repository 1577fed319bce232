// Spans and metrics for OpenTelemetry, by its semantic conventions for MCP.

import {
  type Attributes,
  type Context,
  context,
  type Link,
  type Meter,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { DispatchEvent } from "../core/events.js";
import {
  boundedMethod,
  DURATION_BOUNDS,
  endOf,
  SIZE_BOUNDS,
  WAIT_BOUNDS,
  type Watching,
  watch,
} from "./watch.js";

/** Where spans and metrics go. */
export interface OpenTelemetryOptions {
  /** Makes the spans. @default the tracer `beckon` of the global provider */
  readonly tracer?: Tracer;
  /** Keeps the metrics. The global provider is looked up at the time of the call. @default the meter `beckon` of the global provider */
  readonly meter?: Meter;
}

/** Observes until it is closed. */
export type OpenTelemetryObserver = Watching;

/**
 * Makes a span of every request to any Beckon server of this process, and keeps metrics of them.
 *
 * Call it once, after your OpenTelemetry SDK has started. Handlers run inside their request's span. Arguments,
 * results, tokens and url queries are never recorded.
 *
 * @example
 * const observer = observeWithOpenTelemetry();
 */
export function observeWithOpenTelemetry(options: OpenTelemetryOptions = {}): OpenTelemetryObserver {
  const { tracer = trace.getTracer("beckon"), meter = metrics.getMeter("beckon") } = options;
  const spans = new WeakMap<DispatchEvent, Span>();
  const instruments = createInstruments(meter);
  return watch({
    connect: ({ decision, transport }) =>
      instruments.connects.add(1, { decision, ...transportOf(transport) }),
    dispatchStarted(event) {
      const ambient = context.active();
      const parent = parentOf(event, ambient);
      const links = linksTo(ambient, parent);
      const attributes = { ...attributesOf(event), ...spanAttributesOf(event) };
      const span = tracer.startSpan(spanName(event), { kind: SpanKind.SERVER, attributes, links }, parent);
      spans.set(event, span);
      event.spanTraceparent = traceparentOf(span);
      const inside = trace.setSpan(parent, span);
      const outer = event.wrap;
      event.wrap = (run) => context.with(inside, outer === undefined ? run : () => outer(run));
    },
    dispatchEnded(event) {
      const ended = endAttributesOf(event);
      instruments.operation.record((event.durationMs ?? 0) / 1000, { ...attributesOf(event), ...ended });
      const span = spans.get(event);
      if (span === undefined) return;
      span.setAttributes({ ...ended, "beckon.outcome": event.outcome, "beckon.round": event.round });
      const first = event.firstTraceparent && spanContextOf(event.firstTraceparent);
      if (first) span.addLink({ context: first });
      // Without a message: it may quote what the client sent.
      if (ended["error.type"] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
    sessionOpened: () => instruments.sessions.add(1),
    sessionClosed({ durationMs = 0, revision }) {
      instruments.sessions.add(-1);
      instruments.session.record(durationMs / 1000, { "mcp.protocol.version": revision });
    },
    streamOpened: ({ kind }) => instruments.streams.add(1, { kind }),
    streamClosed: ({ kind }) => instruments.streams.add(-1, { kind }),
    webhook: (outcome, { endpoint, type }) => instruments.webhooks.add(1, { endpoint, type, outcome }),
    elicitation(what, event) {
      const { mode, bytes = 0, durationMs = 0 } = event;
      instruments.elicitations.add(1, { mode, event: what });
      const end = endOf(what, event);
      if (end !== undefined) instruments.elicitation.record(durationMs / 1000, { mode, end });
      if (event.action === "accept") instruments.answer.record(bytes, { mode });
    },
  });
}

function createInstruments(meter: Meter) {
  const duration = { unit: "s", advice: { explicitBucketBoundaries: [...DURATION_BOUNDS] } };
  return {
    operation: meter.createHistogram("mcp.server.operation.duration", {
      ...duration,
      description: "How long requests take, from their arrival to their result.",
    }),
    session: meter.createHistogram("mcp.server.session.duration", {
      ...duration,
      description: "How long legacy sessions last.",
    }),
    sessions: meter.createUpDownCounter("beckon.server.sessions", { description: "Open legacy sessions." }),
    streams: meter.createUpDownCounter("beckon.server.streams", { description: "Open event streams." }),
    connects: meter.createCounter("beckon.server.connects", { description: "Decisions of connect." }),
    webhooks: meter.createCounter("beckon.webhooks", {
      description: "Attempts to deliver webhooks, and deliveries given up.",
    }),
    elicitations: meter.createCounter("beckon.broker.elicitations", {
      description: "What happened to elicitations in brokers.",
    }),
    elicitation: meter.createHistogram("beckon.broker.elicitation.duration", {
      unit: "s",
      advice: { explicitBucketBoundaries: [...WAIT_BOUNDS] },
      description: "How long elicitations were open, by how they ended.",
    }),
    answer: meter.createHistogram("beckon.broker.answer.size", {
      unit: "By",
      advice: { explicitBucketBoundaries: [...SIZE_BOUNDS] },
      description: "How large accepted answers are.",
    }),
  };
}

/** The caller's span, if it sent one; else whatever is around us. */
function parentOf({ traceparent, tracestate }: DispatchEvent, ambient: Context): Context {
  if (traceparent === undefined) return ambient;
  return propagation.extract(
    ambient,
    tracestate === undefined ? { traceparent } : { traceparent, tracestate },
  );
}

/** The span around us, such as that of the HTTP request, is no parent when the caller sent one: it is linked. */
function linksTo(ambient: Context, parent: Context): Link[] {
  const around = trace.getSpanContext(ambient);
  const caller = trace.getSpanContext(parent);
  return around === undefined || around.spanId === caller?.spanId ? [] : [{ context: around }];
}

/** A span, as W3C writes it. */
function traceparentOf(span: Span): string {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
}

/** The span that W3C trace context names. */
const spanContextOf = (traceparent: string): SpanContext | undefined =>
  trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));

/** Uris are as many as there are resources, so they are attributes and not part of the name. */
function spanName(event: DispatchEvent): string {
  const method = boundedMethod(event.method);
  return event.name === undefined || isAboutUri(event) ? method : `${method} ${event.name}`;
}

const isAboutUri = ({ method }: DispatchEvent): boolean => method.startsWith("resources/");

/** What spans and metrics both carry: few values each. */
function attributesOf(event: DispatchEvent): Attributes {
  return {
    "mcp.method.name": boundedMethod(event.method),
    "mcp.protocol.version": event.revision,
    ...transportOf(event.transport),
    ...(event.method === "tools/call" && {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": event.name,
    }),
    ...(event.method === "prompts/get" && { "gen_ai.prompt.name": event.name }),
  };
}

const transportOf = (transport: DispatchEvent["transport"]): Attributes =>
  transport === "http"
    ? { "network.transport": "tcp", "network.protocol.name": "http" }
    : { "network.transport": "pipe" };

/** What only spans carry: any number of values. */
const spanAttributesOf = (event: DispatchEvent): Attributes => ({
  "mcp.session.id": event.sessionId,
  "mcp.resource.uri": isAboutUri(event) ? event.name : undefined,
});

/** How it went wrong, if it did. A cancelled request did not fail. */
function endAttributesOf({ outcome, errorCode }: DispatchEvent): Attributes {
  if (outcome !== "error") return {};
  if (errorCode === "tool") return { "error.type": "tool_error" };
  const code = String(errorCode);
  return { "error.type": code, "rpc.response.status_code": code };
}
