// Metrics as Prometheus scrapes them.

import { Registry } from "prom-client";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { allow, createServer, forbidden, type Server, toolError } from "../../src/index.js";
import { listen } from "../../src/node/index.js";
import {
  createPrometheusMetrics,
  type PrometheusMetrics,
  type PrometheusOptions,
} from "../../src/observe/prometheus.js";
import { created } from "../broker/stage.js";
import { askModern, openSession } from "../server/access/ask.js";
import { createWebhookStage } from "../webhooks/stage.js";

let server: Server;
let metrics: PrometheusMetrics;

beforeEach(() => {
  metrics = createPrometheusMetrics();
  server = createServer({
    name: "measured",
    version: "1.0.0",
    connect: ({ headers }) => (headers["x-user"] === "nobody" ? forbidden({ message: "No." }) : allow()),
  });
  server.tool("add", {}, () => "3");
  server.tool("fail", {}, () => toolError("no"));
});

afterEach(async () => {
  metrics.close();
  await server.close();
});

/** The samples of a metric, as lines. */
async function samples(name: string, from: PrometheusMetrics = metrics): Promise<string[]> {
  const lines = (await from.register.metrics()).split("\n");
  return lines.filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

function measureAgain(options: PrometheusOptions): PrometheusMetrics {
  metrics.close();
  metrics = createPrometheusMetrics(options);
  return metrics;
}

describe("requests", () => {
  it("are counted by method, era and outcome", async () => {
    await askModern(server, "tools/call", { name: "add" });
    await askModern(server, "tools/call", { name: "add" });
    await askModern(server, "tools/call", { name: "fail" });
    const session = await openSession(server);
    await session.ask("tools/list");
    expect(await samples("beckon_requests_total")).toEqual([
      'beckon_requests_total{method="tools/call",era="modern",outcome="complete"} 2',
      'beckon_requests_total{method="tools/call",era="modern",outcome="error"} 1',
      'beckon_requests_total{method="initialize",era="legacy",outcome="complete"} 1',
      'beckon_requests_total{method="tools/list",era="legacy",outcome="complete"} 1',
    ]);
  });

  it("have their durations in a histogram", async () => {
    await askModern(server, "tools/call", { name: "add" });
    expect(await samples("beckon_request_duration_seconds_count")).toEqual([
      'beckon_request_duration_seconds_count{method="tools/call",era="modern"} 1',
    ]);
    expect(await samples("beckon_request_duration_seconds_bucket")).toContain(
      'beckon_request_duration_seconds_bucket{le="+Inf",method="tools/call",era="modern"} 1',
    );
  });

  it("of methods that clients make up are one series", async () => {
    for (let round = 0; round < 50; round++) await askModern(server, `made/up-${round}`);
    expect(await samples("beckon_requests_total")).toEqual([
      'beckon_requests_total{method="other",era="modern",outcome="error"} 50',
    ]);
  });

  it("carry the names of tools when asked to, and only of tools that are there", async () => {
    measureAgain({ toolLabel: true });
    await askModern(server, "tools/call", { name: "add" });
    for (let round = 0; round < 50; round++)
      await askModern(server, "tools/call", { name: `made-up-${round}` });
    await askModern(server, "tools/list", { name: "add" });
    expect(await samples("beckon_requests_total")).toEqual([
      'beckon_requests_total{method="tools/call",era="modern",tool="add",outcome="complete"} 1',
      'beckon_requests_total{method="tools/call",era="modern",tool="",outcome="error"} 50',
      'beckon_requests_total{method="tools/list",era="modern",tool="",outcome="complete"} 1',
    ]);
  });
});

describe("sessions, streams and connects", () => {
  it("sessions go up and down, and their total only up", async () => {
    const first = await openSession(server);
    await openSession(server);
    await server.fetch(
      new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": first.id } }),
    );
    expect(await samples("beckon_sessions")).toEqual(["beckon_sessions 1"]);
    expect(await samples("beckon_sessions_total")).toEqual(["beckon_sessions_total 2"]);
  });

  it("streams go up and down", async () => {
    const { id } = await openSession(server);
    const headers = { "mcp-session-id": id, accept: "text/event-stream" };
    const stream = await server.fetch(new Request("http://localhost/mcp", { headers }));
    expect(await samples("beckon_streams")).toEqual(["beckon_streams 1"]);
    await stream.body?.cancel();
    expect(await samples("beckon_streams")).toEqual(["beckon_streams 0"]);
  });

  it("connects are counted by decision", async () => {
    await askModern(server, "tools/list");
    await askModern(server, "tools/list", {}, { "x-user": "nobody" });
    expect(await samples("beckon_connects_total")).toEqual([
      'beckon_connects_total{decision="allow"} 1',
      'beckon_connects_total{decision="forbidden"} 1',
    ]);
  });
});

describe("the handler", () => {
  it("shows the metrics beside the endpoint", async () => {
    const listening = await listen(server, {
      port: 0,
      keepSignals: true,
      routes: { "/metrics": metrics.handler },
    });
    await askModern(server, "tools/call", { name: "add" });
    const url = new URL("/metrics", listening.url);
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe(metrics.register.contentType);
    expect(await response.text()).toContain("# TYPE beckon_requests_total counter");
    expect((await fetch(url, { method: "POST" })).status).toBe(405);
    await listening.close();
  });

  it("says no more than that when a collector fails", async () => {
    const register = new Registry();
    measureAgain({ register });
    const listening = await listen(server, {
      port: 0,
      keepSignals: true,
      routes: { "/metrics": metrics.handler },
    });
    const { Gauge } = await import("prom-client");
    new Gauge({
      name: "broken",
      help: "x",
      registers: [register],
      collect: () => Promise.reject(new Error("hunter2")),
    });
    const response = await fetch(new URL("/metrics", listening.url));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("The metrics could not be collected.\n");
    await listening.close();
  });
});

describe("a registry", () => {
  it("of the application gets the metrics, and loses them at close", () => {
    const register = new Registry();
    measureAgain({ register });
    expect(register.getMetricsAsArray().map(({ name }) => name)).toEqual([
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
    ]);
    metrics.close();
    expect(register.getMetricsAsArray()).toEqual([]);
  });

  it("hears nothing more after close", async () => {
    metrics.close();
    await askModern(server, "tools/call", { name: "add" });
    expect(await metrics.register.metrics()).toBe("\n");
  });
});

it("webhooks are counted by endpoint, type and outcome", async () => {
  await using stage = await createWebhookStage((_, index) => ({ status: index === 0 ? 500 : 200 }));
  await stage.start({}, { retryDelaysMs: [] });
  await created(stage.broker);
  await stage.ended("dead", 1);
  await created(stage.broker);
  await stage.ended("delivered", 1);
  const labels = 'endpoint="ops",type="elicitation.created"';
  expect(await samples("beckon_webhooks_total")).toEqual([
    `beckon_webhooks_total{${labels},outcome="failed"} 1`,
    `beckon_webhooks_total{${labels},outcome="dead"} 1`,
    `beckon_webhooks_total{${labels},outcome="delivered"} 1`,
  ]);
});
