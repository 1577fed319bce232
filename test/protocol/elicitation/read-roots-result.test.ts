// What clients answer to roots/list.

import { describe, expect, it } from "vitest";
import { readRootsResult } from "../../../src/protocol/elicitation/read-roots-result.js";

describe("the roots of a client", () => {
  it("are files and folders, with or without a name", () => {
    const roots = [{ uri: "file:///home/ada" }, { uri: "file:///tmp/a%20b", name: "Scratch" }];
    expect(readRootsResult({ roots, _meta: {} })).toStrictEqual(roots);
    expect(readRootsResult({ roots: [] })).toStrictEqual([]);
  });

  it("lack a name that is null, and whatever else stands there", () => {
    expect(readRootsResult({ roots: [{ uri: "file:///a", name: null, _meta: {} }] })).toStrictEqual([
      { uri: "file:///a" },
    ]);
  });

  it.each([
    undefined,
    null,
    [],
    {},
    { roots: {} },
    { roots: [null] },
    { roots: ["file:///a"] },
    { roots: [{}] },
    { roots: [{ uri: 1 }] },
    { roots: [{ uri: "https://example.com" }] },
    { roots: [{ uri: "/home/ada" }] },
    { roots: [{ uri: "file:///a", name: 1 }] },
    { roots: [{ uri: "file:///a" }, { uri: "x" }] },
  ])("are not %j", (value) => {
    expect(readRootsResult(value)).toBeUndefined();
  });
});
