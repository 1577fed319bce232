// Schemas of every kind: what they let through, what they complain of, and which cannot be used.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { type AnySchema, createServer } from "../../../src/index.js";
import { callTool, modern } from "../speak.js";

const serve = (input: AnySchema) => {
  const server = createServer({ name: "test", version: "1.0.0" });
  server.tool("check", { input }, (given) => ({ given }));
  return server;
};

const complaint = async (input: AnySchema, args: object): Promise<unknown> => {
  const { result } = await callTool(serve(input), "check", args);
  expect(result.isError).toBe(true);
  return (result.content as { text: string }[])[0]?.text;
};

const guests = {
  zod: z.object({ day: z.string(), guests: z.array(z.object({ age: z.number().min(1) })) }),
  valibot: toStandardJsonSchema(
    v.object({
      day: v.string(),
      guests: v.array(v.object({ age: v.pipe(v.number(), v.minValue(1)) })),
    }),
  ),
  arktype: type({ day: "string", guests: type({ age: "number >= 1" }).array() }),
  "plain JSON Schema": {
    type: "object",
    properties: {
      day: { type: "string" },
      guests: {
        type: "array",
        items: { type: "object", properties: { age: { type: "number", minimum: 1 } }, required: ["age"] },
      },
    },
    required: ["day", "guests"],
  },
} satisfies Record<string, AnySchema>;

describe.each(Object.entries(guests))("a schema of %s", (_library, schema) => {
  it("hands what fits to the handler", async () => {
    const { result } = await callTool(serve(schema), "check", { day: "mon", guests: [{ age: 3 }] });
    expect(result.structuredContent).toEqual({ given: { day: "mon", guests: [{ age: 3 }] } });
  });

  it("names all problems at once, with their paths", async () => {
    const text = await complaint(schema, { day: 5, guests: [{ age: 3 }, { age: 0 }, {}] });
    expect(text).toMatch(/^Invalid arguments for check:\n/);
    expect(text).toMatch(/^- day/m);
    expect(text).toContain("guests[1].age");
    expect(text).toContain("guests[2]");
  });

  it("is shown to clients as JSON Schema", async () => {
    const { result } = await modern(serve(schema), "tools/list");
    expect(result.tools).toMatchObject([
      {
        inputSchema: { type: "object", properties: { day: { type: "string" } }, required: ["day", "guests"] },
      },
    ]);
  });
});

describe("a Standard Schema", () => {
  it("gives the handler what it made of the arguments", async () => {
    const schema = z.object({ day: z.string().trim(), count: z.number().default(2) });
    const { result } = await callTool(serve(schema), "check", { day: " mon " });
    expect(result.structuredContent).toEqual({ given: { day: "mon", count: 2 } });
  });

  it("may check asynchronously", async () => {
    const schema = z.object({ name: z.string().refine(async (name) => name !== "taken", "is taken") });
    expect(await complaint(schema, { name: "taken" })).toBe("Invalid arguments for check:\n- name: is taken");
  });

  it("that cannot say itself in JSON Schema is refused with what to use", () => {
    expect(() => serve(v.object({}) as unknown as AnySchema)).toThrow(
      "The input of the tool check is a valibot schema that cannot be said in JSON Schema. Use zod 4.2, arktype 2.1.28 or later, or wrap a valibot schema in toStandardJsonSchema from @valibot/to-json-schema.",
    );
  });

  it("with a part that JSON Schema does not know is refused with the library's reason", () => {
    expect(() => serve(z.object({ big: z.bigint() }))).toThrow(
      /^The input of the tool check cannot be said in JSON Schema: /,
    );
  });
});

