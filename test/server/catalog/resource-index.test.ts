// Finding the resource behind a uri, with and without an allow-list.

import { describe, expect, it } from "vitest";
import { OPEN_ACCESS } from "../../../src/server/access/access.js";
import { createRegistry } from "../../../src/server/catalog/registry.js";
import { createResourceIndex } from "../../../src/server/catalog/resource-index.js";
import { defineResource, type ResourceEntry } from "../../../src/server/catalog/resources.js";

const registry = createRegistry<ResourceEntry>("resource", () => {});
for (const [name, uri] of [
  ["any", "app:///docs/{id}"],
  ["draft", "app:///docs/draft-{id}"],
  ["secret", "app:///docs/secret"],
] as const)
  registry.add(defineResource(name, { uri }, () => "text"));
const index = createResourceIndex(registry);
const only = (...names: string[]) => ({ ...OPEN_ACCESS, resources: new Set(names) });

describe("a resource index", () => {
  it("finds the most specific resource of a uri", () => {
    const found = ["secret", "draft-1", "1"].map((id) => index.find(`app:///docs/${id}`)?.entry.name);
    expect(found).toEqual(["secret", "draft", "any"]);
  });

  it("does not let a less specific resource serve a uri whose own resource is not allowed", () => {
    const found = ["secret", "draft-1", "1"].map(
      (id) => index.find(`app:///docs/${id}`, only("any"))?.entry.name,
    );
    expect(found).toEqual([undefined, undefined, "any"]);
  });

  it("finds a replaced resource by its new uri only", () => {
    registry.replace(defineResource("secret", { uri: "app:///hidden" }, () => "text"));
    expect(index.find("app:///hidden")?.entry.name).toBe("secret");
    expect(index.find("app:///docs/secret")?.entry.name).toBe("any");
  });
});
