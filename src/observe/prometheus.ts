// Metrics for Prometheus, and the handler that shows them.

import type { IncomingMessage, ServerResponse } from "node:http";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { DispatchEvent } from "../core/events.js";
import { boundedMethod, DURATION_BOUNDS, endOf, SIZE_BOUNDS, WAIT_BOUNDS, watch } from "./watch.js";

/** Where metrics are kept, and how finely. */
export interface PrometheusOptions {
  /** The registry to add to; its other metrics are shown too. @default one of its own */
  readonly register?: Registry;
  /** Whether requests carry a `tool` label with the names of your tools. @default false */
  readonly toolLabel?: boolean;
}

/** Metrics that are kept until they are closed. */
export interface PrometheusMetrics {
  /** Shows the metrics: `listen(server, { routes: { "/metrics": metrics.handler } })`. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** The registry that holds the metrics: the one that was given, or its own. */
  readonly register: Registry;
  /** Stops counting and takes the metrics out of the registry. */
  close(): void;
  [Symbol.dispose](): void;
}

/**
 * Keeps metrics of all Beckon servers of this process.
 *
 * Every label has few values: methods that MCP does not have count as `other`, and unknown tools have no name.
 *
 * @example
 * const metrics = createPrometheusMetrics();
 */
export function createPrometheusMetrics(options: PrometheusOptions = {}): PrometheusMetrics {
  const { register = new Registry(), toolLabel = false } = options;
  const kept = createMetrics(register, toolLabel);
  const watching = watch({
    connect: ({ decision }) => kept.connects.inc({ decision }),
    dispatchStarted: () => {},
    dispatchEnded(event) {
      const labels = labelsOf(event, toolLabel);
      kept.requests.inc({ ...labels, outcome: event.outcome ?? "error" });
      kept.duration.observe(labels, (event.durationMs ?? 0) / 1000);
    },
    sessionOpened() {
      kept.sessions.inc();
      kept.sessionsTotal.inc();
    },
    sessionClosed: () => kept.sessions.dec(),
    streamOpened: () => kept.streams.inc(),
    streamClosed: () => kept.streams.dec(),
    webhook: (outcome, { endpoint, type }) => kept.webhooks.inc({ endpoint, type, outcome }),
    elicitation(what, event) {
      const { mode, bytes = 0, durationMs = 0 } = event;
      kept.elicitations.inc({ mode, event: what });
      const end = endOf(what, event);
      if (end !== undefined) kept.waits.observe({ mode, end }, durationMs / 1000);
      if (event.action === "accept") kept.answers.observe({ mode }, bytes);
    },
  });
  const close = (): void => {
    watching.close();
    for (const name of NAMES) register.removeSingleMetric(name);
  };
  return {
    handler: (request, response) => void show(register, request, response),
    register,
    close,
    [Symbol.dispose]: close,
  };
}

function createMetrics(register: Registry, toolLabel: boolean) {
  const registers = [register];
  const labelNames = toolLabel ? ["method", "era", "tool"] : ["method", "era"];
  return {
    requests: new Counter({
      name: "beckon_requests_total",
      help: "Requests served, by how they ended.",
      labelNames: [...labelNames, "outcome"],
      registers,
    }),
    duration: new Histogram({
      name: "beckon_request_duration_seconds",
      help: "How long requests take, from their arrival to their result.",
      labelNames,
      // Most requests take less than the smallest bound of the conventions.
      buckets: [0.001, 0.0025, 0.005, ...DURATION_BOUNDS],
      registers,
    }),
    sessions: new Gauge({ name: "beckon_sessions", help: "Open legacy sessions.", registers }),
    sessionsTotal: new Counter({ name: "beckon_sessions_total", help: "Legacy sessions opened.", registers }),
    streams: new Gauge({ name: "beckon_streams", help: "Open event streams.", registers }),
    connects: new Counter({
      name: "beckon_connects_total",
      help: "Decisions of connect.",
      labelNames: ["decision"],
      registers,
    }),
    webhooks: new Counter({
      name: "beckon_webhooks_total",
      help: "Attempts to deliver webhooks, and deliveries given up.",
      labelNames: ["endpoint", "type", "outcome"],
      registers,
    }),
    elicitations: new Counter({
      name: "beckon_elicitations_total",
      help: "What happened to elicitations in brokers.",
      labelNames: ["mode", "event"],
      registers,
    }),
    waits: new Histogram({
      name: "beckon_elicitation_open_seconds",
      help: "How long elicitations were open, by how they ended.",
      labelNames: ["mode", "end"],
      buckets: [...WAIT_BOUNDS],
      registers,
    }),
    answers: new Histogram({
      name: "beckon_elicitation_answer_bytes",
      help: "How large accepted answers are.",
      labelNames: ["mode"],
      buckets: [...SIZE_BOUNDS],
      registers,
    }),
  };
}

const NAMES = [
  "beckon_requests_total",
  "beckon_request_duration_seconds",
  "beckon_sessions",
  "beckon_sessions_total",
  "beckon_streams",
  "beckon_connects_total",
  "beckon_webhooks_total",
  "beckon_elicitations_total",
  "beckon_elicitation_open_seconds",
  "beckon_elicitation_answer_bytes",
] as const;

function labelsOf({ method, era, name }: DispatchEvent, toolLabel: boolean): Record<string, string> {
  const labels = { method: boundedMethod(method), era };
  return toolLabel ? { ...labels, tool: (method === "tools/call" ? name : undefined) ?? "" } : labels;
}

async function show(register: Registry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  try {
    const text = await register.metrics();
    response.writeHead(200, { "content-type": register.contentType }).end(text);
  } catch {
    // A collector of somebody else's failed; what it says is not for whoever asks.
    response.writeHead(500, { "content-type": "text/plain" }).end("The metrics could not be collected.\n");
  }
}
