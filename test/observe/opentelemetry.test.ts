// Spans and metrics as an OpenTelemetry SDK receives them.

import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  context,
  type Meter,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  type DataPoint,
  type Histogram,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  allow,
  channels,
  createServer,
  type DispatchEvent,
  RpcError,
  type Server,
  toolError,
  unauthorized,
} from "../../src/index.js";
import { type OpenTelemetryObserver, observeWithOpenTelemetry } from "../../src/observe/opentelemetry.js";
import { created } from "../broker/stage.js";
import { askModern, openSession, post } from "../server/access/ask.js";
import { callTool, modern } from "../server/speak.js";
import { createWebhookStage } from "../webhooks/stage.js";

const PARENT = { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" };
const traceparent = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

const exporter = new InMemorySpanExporter();
const tracer = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }).getTracer(
  "test",
);
let metricReader: PeriodicExportingMetricReader;
let meter: Meter;
let server: Server;
let observer: OpenTelemetryObserver;

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});

afterAll(() => {
  context.disable();
  propagation.disable();
});

beforeEach(() => {
  exporter.reset();
  metricReader = new PeriodicExportingMetricReader({
    exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
    exportIntervalMillis: 3_600_000,
  });
  meter = new MeterProvider({ readers: [metricReader] }).getMeter("test");
  observer = observeWithOpenTelemetry({ tracer, meter });
  const silent = (): void => {};
  server = createServer({
    name: "observed",
    version: "1.0.0",
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    connect: ({ headers }) => (headers["x-user"] === "nobody" ? unauthorized() : allow()),
  });
  server.tool("add", {}, () => "3");
  server.tool("fail", {}, () => toolError("no"));
  server.tool("crash", {}, () => Promise.reject(new Error("boom")));
  server.tool("refuse", {}, () => {
    throw new RpcError(-32050, "no");
  });
  server.prompt("greet", {}, () => "Hello");
  server.resource("page", { uri: "app:///pages/{id}?draft={draft}" }, ({ id }) => `page ${id}`);
});

afterEach(async () => {
  observer.close();
  await server.close();
  await metricReader.shutdown();
});

const only = (): ReadableSpan => {
  expect(exporter.getFinishedSpans()).toHaveLength(1);
  return exporter.getFinishedSpans()[0] as ReadableSpan;
};

describe("a span", () => {
  it("of a tool call has the names and attributes of the MCP conventions", async () => {
    await askModern(server, "tools/call", { name: "add" });
    const span = only();
    expect(span.name).toBe("tools/call add");
    expect(span.kind).toBe(SpanKind.SERVER);
    expect(span.status.code).toBe(SpanStatusCode.UNSET);
    expect(span.attributes).toEqual({
      "mcp.method.name": "tools/call",
      "mcp.protocol.version": "2026-07-28",
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": "add",
      "network.transport": "tcp",
      "network.protocol.name": "http",
      "beckon.round": 1,
      "beckon.outcome": "complete",
    });
  });

  it("within a session carries its id and revision", async () => {
    const session = await openSession(server);
    await session.ask("prompts/get", { name: "greet" });
    const [opening, span] = exporter.getFinishedSpans();
    expect(opening?.name).toBe("initialize");
    expect(span?.name).toBe("prompts/get greet");
    expect(span?.attributes).toMatchObject({
      "gen_ai.prompt.name": "greet",
      "mcp.session.id": session.id,
      "mcp.protocol.version": "2025-11-25",
    });
  });

  it("of a resource has its uri, without query, as an attribute and not in its name", async () => {
    await askModern(server, "resources/read", { uri: "app:///pages/7?draft=yes" });
    expect(only().name).toBe("resources/read");
    expect(only().attributes["mcp.resource.uri"]).toBe("app:///pages/7");
  });

  it.each([
    ["fail", { "error.type": "tool_error" }],
    ["crash", { "error.type": "tool_error" }],
    ["refuse", { "error.type": "-32050", "rpc.response.status_code": "-32050" }],
  ])("of the failing tool %s is an error without a message", async (name, attributes) => {
    await askModern(server, "tools/call", { name });
    expect(only().status).toEqual({ code: SpanStatusCode.ERROR });
    expect(only().attributes).toMatchObject({ ...attributes, "beckon.outcome": "error" });
    expect(only().events).toEqual([]);
  });

  it("has no name that a client made up", async () => {
    await askModern(server, "tools/call", { name: "made-up" });
    await askModern(server, "made/up");
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ name }) => name)).toEqual(["tools/call", "other"]);
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain("made");
  });

  it.each([
    ["", (signal: AbortSignal) => signal.throwIfAborted()],
    [" whose handler never ends", () => new Promise<void>(() => {})],
  ])("of a cancelled request%s is no error", async (_which, end) => {
    const session = await openSession(server);
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
    server.tool("wait", {}, async (_input, { signal }) => {
      await post(server, cancel, { "mcp-session-id": session.id });
      await end(signal);
    });
    const ended = new Promise((resolve) => subscribe(channels.dispatchStop, resolve));
    await session.ask("tools/call", { name: "wait" });
    await ended;
    const span = exporter.getFinishedSpans().at(-1);
    expect(span?.attributes["beckon.outcome"]).toBe("cancelled");
    expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  });
});