describe("a plain JSON Schema", () => {
  it("refuses what it does not expect when it says so", async () => {
    const schema = { type: "object", properties: {}, additionalProperties: false };
    expect(await complaint(schema, { extra: 1 })).toContain("extra");
  });

  it("writes keys with slashes and tildes as they are", async () => {
    const schema = { type: "object", properties: { "a/b~c": { type: "string" } } };
    expect(await complaint(schema, { "a/b~c": 1 })).toContain("- a/b~c: ");
  });

  it("is read as draft-07 when its $schema says so", async () => {
    const draft07 = {
      $schema: "http://json-schema.org/draft-07/schema#",
      type: "object",
      properties: { pair: { type: "array", items: [{ type: "string" }, { type: "number" }] } },
    };
    expect(await complaint(draft07, { pair: ["a", "b"] })).toContain("pair[1]");
  });

  it.each([
    "https://json-schema.org/draft/2020-12/schema",
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-04/schema#",
  ])("may be written in %s", async ($schema) => {
    const { result } = await callTool(serve({ $schema, type: "object" }), "check", { a: 1 });
    expect(result.structuredContent).toEqual({ given: { a: 1 } });
  });

  it.each(["https://example.com/2020-12", "http://json-schema.org/draft-03/schema#", 7])(
    "in the dialect %j is refused when it is defined",
    ($schema) => {
      expect(() => serve({ $schema, type: "object" })).toThrow(
        `The input of the tool check uses the JSON Schema dialect ${$schema}, which is not supported.`,
      );
    },
  );

  it("may refer to its own parts by pointer, anchor and id", async () => {
    const schema = {
      type: "object",
      properties: {
        a: { $ref: "#/$defs/name" },
        b: { $ref: "#named" },
        c: { $ref: "https://example.com/other#/$defs/inner" },
        d: { type: "array", items: { $ref: "#" } },
        enum: { $ref: "#/$defs/name" },
      },
      $defs: {
        name: { type: "string" },
        anchored: { $anchor: "named", type: "number" },
        other: { $id: "https://example.com/other", $defs: { inner: { type: "boolean" } } },
      },
    };
    const server = serve(schema);
    const fits = { a: "x", b: 1, c: true, d: [{ a: "y" }], enum: "z" };
    expect((await callTool(server, "check", fits)).result).toMatchObject({
      structuredContent: { given: fits },
    });
    const text = await complaint(schema, { a: 1, b: "x", c: 3, d: [{ a: 2 }] });
    for (const path of ["- a: ", "- b: ", "- c: ", "- d[0].a: "]) expect(text).toContain(path);
  });

  it.each([
    ["a part that is not there", { $ref: "#/$defs/none" }, "#/$defs/none"],
    ["an anchor that is not there", { $ref: "#none" }, "#none"],
    ["another document", { $ref: "https://example.com/schema.json" }, "https://example.com/schema.json"],
    ["a file", { $ref: "file:///etc/passwd" }, "file:///etc/passwd"],
    ["a broken pointer", { $ref: "#/%E0%A4%A" }, "#/%E0%A4%A"],
    ["no text", { $ref: 5 }, "5"],
    ["a dynamic part that is not there", { $dynamicRef: "#none" }, "#none"],
  ])("that refers to %s is refused when it is defined, and nothing is fetched", (_what, part, said) => {
    const fetched = vi.spyOn(globalThis, "fetch");
    expect(() => serve({ type: "object", properties: { optional: part } })).toThrow(
      `The input of the tool check refers to ${said}, which is not in it; references to elsewhere are never followed.`,
    );
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  });

  it("takes references in values for values", async () => {
    const schema = {
      type: "object",
      properties: {
        a: { const: { $ref: "#/none" } },
        b: { enum: [{ $ref: "#/none" }] },
        c: { default: { $ref: 1 } },
      },
    };
    const { result } = await callTool(serve(schema), "check", { a: { $ref: "#/none" } });
    expect(result.isError).toBeUndefined();
  });

  it("with a pattern that is no regular expression is refused when it is defined", () => {
    expect(() => serve({ type: "object", properties: { a: { type: "string", pattern: "(" } } })).toThrow(
      "The input of the tool check has the pattern (, which is no regular expression.",
    );
    expect(() => serve({ type: "object", patternProperties: { "[": {} } })).toThrow("has the pattern [");
  });

  it("may be frozen, and is left as it is", async () => {
    const inner = Object.freeze({ $ref: "#/$defs/name" });
    const schema = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: inner }),
      $defs: Object.freeze({ name: Object.freeze({ type: "string" }) }),
    });
    expect(await complaint(schema, { a: 1 })).toContain("- a: ");
    expect(Object.getOwnPropertyNames(inner)).toEqual(["$ref"]);
  });
});
