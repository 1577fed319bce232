// The types of tools: what handlers are given and may return. Checked by tsc; nothing here runs a handler.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { type CallContext, createServer, type Later, type LaterHandle, toolError } from "../../src/index.js";

const server = () => createServer({ name: "types", version: "1.0.0" });

describe("the input of a handler", () => {
  it("is what zod puts out, transforms and defaults included", () => {
    const input = z.object({
      day: z.string(),
      count: z.number().default(1),
      when: z.string().transform(Number),
    });
    server().tool("it", { input }, (given) => {
      expectTypeOf(given).toEqualTypeOf<{ day: string; count: number; when: number }>();
      return "";
    });
  });

  it("is what valibot puts out", () => {
    const input = toStandardJsonSchema(v.object({ day: v.string(), count: v.optional(v.number()) }));
    server().tool("it", { input }, (given) => {
      expectTypeOf(given).toEqualTypeOf<{ day: string; count?: number | undefined }>();
      return "";
    });
  });

  it("is what arktype puts out", () => {
    server().tool("it", { input: type({ day: "string", "count?": "number" }) }, (given) => {
      expectTypeOf(given).toEqualTypeOf<{ day: string; count?: number }>();
      return "";
    });
  });

  it("is read from a plain JSON Schema that is written in place", () => {
    server().tool(
      "it",
      {
        input: {
          type: "object",
          properties: {
            day: { type: "string" },
            count: { type: "integer" },
            dry: { type: "boolean" },
            seat: { enum: ["in", "out"] },
            kind: { const: "table" },
            guests: {
              type: "array",
              items: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
            },
            place: { type: "object", properties: { city: { type: "string" } } },
            free: { type: "object" },
            any: {},
            either: { type: ["string", "null"] },
          },
          required: ["day", "seat", "guests"],
        },
      },
      (given) => {
        expectTypeOf(given.day).toEqualTypeOf<string>();
        expectTypeOf(given.count).toEqualTypeOf<number | undefined>();
        expectTypeOf(given.dry).toEqualTypeOf<boolean | undefined>();
        expectTypeOf(given.seat).toEqualTypeOf<"in" | "out">();
        expectTypeOf(given.kind).toEqualTypeOf<"table" | undefined>();
        expectTypeOf(given.guests).toEqualTypeOf<{ name: string }[]>();
        expectTypeOf(given.place).toEqualTypeOf<{ city?: string } | undefined>();
        expectTypeOf(given.free).toEqualTypeOf<{ [key: string]: unknown } | undefined>();
        expectTypeOf(given.any).toEqualTypeOf<unknown>();
        expectTypeOf(given.either).toEqualTypeOf<string | null | undefined>();
        // @ts-expect-error there is no such property
        given.other;
        return "";
      },
    );
  });

  it("is empty where no input is defined", () => {
    server().tool("it", {}, (given) => {
      expectTypeOf(given).toEqualTypeOf<Record<string, never>>();
      return "";
    });
  });
});

describe("the return value of a handler", () => {
  it("is the output's value, a whole result or an answer that comes later", () => {
    const output = z.object({ sum: z.number() });
    const handle = (_given: unknown, ctx: CallContext) => ctx.later(() => ({ sum: 1 }));
    server().tool("value", { output }, () => ({ sum: 1 }));
    server().tool("promise", { output }, async () => ({ sum: 1 }));
    server().tool("error", { output }, () => toolError("no"));
    server().tool("later", { output }, handle);
    // @ts-expect-error a sum is a number
    server().tool("wrong", { output }, () => ({ sum: "1" }));
    // @ts-expect-error text is no value of the schema
    server().tool("text", { output }, () => "1");
  });

  it("is what goes into a schema that changes it", () => {
    const output = z.object({ sum: z.number().default(0) });
    server().tool("it", { output }, () => ({}));
  });

  it("follows a plain JSON Schema", () => {
    const output = { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] } as const;
    server().tool("it", { output }, () => ({ sum: 1 }));
    // @ts-expect-error a sum is a number
    server().tool("wrong", { output }, () => ({ sum: "1" }));
    // @ts-expect-error the sum is missing
    server().tool("missing", { output }, () => ({}));
  });

  it("without an output is text, content, an object, nothing or a result, and no bare number", () => {
    server().tool("text", {}, () => "x");
    server().tool("nothing", {}, () => {});
    server().tool("object", {}, async () => ({ a: 1 }));
    server().tool("content", {}, () => [{ type: "text", text: "x" }]);
    server().tool("promise", {}, async (_given, ctx) => [{ type: "text", text: ctx.era }]);
    // @ts-expect-error a list of numbers needs an output
    server().tool("list", {}, () => [1, 2]);
    // @ts-expect-error a number is none of them
    server().tool("number", {}, () => 5);
  });
});

describe("ctx.later", () => {
  it("gives a Later for work, and a handle without", () => {
    expectTypeOf<CallContext["later"]>().toBeCallableWith(() => 1);
    const check = (ctx: CallContext) => {
      expectTypeOf(ctx.later(async () => 1)).toEqualTypeOf<Later>();
      expectTypeOf(ctx.later()).toEqualTypeOf<LaterHandle>();
      expectTypeOf(ctx.later({ timeoutMs: 5 })).toEqualTypeOf<LaterHandle>();
    };
    expectTypeOf(check).toBeFunction();
  });
});

describe("a definition", () => {
  it("cannot be wrong in its parts", () => {
    // @ts-expect-error a title is text
    server().tool("it", { title: 5 }, () => "");
    // @ts-expect-error there is no such option
    server().tool("it", { timeout: 5 }, () => "");
    // @ts-expect-error a schema is an object
    expectTypeOf(() => server().tool("it", { input: 5 }, () => "")).toBeFunction();
  });
});