describe("the trace", () => {
  it("of the caller goes on, from _meta before headers", async () => {
    const other = "00-11111111111111111111111111111111-2222222222222222-01";
    await askModern(
      server,
      "tools/call",
      { name: "add", _meta: { traceparent, tracestate: "vendor=1" } },
      { traceparent: other },
    );
    expect(only().spanContext().traceId).toBe(PARENT.traceId);
    expect(only().parentSpanContext).toMatchObject({ spanId: PARENT.spanId, isRemote: true });
    expect(only().spanContext().traceState?.serialize()).toBe("vendor=1");
  });

  it("of the caller goes on from headers", async () => {
    const session = await openSession(server);
    await session.ask("tools/call", { name: "add" }, { traceparent });
    expect(exporter.getFinishedSpans().at(-1)?.parentSpanContext?.spanId).toBe(PARENT.spanId);
  });

  it("begins anew where the caller sent nothing of use", async () => {
    await askModern(server, "tools/call", { name: "add", _meta: { traceparent: "00-rubbish" } });
    expect(only().parentSpanContext).toBeUndefined();
  });

  it("reaches the handler, across its awaits", async () => {
    server.tool("inner", {}, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      tracer.startSpan("work").end();
      return "done";
    });
    await askModern(server, "tools/call", { name: "inner", _meta: { traceparent } });
    const [work, span] = exporter.getFinishedSpans();
    expect(work?.name).toBe("work");
    expect(work?.parentSpanContext?.spanId).toBe(span?.spanContext().spanId);
  });

  it("links the span around the request when the caller sent one of its own", async () => {
    const around = tracer.startSpan("POST /mcp");
    await context.with(trace.setSpan(context.active(), around), async () => {
      await askModern(server, "tools/call", { name: "add", _meta: { traceparent } });
      await askModern(server, "tools/call", { name: "add" });
    });
    const [linked, child] = exporter.getFinishedSpans();
    expect(linked?.parentSpanContext?.spanId).toBe(PARENT.spanId);
    expect(linked?.links.map((link) => link.context.spanId)).toEqual([around.spanContext().spanId]);
    expect(child?.parentSpanContext?.spanId).toBe(around.spanContext().spanId);
    expect(child?.links).toEqual([]);
  });

  it("tells rounds apart, and links the later ones to the first", async () => {
    server.tool("ask", {}, async (_input, ctx) => {
      for (const key of ["one", "two"]) await ctx.confirm("Go on?", { key });
      return "done";
    });
    const options = { capabilities: { elicitation: {} } };
    const params = { name: "ask", arguments: {} };
    let { requestState } = (await callTool(server, "ask", {}, options)).result;
    for (const key of ["one", "two"]) {
      const inputResponses = { [key]: { action: "accept", content: { confirmed: true } } };
      const round = await modern(server, "tools/call", { ...params, requestState, inputResponses }, options);
      ({ requestState } = round.result);
    }
    const spans = exporter.getFinishedSpans();
    expect(spans.map(({ attributes }) => [attributes["beckon.round"], attributes["beckon.outcome"]])).toEqual(
      [
        [1, "input_required"],
        [2, "input_required"],
        [3, "complete"],
      ],
    );
    const first = spans[0]?.spanContext().spanId;
    const linked = spans.map(({ links }) => links.map((link) => link.context.spanId));
    expect(linked).toEqual([[], [first], [first]]);
  });

  it("leaves the context of others in place", async () => {
    observer.close();
    const storage = new AsyncLocalStorage<string>();
    const enter = (event: unknown): void => {
      (event as DispatchEvent).wrap = (run) => storage.run("mine", run);
    };
    subscribe(channels.dispatchStart, enter);
    observer = observeWithOpenTelemetry({ tracer, meter });
    server.tool("look", {}, () => `${storage.getStore()}, ${trace.getActiveSpan() !== undefined}`);
    const { result } = await askModern(server, "tools/call", { name: "look" });
    unsubscribe(channels.dispatchStart, enter);
    expect(result.content).toEqual([{ type: "text", text: "mine, true" }]);
  });
});

