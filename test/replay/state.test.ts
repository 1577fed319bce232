// A run between two rounds, as text.

import { describe, expect, it } from "vitest";
import { Journal } from "../../src/replay/journal.js";
import { type RunState, readState, writeState } from "../../src/replay/state.js";

const state: RunState = {
  runId: "run",
  round: 3,
  slot: "slot",
  journal: new Journal([
    ["q:a", { digest: "d", answer: { action: "accept", content: { it: 1 } } }],
    ["s:b", { result: [1, "two", null] }],
    ["s:c", {}],
    ["s:d", { failure: { name: "Error", message: "no", code: 5 } }],
    ["v:now", { value: 1000 }],
  ]),
  pending: [
    { key: "own", digest: "digest", attempt: 2, expiresAt: 99, note: "note" },
    { key: "same", digest: "same", attempt: 0, expiresAt: undefined, note: "" },
  ],
  expiresAt: 5000,
  progress: 7,
  changing: 1,
  spentMs: 250,
  traceparent: "00-1-2-00",
};

const plain = (read: RunState | undefined): unknown =>
  read && { ...read, journal: read.journal.toJSON(), bytes: undefined };

describe("a state", () => {
  it("is read as it was written", () => {
    const text = writeState(state);
    const read = readState(text);
    expect(plain(read)).toEqual(plain(state));
    expect(read?.bytes).toBe(Buffer.byteLength(text));
  });

  it("may lack progress, trace, questions and everything learned", () => {
    const least: RunState = {
      ...state,
      journal: new Journal(),
      pending: [],
      progress: undefined,
      traceparent: undefined,
    };
    expect(plain(readState(writeState(least)))).toEqual(plain(least));
  });

  it.each([
    ["no list", "{}"],
    ["an empty list", "[]"],
    ["a run that is no text", '[1,2,"slot",{},[],5,null,0,0,null]'],
    ["a round that is no number", '["run","2","slot",{},[],5,null,0,0,null]'],
    ["a journal that is none", '["run",2,"slot",null,[],5,null,0,0,null]'],
    ["questions that are none", '["run",2,"slot",{},{},5,null,0,0,null]'],
    ["too little", '["run",2,"slot",{},[],5]'],
  ])("of another version is none: %s", (_what, text) => {
    expect(readState(text)).toBeUndefined();
  });
});

describe("a journal", () => {
  it("counts what the execution has not come to yet", () => {
    const journal = new Journal([
      ["s:a", { result: 1 }],
      ["s:b", { result: 2 }],
    ]);
    expect(journal.unread).toBe(2);
    expect(journal.has("s:a")).toBe(true);
    expect(journal.unread).toBe(2);
    expect(journal.read("s:a")).toEqual({ result: 1 });
    expect(journal.read("s:a")).toEqual({ result: 1 });
    expect(journal.read("s:none")).toBeUndefined();
    expect(journal.unread).toBe(1);
    journal.write("s:c", { result: 3 });
    expect(journal.unread).toBe(1);
    journal.write("s:b", { result: 4 });
    expect(journal.unread).toBe(0);
    expect(Object.keys(journal.toJSON())).toEqual(["s:a", "s:b", "s:c"]);
  });
});
