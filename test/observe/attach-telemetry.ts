// Prometheus and OpenTelemetry, attached to this process as their users attach them, and all that they would send out.

import { inspect } from "node:util";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { observeWithOpenTelemetry } from "../../src/observe/opentelemetry.js";
import { createPrometheusMetrics } from "../../src/observe/prometheus.js";

/** What is sent out, as text, by who sends it. */
export interface Telemetry {
  told(): Promise<Readonly<Record<"prometheus" | "spans" | "metrics", string>>>;
  close(): Promise<void>;
}

/** Attaches both, with every label that they can have. */
export function attachTelemetry(): Telemetry {
  const spans = new InMemorySpanExporter();
  const reader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 3_600_000,
  });
  const observer = observeWithOpenTelemetry({
    tracer: new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }).getTracer("test"),
    meter: new MeterProvider({ readers: [reader] }).getMeter("test"),
  });
  const prometheus = createPrometheusMetrics({ toolLabel: true });
  return {
    async told() {
      const finished = spans.getFinishedSpans().map(({ name, attributes, events, links, status }) => ({
        name,
        attributes,
        events,
        links,
        status,
      }));
      const { resourceMetrics } = await reader.collect();
      return {
        prometheus: await prometheus.register.metrics(),
        spans: inspect(finished, COMPLETE),
        metrics: inspect(resourceMetrics, COMPLETE),
      };
    },
    async close() {
      observer.close();
      prometheus.close();
      await reader.shutdown();
    },
  };
}

const COMPLETE = {
  depth: 12,
  maxArrayLength: Number.POSITIVE_INFINITY,
  maxStringLength: Number.POSITIVE_INFINITY,
};
