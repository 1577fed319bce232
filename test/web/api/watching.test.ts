import { expect, test } from "vitest";
import { createMemoryEngine } from "../../../src/engines/memory/index.js";
import { collectGarbage } from "../../server/collect-garbage.js";
import { createStage } from "./stage.js";

/** Reads a stream of events piece by piece. */
function readStream(response: Response) {
  const reader = response.body?.getReader();
  return {
    next: async (): Promise<string> => Buffer.from((await reader?.read())?.value ?? []).toString(),
    cancel: () => reader?.cancel(),
  };
}

test("a watcher hears every change with the number of its event, and goes on where it was (W5)", async () => {
  const { send, client } = createStage();
  const asker = client("bot:ask");
  const { feed } = await asker.list();
  const stream = readStream(await send("ada:answer", "GET", `/elicitations/watch?after=${feed}`));
  expect(await stream.next()).toBe("retry: 2000\n\n");
  const { elicitation } = await asker.create({ message: "Go?" });
  const first = await stream.next();
  expect(first).toMatch(/^id: 1\nevent: change\ndata: \{"number":1,/);
  await stream.cancel();
  await client("ada:answer").decline(elicitation.id);

  const resumed = readStream(
    await send("ada:answer", "GET", "/elicitations/watch?after=0", { headers: { "last-event-id": "1" } }),
  );
  await resumed.next();
  expect(await resumed.next()).toMatch(/^id: 2\nevent: change\ndata: .*"status":"declined"/);
  await resumed.cancel();
});

test("a watcher hears nothing of what it may not see", async () => {
  const { send, client } = createStage();
  await client("bot:ask").create({ message: "For Ada", audience: "ada" });
  await client("bot:ask").create({ message: "For anybody" });
  const stream = readStream(await send("bob:answer", "GET", "/elicitations/watch?after=0"));
  await stream.next();
  const heard = await stream.next();
  expect(heard).toContain("For anybody");
  expect(heard).not.toContain("For Ada");
  await stream.cancel();
});

test("a quiet stream gives a sign of life, with the place to go on from", async () => {
  const { send, clock } = createStage({ heartbeatMs: 5_000 });
  const stream = readStream(await send("ada:answer", "GET", "/elicitations/watch?after=0"));
  await stream.next();
  const beat = stream.next();
  await clock.advance(5_000);
  expect(await beat).toBe("id: 0\n:\n\n");
  await stream.cancel();
});

test("a stream ends after five minutes, so that a token that was taken back hears no more", async () => {
  const tokens = new Set(["ada:answer"]);
  const { send, clock, client } = createStage({
    heartbeatMs: 60_000,
    authenticate: (request) =>
      tokens.has(request.headers.get("authorization")?.slice("Bearer ".length) ?? "")
        ? { id: "ada", name: "Ada", scopes: ["admin"] }
        : undefined,
  });
  const stream = readStream(await send("ada:answer", "GET", "/elicitations/watch?after=0"));
  await stream.next();
  await client("ada:answer").create({ message: "Before?" });
  expect(await stream.next()).toContain("Before?");
  tokens.clear();
  for (let minute = 1; minute < 5; minute += 1) {
    const beat = stream.next();
    await clock.advance(60_000);
    expect(await beat).toBe("id: 1\n:\n\n");
  }
  const last = stream.next();
  await clock.advance(60_000);
  expect(await last).toBe("");
  expect((await send("ada:answer", "GET", "/elicitations/watch?after=1")).status).toBe(401);
});

test("a watcher that leaves while nothing happens is no failure", async () => {
  const { send, clock, lines } = createStage();
  const stream = readStream(await send("ada:answer", "GET", "/elicitations/watch?after=0"));
  await stream.next();
  const pending = stream.next();
  await stream.cancel();
  await pending;
  await clock.advance(0);
  expect(lines).toEqual([]);
});

test("a watcher whose place is no longer held is told so, and the client throws it", async () => {
  const engine = createMemoryEngine({ elicitations: { maxChanges: 5 } });
  const { send, client } = createStage({ broker: { engine } });
  for (let index = 0; index < 20; index += 1) await client("bot:ask").create({ message: "Go?" });
  const stream = readStream(await send("ada:answer", "GET", "/elicitations/watch?after=1"));
  await stream.next();
  expect(await stream.next()).toBe("event: lost\ndata: {}\n\n");
  expect(await stream.next()).toBe("");

  const watching = client("ada:answer").watch({ after: 1 })[Symbol.asyncIterator]();
  await expect(watching.next()).rejects.toMatchObject({ status: 410, code: "events-lost" });
});

test("a watcher of a server that has begun anew is told so, though its numbers have come again", async () => {
  const before = createStage();
  for (const message of ["One?", "Two?"]) await before.client("bot:ask").create({ message });
  const { feed, feedId } = await before.client("ada:answer").list();
  const { send, client } = createStage();
  for (const message of ["Three?", "Four?", "Five?"]) await client("bot:ask").create({ message });
  const watch = `/elicitations/watch?after=${feed}&feedId=${feedId}`;
  const stream = readStream(await send("ada:answer", "GET", watch));
  expect(await stream.next()).toBe("event: lost\ndata: {}\n\n");
  expect(await stream.next()).toBe("");
  const changes = client("ada:answer").watch({ after: feed, feedId })[Symbol.asyncIterator]();
  await expect(changes.next()).rejects.toMatchObject({ status: 410, code: "events-lost" });
  const now = await client("ada:answer").list();
  expect(now.feedId).not.toBe(feedId);
  const next = client("ada:answer").watch({ after: 2, feedId: now.feedId })[Symbol.asyncIterator]();
  expect(await next.next()).toMatchObject({ value: { number: 3 } });
  await next.return?.();
});

test("a client that loses its connection comes back where it was", async () => {
  const { fetch, client, clock } = createStage();
  const { createApiClient } = await import("../../../src/web/index.js");
  let connections = 0;
  const flaky = createApiClient({
    baseUrl: "http://127.0.0.1:4711",
    token: "ada:answer",
    clock,
    async fetch(request) {
      if (!request.url.includes("watch")) return fetch(request);
      connections += 1;
      if (connections === 2) throw new TypeError("fetch failed");
      const response = await fetch(request);
      if (connections > 1) return response;
      // The first connection breaks after one event.
      const reader = response.body?.getReader();
      let pieces = 0;
      const body = new ReadableStream<Uint8Array>({
        async pull(controller) {
          pieces += 1;
          const piece = await reader?.read();
          if (piece?.value !== undefined) controller.enqueue(piece.value);
          if (pieces < 2) return;
          await reader?.cancel();
          controller.error(new TypeError("terminated"));
        },
      });
      return new Response(body, response);
    },
  });
  const asker = client("bot:ask");
  for (const message of ["one", "two", "three"]) await asker.create({ message });
  const stop = new AbortController();
  const heard: (string | undefined)[] = [];
  const watching = (async () => {
    for await (const change of flaky.watch({ after: 0, signal: stop.signal })) {
      heard.push(change.elicitation?.message);
      if (heard.length === 3) stop.abort();
    }
  })();
  for (let seconds = 0; seconds < 10 && heard.length < 3; seconds += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(1_000);
  }
  await watching;
  expect(heard).toEqual(["one", "two", "three"]);
  expect(connections).toBeGreaterThanOrEqual(3);
});

test("a caller has so many streams open at once, is told when to come back, and others are not held up", async () => {
  const { send } = createStage({ maxWatches: 2 });
  const watch = (token: string, init: RequestInit = {}) =>
    send(token, "GET", "/elicitations/watch?after=0", init);
  const gone = new AbortController();
  const [first] = [await watch("ada:answer"), await watch("ada:answer", { signal: gone.signal })];
  const refused = await watch("ada:answer");
  expect(refused.status).toBe(429);
  expect(refused.headers.get("retry-after")).toBe("10");
  expect(await refused.json()).toMatchObject({ code: "limited", retryAfterMs: 10_000 });
  expect((await watch("bob:answer")).status).toBe(200);
  await first?.body?.cancel();
  const again = await watch("ada:answer");
  expect(again.status).toBe(200);
  // A connection that breaks off counts no more, also where nobody reads its stream to the end.
  gone.abort();
  expect((await watch("ada:answer")).status).toBe(200);
  expect((await watch("ada:answer")).status).toBe(429);
});

test("a stream that is broken off counts no more, also when nobody holds its request any more", async () => {
  const { send } = createStage({ maxWatches: 1 });
  const watch = (init: RequestInit = {}) => send("ada:answer", "GET", "/elicitations/watch?after=0", init);
  const gone = new AbortController();
  const stream = readStream(await watch({ signal: gone.signal }));
  await stream.next();
  const rest = stream.next();
  await collectGarbage();
  gone.abort();
  expect(await rest).toBe("");
  expect((await watch()).status).toBe(200);
});
