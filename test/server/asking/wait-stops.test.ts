// What is under way for the open questions of an execution, and when it is stopped.

import { describe, expect, it } from "vitest";
import type { OpenQuestion } from "../../../src/server/asking/asked.js";
import { type UnderWay, WaitStops } from "../../../src/server/asking/wait-stops.js";

class Waits extends WaitStops {
  readonly changes: boolean[] = [];

  protected override waitsChanged(isWaiting: boolean): void {
    this.changes.push(isWaiting);
  }

  over(ask: OpenQuestion): void {
    this.stop(ask);
  }
}

// They are told apart, and never looked at.
const question = (): OpenQuestion => ({}) as OpenQuestion;

function make() {
  const stopped: string[] = [];
  const underWay = (name: string): UnderWay => ({ stop: () => void stopped.push(name) });
  return { waits: new Waits(), stopped, underWay };
}

describe("the waits of an execution", () => {
  it("stop what is under way for a question that is over, and for no other", () => {
    const { waits, stopped, underWay } = make();
    const [one, other] = [question(), question()];
    for (const ask of [one, other]) waits.begin(ask);
    for (const name of ["signal", "deadline", "client"]) waits.onEnd(one, underWay(name));
    waits.onEnd(other, underWay("other"));
    waits.over(one);
    expect(stopped).toEqual(["signal", "deadline", "client"]);
    waits.over(other);
    expect(stopped).toEqual(["signal", "deadline", "client", "other"]);
  });

  it("stop at once what begins for a question that waits no longer", () => {
    const { waits, stopped, underWay } = make();
    const ask = question();
    waits.begin(ask);
    waits.over(ask);
    waits.onEnd(ask, underWay("late"));
    expect(stopped).toEqual(["late"]);
  });

  it("stop nothing twice", () => {
    const { waits, stopped, underWay } = make();
    const ask = question();
    waits.begin(ask);
    waits.onEnd(ask, underWay("client"));
    waits.over(ask);
    waits.over(ask);
    expect(stopped).toEqual(["client"]);
  });

  it("tell when the first begins and when the last is over", () => {
    const { waits } = make();
    const [one, other] = [question(), question()];
    waits.begin(one);
    waits.begin(other);
    waits.over(one);
    expect(waits.changes).toEqual([true]);
    waits.over(other);
    expect(waits.changes).toEqual([true, false]);
  });
});
