// The states that were sealed a moment ago.

import { describe, expect, it } from "vitest";
import { createMemoryEngine } from "../../src/engines/memory/index.js";
import { Journal } from "../../src/replay/journal.js";
import { RecentStates, recentStatesIn } from "../../src/replay/recent-states.js";
import { type RunState, readState, writeState } from "../../src/replay/state.js";
import { createKeyRing, randomKey } from "../../src/seal/key-ring.js";

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

const ring = createKeyRing([randomKey()]);

/** Remembers a state under a token. */
const put = (recent: RecentStates, token: string, state: RunState, isUntouched = false): void =>
  recent.put(token, { ring, binding: "binding", isUntouched }, state, writeState(state));

describe("recent states", () => {
  it.each([
    ["nothing", new Journal()],
    ["something", learned()],
  ])("are what reading the text gives, where the run has learned %s", (_what, journal) => {
    const recent = new RecentStates();
    for (const isUntouched of [true, false]) {
      put(recent, "token", stateWith(journal), isUntouched);
      expect(recent.take("token", ring, "binding")).toEqual({
        ...readState(writeState(stateWith(journal))),
        isUntouched,
      });
    }
  });

  it.each([
    ["another token", "tokem", ring, "binding"],
    ["another ring", "token", createKeyRing([randomKey()]), "binding"],
    ["another binding", "token", ring, "another"],
  ])("are not given for %s", (_what, token, otherRing, binding) => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(new Journal()));
    expect(recent.take(token, otherRing, binding)).toBeUndefined();
  });

  it("are forgotten once they were given, so that no two executions share a journal", () => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(new Journal()));
    const given = recent.take("token", ring, "binding");
    given?.journal.write("q:k", { digest: "d", answer: { action: "decline" } });
    expect(recent.take("token", ring, "binding")).toBeUndefined();
  });

  it("are forgotten once anybody asked for them, since the next one cannot know what came of it", () => {
    const recent = new RecentStates();
    put(recent, "token", stateWith(new Journal()), true);
    expect(recent.take("token", createKeyRing([randomKey()]), "binding")).toBeUndefined();
    expect(recent.take("token", ring, "binding")).toBeUndefined();
  });

  it("are the same for all who keep their records in one place", () => {
    const { records } = createMemoryEngine();
    expect(recentStatesIn(records)).toBe(recentStatesIn(records));
    expect(recentStatesIn(records)).not.toBe(recentStatesIn(createMemoryEngine().records));
  });
});
