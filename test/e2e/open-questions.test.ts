// How questions end that nobody answers, with every official client over every transport.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "./clients/connect.js";
import { type Peer, textOf } from "./clients/peer.js";
import { hesitate, Person } from "./clients/person.js";
import { DECIDE_MS } from "./servers/wait-tools.js";

/** How late a deadline may be noticed. */
const TICK_MS = 50;

describe.each(rows)("$label", ({ connect, era }) => {
  const person = new Person();
  let peer: Peer;
  beforeAll(async () => {
    peer = await connect({ person });
  });
  afterAll(() => peer.close());

  test("cancelling a call takes its question away from the person, and cleans up", async () => {
    const cancelling = new AbortController();
    const taken = new Promise<void>((resolve) => {
      person.reacts((shown, signal) => {
        signal.addEventListener("abort", () => resolve());
        return hesitate(shown, signal);
      });
    });
    const call = peer.call("ponder", { key: "cancelled" }, { signal: cancelling.signal });
    await person.sees(1);
    cancelling.abort("enough");

    await expect(call).rejects.toThrow();
    await taken;
    expect(textOf(await peer.call("pondered", { key: "cancelled" }))).toBe("cleaned up");
  });

  test("a call goes on while another one's question was cancelled", async () => {
    const cancelling = new AbortController();
    person.reacts(async (shown, signal) => {
      if (person.shown.length === 1) return hesitate(shown, signal);
      return { action: "decline" };
    });
    const cancelled = peer.call("ponder", { key: "one" }, { signal: cancelling.signal });
    await person.sees(1);
    const other = peer.call("ponder", { key: "two" });
    await person.sees(2);
    cancelling.abort("enough");

    await expect(cancelled).rejects.toThrow();
    expect(textOf(await other)).toBe("decline");
  });

  test("an answer in time counts", async () => {
    person.reacts(async () => {
      await peer.call("pass_time", { ms: DECIDE_MS - 1 });
      return { action: "accept", content: { text: "Yes." } };
    });

    expect(JSON.parse(textOf(await peer.call("decide")))).toEqual({
      action: "accept",
      content: { text: "Yes." },
    });
  });

  test("an answer after the deadline is out of time", async () => {
    person.reacts(async () => {
      await peer.call("pass_time", { ms: DECIDE_MS + TICK_MS });
      return { action: "accept", content: { text: "Yes." } };
    });

    expect(JSON.parse(textOf(await peer.call("decide")))).toEqual({ action: "timeout" });
  });

  if (era === "legacy") {
    test("the deadline takes the question away from the person", async () => {
      const taken = new Promise<unknown>((resolve) => {
        person.reacts(async (shown, signal) => {
          const reaction = hesitate(shown, signal);
          await peer.call("pass_time", { ms: DECIDE_MS + TICK_MS });
          resolve(reaction);
          return reaction;
        });
      });

      expect(JSON.parse(textOf(await peer.call("decide")))).toEqual({ action: "timeout" });
      await taken;
    });

    test("[acceptance 18, 27] pings and other calls are answered while a question is open", async () => {
      person.reacts(async () => {
        await peer.ping();
        await peer.call("can");
        return { action: "decline" };
      });

      expect(textOf(await peer.call("ponder", { key: "busy" }))).toBe("decline");
    });
  }
});
