// Elicitations of brokers as metrics, and what must not be in them.

import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, test } from "vitest";
import { observeWithOpenTelemetry } from "../../src/observe/opentelemetry.js";
import { createPrometheusMetrics } from "../../src/observe/prometheus.js";
import { created, createStage, question } from "../broker/stage.js";

/** One of everything that can happen. */
async function live(): Promise<void> {
  const { broker, clock } = createStage({ limits: { perMinute: 4 } });
  await created(broker, { id: "a" });
  await broker.claim("a", { by: "canary" });
  await clock.advance(20_000);
  await broker.settle("a", { action: "accept", content: { guests: 7 } }, { by: "canary", from: "canary" });
  await created(broker, { id: "b", message: "canary" });
  await broker.settle("b", { action: "decline", reason: "canary" });
  await created(broker, { id: "c" });
  await broker.withdraw("c", "canary");
  await created(broker, { id: "d", timeoutMs: 1_000 });
  await clock.advance(1_100);
  for (let times = 0; times < 9; times += 1) await broker.create(question());
  await broker.close();
}

/** One elicitation in each of the other modes. */
async function liveElsewhere(): Promise<void> {
  const { broker } = createStage();
  const { schema: _, ...approval } = question();
  await broker.create({ ...approval, id: "u", mode: "url", url: "https://example.com/canary" });
  await broker.settle("u", { action: "accept" });
  await broker.create(question({ id: "t", mode: "terminal" }));
  await broker.claim("t", { by: "canary" });
  await broker.withdraw("t", "canary");
  await broker.close();
}

const elsewhere = [
  "terminal claimed",
  "terminal created",
  "terminal withdrawn",
  "url created",
  "url settled",
];

test("Prometheus counts each mode by itself", async () => {
  const metrics = createPrometheusMetrics();
  await liveElsewhere();
  const text = await metrics.register.metrics();
  const counted = text.matchAll(/^beckon_elicitations_total\{mode="(\w+)",event="(\w+)"\} 1$/gm);
  expect([...counted].map(([, mode, event]) => `${mode} ${event}`).sort()).toEqual(elsewhere);
  expect(text).toContain('beckon_elicitation_open_seconds_count{mode="url",end="accept"} 1');
  expect(text).toContain('beckon_elicitation_open_seconds_count{mode="terminal",end="withdrawn"} 1');
  expect(text).toContain('beckon_elicitation_answer_bytes_count{mode="url"} 1');
  expect(text).not.toMatch(/canary|example/);
  metrics.close();
});

test("OpenTelemetry counts each mode by itself", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const meter = new MeterProvider({ readers: [reader] }).getMeter("test");
  const observer = observeWithOpenTelemetry({ meter });
  await liveElsewhere();
  const { resourceMetrics } = await reader.collect();
  const points = resourceMetrics.scopeMetrics
    .flatMap(({ metrics }) => metrics)
    .find(({ descriptor }) => descriptor.name === "beckon.broker.elicitations")?.dataPoints;
  const counted = points?.map(({ attributes: { mode, event } }) => `${mode} ${event}`);
  expect(counted?.sort()).toEqual(elsewhere);
  observer.close();
});

test("[acceptance 48] Prometheus counts what happens to elicitations, by mode", async () => {
  const metrics = createPrometheusMetrics();
  await live();
  const text = await metrics.register.metrics();
  const lines = text.split("\n");
  for (const [event, count] of [
    ["created", 5],
    ["claimed", 1],
    ["settled", 2],
    ["expired", 1],
    ["withdrawn", 1],
  ])
    expect(lines).toContain(`beckon_elicitations_total{mode="inline",event="${event}"} ${count}`);
  expect(text).toMatch(/beckon_elicitations_total\{mode="inline",event="limited"\} 8/);
  expect(lines).toContain('beckon_elicitation_open_seconds_bucket{le="15",mode="inline",end="accept"} 0');
  expect(lines).toContain('beckon_elicitation_open_seconds_bucket{le="60",mode="inline",end="accept"} 1');
  expect(lines).toContain('beckon_elicitation_answer_bytes_sum{mode="inline"} 12');
  expect(text).not.toMatch(/canary|ada|How many/);
  metrics.close();
  expect(await metrics.register.metrics()).not.toContain("beckon_elicitation");
});

test("OpenTelemetry counts the same", async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  const observer = observeWithOpenTelemetry({
    meter: new MeterProvider({ readers: [reader] }).getMeter("test"),
  });
  await live();
  const { resourceMetrics } = await reader.collect();
  const all = resourceMetrics.scopeMetrics.flatMap(({ metrics }) => metrics);
  const points = (name: string) => all.find(({ descriptor }) => descriptor.name === name)?.dataPoints ?? [];
  expect(
    Object.fromEntries(
      points("beckon.broker.elicitations").map(({ attributes, value }) => [attributes.event, value]),
    ),
  ).toEqual({ created: 5, claimed: 1, settled: 2, expired: 1, withdrawn: 1, limited: 8 });
  expect(
    points("beckon.broker.elicitation.duration")
      .map(({ attributes }) => attributes.end)
      .sort(),
  ).toEqual(["accept", "decline", "expired", "withdrawn"]);
  expect(points("beckon.broker.answer.size")).toHaveLength(1);
  expect(JSON.stringify(all)).not.toMatch(/canary|"ada"|How many/);
  observer.close();
});