/** The points of a metric: attributes and value, or count for histograms. */
async function points(name: string): Promise<[object, number][]> {
  const { resourceMetrics } = await metricReader.collect();
  const all = resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics);
  const found = all.find((metric) => metric.descriptor.name === name);
  return ((found?.dataPoints ?? []) as DataPoint<number | Histogram>[]).map(({ attributes, value }) => [
    attributes,
    typeof value === "number" ? value : value.count,
  ]);
}

describe("metrics", () => {
  it("have the duration of every request, by method, tool and error", async () => {
    await askModern(server, "tools/call", { name: "add" });
    await askModern(server, "tools/call", { name: "add" });
    await askModern(server, "tools/call", { name: "refuse" });
    await askModern(server, "made/up");
    const common = {
      "mcp.protocol.version": "2026-07-28",
      "network.transport": "tcp",
      "network.protocol.name": "http",
    };
    const tool = { ...common, "mcp.method.name": "tools/call", "gen_ai.operation.name": "execute_tool" };
    const error = (code: string): object => ({ "error.type": code, "rpc.response.status_code": code });
    expect(await points("mcp.server.operation.duration")).toEqual([
      [{ ...tool, "gen_ai.tool.name": "add" }, 2],
      [{ ...tool, "gen_ai.tool.name": "refuse", ...error("-32050") }, 1],
      [{ ...common, "mcp.method.name": "other", ...error("-32601") }, 1],
    ]);
  });

  it("count open sessions and how long they lasted", async () => {
    const session = await openSession(server);
    expect(await points("beckon.server.sessions")).toEqual([[{}, 1]]);
    await server.fetch(
      new Request("http://localhost/mcp", { method: "DELETE", headers: { "mcp-session-id": session.id } }),
    );
    expect(await points("beckon.server.sessions")).toEqual([[{}, 0]]);
    expect(await points("mcp.server.session.duration")).toEqual([
      [{ "mcp.protocol.version": "2025-11-25" }, 1],
    ]);
  });

  it("count open streams", async () => {
    const session = await openSession(server);
    const stream = await server.fetch(
      new Request("http://localhost/mcp", {
        headers: { "mcp-session-id": session.id, accept: "text/event-stream" },
      }),
    );
    expect(await points("beckon.server.streams")).toEqual([[{ kind: "session" }, 1]]);
    await stream.body?.cancel();
    expect(await points("beckon.server.streams")).toEqual([[{ kind: "session" }, 0]]);
  });

  it("count what became of webhooks", async () => {
    await using stage = await createWebhookStage();
    await stage.start();
    await created(stage.broker);
    await stage.ended("delivered", 1);
    expect(await points("beckon.webhooks")).toEqual([
      [{ endpoint: "ops", type: "elicitation.created", outcome: "delivered" }, 1],
    ]);
  });

  it("count what connect decided", async () => {
    await askModern(server, "tools/list");
    await askModern(server, "tools/list", {}, { "x-user": "nobody" });
    const transport = { "network.transport": "tcp", "network.protocol.name": "http" };
    expect(await points("beckon.server.connects")).toEqual([
      [{ decision: "allow", ...transport }, 1],
      [{ decision: "unauthorized", ...transport }, 1],
    ]);
  });
});

describe("an observer", () => {
  it("that is closed hears nothing more", async () => {
    observer.close();
    await askModern(server, "tools/call", { name: "add" });
    expect(exporter.getFinishedSpans()).toEqual([]);
    expect(await points("mcp.server.operation.duration")).toEqual([]);
  });

  it("without options uses the global providers", async () => {
    observer.close();
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }),
    );
    const reader = new PeriodicExportingMetricReader({
      exporter: new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE),
      exportIntervalMillis: 3_600_000,
    });
    metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
    using _observer = observeWithOpenTelemetry();
    await askModern(server, "tools/call", { name: "add" });
    expect(only().instrumentationScope.name).toBe("beckon");
    const { resourceMetrics } = await reader.collect();
    expect(resourceMetrics.scopeMetrics.map(({ scope }) => scope.name)).toEqual(["beckon"]);
    await reader.shutdown();
    trace.disable();
    metrics.disable();
  });
});
