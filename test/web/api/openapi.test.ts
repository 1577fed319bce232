import { describe, expect, it } from "vitest";
import { routes } from "../../../src/web/api/routes/all-routes.js";
import type { OpenApiDocument } from "./described.js";
import { createStage } from "./stage.js";

async function readDocument(): Promise<OpenApiDocument> {
  const { send } = createStage();
  const response = await send("ada:read", "GET", "/openapi.json");
  // What is in it is looked at below.
  return (await response.json()) as OpenApiDocument;
}

describe("the OpenAPI document", () => {
  it("has every route with its scopes, parameters, responses and refusals", async () => {
    const { paths } = await readDocument();
    for (const { method, path, query, responses } of routes) {
      const operation = paths[path]?.[method.toLowerCase()];
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(operation, path).toMatchObject({
        summary: expect.stringMatching(/\w/),
        responses: expect.objectContaining({ "401": expect.anything(), "403": expect.anything() }),
      });
      expect(operation?.parameters.map(({ name }) => name)).toEqual(
        expect.arrayContaining([...names, ...Object.keys(query)]),
      );
      expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(Object.keys(responses)));
    }
    const operations = Object.values(paths).flatMap((methods) => Object.keys(methods));
    expect(operations).toHaveLength(routes.length + 1);
  });

  it("refers only to what it has, and has nothing that it does not refer to", async () => {
    const document = await readDocument();
    const refers = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
      ([, name]) => name,
    );
    expect([...new Set(refers)].sort()).toEqual(Object.keys(document.components.schemas).sort());
  });

  it("gives every operation an id of its own", async () => {
    const { paths } = await readDocument();
    const ids = [...JSON.stringify(paths).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(routes.length + 1);
  });
});
