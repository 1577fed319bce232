// Each revision is spoken to in words it knows.

import { describe, expect, it } from "vitest";
import { audio, embeddedResource, resourceLink, text } from "../../src/protocol/content.js";
import { negotiate, revisionOf } from "../../src/protocol/revisions.js";
import { contentTo, toolResultTo, toRevision } from "../../src/protocol/to-revision.js";

const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
const of = (version: string) => {
  const revision = revisionOf(version);
  if (!revision) throw new Error(version);
  return revision;
};

describe("a definition", () => {
  const tool = {
    name: "t",
    title: "T",
    description: "d",
    inputSchema: { type: "object" },
    outputSchema: { type: "object" },
    annotations: { readOnlyHint: true },
    icons: [],
    _meta: {},
  };

  it.each([
    ["2024-11-05", ["description", "inputSchema", "name"]],
    ["2025-03-26", ["annotations", "description", "inputSchema", "name"]],
    ["2025-06-18", ["_meta", "annotations", "description", "inputSchema", "name", "outputSchema", "title"]],
    [
      "2025-11-25",
      ["_meta", "annotations", "description", "icons", "inputSchema", "name", "outputSchema", "title"],
    ],
    [
      "2026-07-28",
      ["_meta", "annotations", "description", "icons", "inputSchema", "name", "outputSchema", "title"],
    ],
  ])("of a tool has in %s the members %j", (version, members) => {
    expect(Object.keys(toRevision(tool, of(version))).toSorted()).toEqual(members);
  });

  it("shows an output that is no object to the modern era only", () => {
    const list = { ...tool, outputSchema: { type: "array" } };
    expect(REVISIONS.filter((version) => "outputSchema" in toRevision(list, of(version)))).toEqual([
      "2026-07-28",
    ]);
  });

  it("of a resource keeps its annotations everywhere", () => {
    const resource = { uri: "a:/x", name: "x", annotations: { priority: 1 } };
    for (const version of REVISIONS) expect(toRevision(resource, of(version))).toEqual(resource);
  });
});

describe("content", () => {
  const blocks = [
    text("t", { _meta: { a: 1 } }),
    audio("AQ==", "audio/wav"),
    resourceLink("a:/x", "x", { title: "X", icons: [{ src: "i" }] }),
    embeddedResource({ uri: "a:/y", text: "y" }),
  ];

  it("becomes what the oldest revision knows", () => {
    expect(contentTo(blocks, of("2024-11-05"))).toEqual([
      { type: "text", text: "t" },
      { type: "resource", resource: { uri: "data:,", mimeType: "audio/wav", blob: "AQ==" } },
      { type: "text", text: "X: a:/x" },
      { type: "resource", resource: { uri: "a:/y", text: "y" } },
    ]);
  });

  it("keeps audio from 2025-03-26 on, links from 2025-06-18, icons from 2025-11-25", () => {
    const types = (version: string) => contentTo(blocks, of(version)).map(({ type }) => type);
    expect(types("2025-03-26")).toEqual(["text", "audio", "text", "resource"]);
    expect(types("2025-06-18")).toEqual(["text", "audio", "resource_link", "resource"]);
    expect(contentTo(blocks, of("2025-06-18"))[2]).not.toHaveProperty("icons");
    for (const version of ["2025-11-25", "2026-07-28"])
      expect(contentTo(blocks, of(version))).toEqual(blocks);
  });
});

describe("a tool's result", () => {
  it.each([
    ["2024-11-05", false, false],
    ["2025-03-26", false, false],
    ["2025-06-18", true, false],
    ["2025-11-25", true, false],
    ["2026-07-28", true, true],
  ])("has in %s structured objects: %s, other structured values: %s", (version, objects, others) => {
    const result = (structuredContent: unknown) =>
      toolResultTo({ content: [], structuredContent }, of(version));
    expect("structuredContent" in result({ a: 1 })).toBe(objects);
    expect("structuredContent" in result([1])).toBe(others);
  });
});

describe("the revision to speak", () => {
  it("is the one asked for if it is a legacy one, else the newest of them", () => {
    expect(REVISIONS.map((version) => negotiate(version).version)).toEqual([
      "2024-11-05",
      "2025-03-26",
      "2025-06-18",
      "2025-11-25",
      "2025-11-25",
    ]);
    for (const odd of ["1.0", "", undefined, 5, "constructor"])
      expect(negotiate(odd).version).toBe("2025-11-25");
  });
});
