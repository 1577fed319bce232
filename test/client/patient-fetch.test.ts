import { expect, test } from "vitest";
import { patientFetch } from "../../src/client/patient-fetch.js";
import { createFakeClock } from "../../src/testing/fake-clock.js";

const round = (params: object): RequestInit => ({
  method: "POST",
  body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
});
const WITH_STATE = round({ name: "deploy", requestState: "sealed" });

/** A server that is away until a moment on the clock. */
function away(untilMs: number, code = "ECONNREFUSED") {
  const clock = createFakeClock({ now: 0 });
  const tried: number[] = [];
  const fetch = patientFetch(async () => {
    tried.push(clock.now());
    if (clock.now() < untilMs)
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(code), { code }) });
    return new Response("{}");
  }, clock);
  return { clock, tried, fetch };
}

test("a round with the state of its run is sent again until the server is back", async () => {
  const { clock, tried, fetch } = away(10_000);
  const reply = fetch("http://127.0.0.1:9/mcp", WITH_STATE);
  for (let seconds = 0; seconds < 15; seconds += 1) await clock.advance(1_000);

  expect((await reply).status).toBe(200);
  expect(tried.length).toBeLessThan(10);
});

test("a server that stays away is given up after a minute", async () => {
  const { clock, fetch } = away(Number.POSITIVE_INFINITY);
  const failed = expect(fetch("http://127.0.0.1:9/mcp", WITH_STATE)).rejects.toThrow("fetch failed");
  for (let seconds = 0; seconds < 61; seconds += 1) await clock.advance(1_000);

  await failed;
});

test.each([
  ["the first round of a call", round({ name: "deploy", arguments: { requestState: "mine" } })],
  ["a request without a body", { method: "GET" }],
])("%s fails at once: the server may have done it", async (_, init) => {
  const { tried, fetch } = away(10_000);

  await expect(fetch("http://127.0.0.1:9/mcp", init)).rejects.toThrow("fetch failed");
  expect(tried).toEqual([0]);
});

test("a round that may have arrived is not sent again", async () => {
  const { tried, fetch } = away(10_000, "ECONNRESET");

  await expect(fetch("http://127.0.0.1:9/mcp", WITH_STATE)).rejects.toThrow("fetch failed");
  expect(tried).toEqual([0]);
});

test("a call that is given up is not tried again", async () => {
  const { tried, fetch } = away(10_000);
  const left = new AbortController();
  const failed = expect(
    fetch("http://127.0.0.1:9/mcp", { ...WITH_STATE, signal: left.signal }),
  ).rejects.toThrow("fetch failed");
  left.abort();

  await failed;
  expect(tried).toEqual([0]);
});
