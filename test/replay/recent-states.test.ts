// The states that were sealed a moment ago.

import { describe, expect, it } from "vitest";
import { Journal } from "../../src/replay/journal.js";
import { RecentStates } from "../../src/replay/recent-states.js";
import { type RunState, readState, writeState } from "../../src/replay/state.js";

const stateWith = (journal: Journal): RunState => ({
  runId: "run",
  round: 2,
  slot: "slot",
  journal,
  pending: [{ key: "k", digest: "d", attempt: 1, expiresAt: undefined, note: "0000" }],
  expiresAt: 1_000,
  progress: 0.5,
  changing: 1,
  spentMs: 3,
  traceparent: "00-a-b-01",
});

const learned = (): Journal => new Journal([["q:before", { digest: "x", answer: { action: "decline" } }]]);

/** Remembers a state under a token. */
function put(recent: RecentStates, token: string, state: RunState): void {
  const text = writeState(state);
  recent.put(token, "binding", state, text, Buffer.byteLength(text));
}

describe("recent states", () => {
  it.each([
    ["nothing", new Journal()],
    ["something", learned()],
  ])("are what reading the text gives, where the run has learned %s", (_what, journal) => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(journal));
    expect(recent.take("token", "binding")).toEqual(readState(writeState(stateWith(journal))));
  });

  it("are given for their own token and binding only", () => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(new Journal()));
    expect(recent.take("tokem", "binding")).toBeUndefined();
    expect(recent.take("token", "another")).toBeUndefined();
    expect(recent.take("token", "binding")).toBeDefined();
  });

  it("are forgotten once they were given, so that no two executions share a journal", () => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(new Journal()));
    recent.take("token", "binding")?.journal.write("q:k", { digest: "d", answer: { action: "decline" } });
    expect(recent.take("token", "binding")).toBeUndefined();
  });
});
