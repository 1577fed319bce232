// Values that are made once per run, and kept for whoever goes on with a round that is broken off.

import { describe, expect, it } from "vitest";
import { type Entry, Journal } from "../../src/replay/journal.js";
import { RunValues, VALUES } from "../../src/replay/run-values.js";

/** Makes 1, 2, 3 and so on. */
function counter(): () => number {
  let count = 0;
  return () => {
    count += 1;
    return count;
  };
}

/** What would be kept now; `undefined` when that is nothing new. */
async function keptOf(values: RunValues): Promise<Entry | undefined> {
  let kept: Entry | undefined;
  await values.keep((name, entry) => {
    expect(name).toBe(VALUES);
    kept = entry;
  });
  return kept;
}

describe("the values of a run", () => {
  it("are the same in the next execution, the n-th of a kind the n-th", () => {
    const journal = new Journal();
    const make = counter();
    const first = new RunValues(journal);
    const made = [first.next("now", make), first.next("uuid", make), first.next("now", make)];
    expect(made).toEqual([1, 2, 3]);
    const second = new RunValues(journal);
    expect([second.next("now", make), second.next("now", make), second.next("uuid", make)]).toEqual([
      1, 3, 2,
    ]);
  });

  it("are kept when some were made since they were kept, and not otherwise", async () => {
    const values = new RunValues(new Journal());
    expect(await keptOf(values)).toBeUndefined();
    values.fact("can:form", () => true);
    expect(await keptOf(values)).toEqual({ value: { "v:can:form": { value: true } } });
    values.fact("can:form", () => false);
    expect(await keptOf(values)).toBeUndefined();
  });

  it("that were taken over are what they were, and are kept along with those made after them", async () => {
    const broken = new RunValues(new Journal());
    broken.next("uuid", () => "before");
    const next = new RunValues(new Journal());
    next.takeOver(await keptOf(broken));
    expect(next.next("uuid", () => "again")).toBe("before");
    next.next("uuid", () => "after");
    expect(await keptOf(next)).toEqual({
      value: { "v:uuid": { value: "before" }, "v:uuid.2": { value: "after" } },
    });
  });
});
