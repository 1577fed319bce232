// What people are promised, and what the documents the project began from promised, has tests that say so.

import { describe, expect, it } from "vitest";
import { citedIds } from "./cited-ids.js";
import { readTable } from "./page-table.js";

const PAGE = "reference/people.md";
const cited = citedIds();

const families: readonly (readonly [heading: string, letter: string, count: number])[] = [
  ["Everywhere", "C", 18],
  ["In a terminal", "T", 14],
  ["On the web", "W", 12],
  ["For agents, and where nobody is there", "A", 5],
];

describe.each(families)("the promises of “%s”", (heading, letter, count) => {
  const ids = Array.from({ length: count }, (_, index) => `${letter}${index + 1}`);

  it("have one row each on the page", () => {
    expect(readTable(PAGE, heading).map(([id]) => id)).toEqual(ids);
  });

  it("are cited by the title of a test each", () => {
    expect(ids.filter((id) => !cited.has(id))).toEqual([]);
  });
});

it("every acceptance case is cited by the title of a test", () => {
  const cases = Array.from({ length: 49 }, (_, index) => `acceptance ${index + 1}`);
  expect(cases.filter((name) => !cited.has(name))).toEqual([]);
});
