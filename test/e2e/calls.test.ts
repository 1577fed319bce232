// How calls go on and end: cancellation, answers that come later, sessions that are over; with every official client.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { type Peer, textOf } from "./clients/peer.js";

describe.each(rows)("$label", ({ connect, era, transport }) => {
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect();
  });
  afterAll(() => peer.close());

  test("cancelling a call aborts its handler's signal", async () => {
    const cancelling = new AbortController();
    const call = peer.call(
      "wait",
      { key: "one" },
      { signal: cancelling.signal, onprogress: () => cancelling.abort("enough") },
    );

    await expect(call).rejects.toThrow();
    expect(textOf(await peer.call("cancelled", { key: "one" }))).toContain("The call was cancelled");
  });

  test("several calls are in flight at once, and each gets its own answer", async () => {
    const keys = ["a", "b", "c"];
    const calls = keys.map((key) => peer.call("be_answered", { key: `flight ${key}` }));
    for (const key of [...keys].reverse()) await peer.call("answer", { key: `flight ${key}` });

    expect((await Promise.all(calls)).map(textOf)).toEqual(keys.map(() => "Answered from afar."));
  });

  test("work that is put off runs after the handler returned, and its progress arrives before the answer", async () => {
    const key = "later";
    const seen: number[] = [];
    const onprogress = ({ progress }: { progress: number }): void => {
      seen.push(progress);
      void peer.call("proceed", { key });
    };

    expect(textOf(await peer.call("count_later", { key }, { onprogress }))).toBe("Counted later.");
    expect(seen).toEqual([1]);
  });

  test("a handle answers its call from another one, once", async () => {
    const call = peer.call("be_answered", { key: "handle" });

    expect(textOf(await peer.call("answer", { key: "handle" }))).toBe("first true, second false");
    expect(textOf(await call)).toBe("Answered from afar.");
  });

  test("a handle fails its call, and the reason stays on the server", async () => {
    const call = peer.call("be_answered", { key: "failing" });

    expect(textOf(await peer.call("fail", { key: "failing" }))).toBe("failed true");
    const result = await call;
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).not.toContain("hunter2");
  });

  test("a handle that nobody uses fails its call at the deadline", async () => {
    expect(await peer.call("expire")).toMatchObject({ isError: true });
  });

  if (era === "legacy" && transport === "http") {
    test("a session that its client ended is not found any more", async () => {
      const leaving = await connect();
      try {
        await leaving.terminate();

        await expect(leaving.call("say")).rejects.toThrow();
      } finally {
        await leaving.close();
      }
    });
  }
});
