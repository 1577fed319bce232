// The types of what a handler gets when it asks. Checked by tsc; nothing here asks anybody.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expectTypeOf, it } from "vitest";
import * as z from "zod";
import {
  type Answer,
  type CallContext,
  field,
  form,
  type Root,
  type SamplingResult,
  type Server,
  url,
} from "../../src/index.js";

const given = (check: (ctx: CallContext) => Promise<void>): void => {
  expectTypeOf(check).toBeFunction();
};

describe("an answer", () => {
  it("is one of five, told apart by its action", () => {
    interface Seat {
      readonly seat: "in" | "out";
    }
    expectTypeOf<Answer<Seat>>().toEqualTypeOf<
      | { readonly action: "accept"; readonly content: Seat; readonly by?: string }
      | { readonly action: "decline"; readonly reason?: string }
      | { readonly action: "cancel"; readonly reason: string }
      | { readonly action: "timeout" }
      | {
          readonly action: "unavailable";
          readonly reason: "nobody" | "limited" | "waiting";
          readonly id?: string;
          readonly retryAfterMs?: number;
        }
    >();
    expectTypeOf((answer: Answer<Seat>) => {
      // @ts-expect-error only what was accepted has content
      answer.content;
      switch (answer.action) {
        case "accept":
          expectTypeOf(answer.content).toEqualTypeOf<Seat>();
          return answer.content.seat;
        case "decline":
          expectTypeOf(answer.reason).toEqualTypeOf<string | undefined>();
          return answer.reason;
        case "cancel":
          expectTypeOf(answer.reason).toEqualTypeOf<string>();
          return answer.reason;
        case "timeout":
          expectTypeOf(answer).toEqualTypeOf<{ readonly action: "timeout" }>();
          return undefined;
        case "unavailable":
          return answer.id;
      }
      expectTypeOf(answer).toBeNever();
    }).toBeFunction();
  });
});

describe("ctx.elicit", () => {
  it("gives an answer with the content that was asked for", () =>
    given(async (ctx) => {
      const seat = form("Where?", { seat: field.choice({ options: ["in", "out"] }) });
      expectTypeOf(await ctx.elicit(seat)).toEqualTypeOf<Answer<{ seat: "in" | "out" }>>();
      const day = await ctx.elicit("When?", z.object({ day: z.iso.date() }));
      expectTypeOf(day).toEqualTypeOf<Answer<{ day: string }>>();
      const page = await ctx.elicit(url("Sign in.", "https://example.com/"), { until: "consent" });
      expectTypeOf(page).toEqualTypeOf<Answer<undefined>>();
      // @ts-expect-error only pages have consent
      await ctx.elicit(seat, { until: "consent" });
      // @ts-expect-error a time is a number
      await ctx.elicit(seat, { timeoutMs: "30" });
    }));
});

describe("ctx.elicit with a schema", () => {
  it("gives what MCP's own form says", () =>
    given(async (ctx) => {
      const answer = await ctx.elicit({
        message: "Where?",
        requestedSchema: {
          type: "object",
          properties: { seat: { type: "string", enum: ["in", "out"] }, guests: { type: "integer" } },
          required: ["seat"],
        },
      });
      expectTypeOf(answer).toEqualTypeOf<Answer<{ seat: "in" | "out"; guests?: number }>>();
    }));

  it("gives the output of valibot and of arktype", () =>
    given(async (ctx) => {
      const ofValibot = await ctx.elicit(
        "When?",
        toStandardJsonSchema(v.object({ day: v.string(), late: v.boolean() })),
      );
      expectTypeOf(ofValibot).toEqualTypeOf<Answer<{ day: string; late: boolean }>>();
      const ofArktype = await ctx.elicit("When?", type({ day: "string", late: "boolean" }));
      expectTypeOf(ofArktype).toEqualTypeOf<Answer<{ day: string; late: boolean }>>();
    }));
});

describe("ctx.step", () => {
  it("gives what JSON makes of its result", () =>
    given(async (ctx) => {
      const paid = await ctx.step("pay", async () => ({ receipt: 7, at: new Date() }));
      expectTypeOf(paid).toEqualTypeOf<{ receipt: number; at: string }>();
      expectTypeOf(await ctx.step("note", () => undefined)).toEqualTypeOf<undefined>();
      await ctx.step("told", ({ runId, key, signal }) => {
        expectTypeOf([runId, key]).toEqualTypeOf<string[]>();
        expectTypeOf(signal).toEqualTypeOf<AbortSignal>();
      });
    }));
});

describe("what only the client can give", () => {
  it("is typed as the protocol has it", () =>
    given(async (ctx) => {
      const sample = ctx.sample({
        messages: [{ role: "user", content: { type: "text", text: "Hello" } }],
        maxTokens: 10,
      });
      expectTypeOf(await sample).toEqualTypeOf<SamplingResult>();
      expectTypeOf(await ctx.roots()).toEqualTypeOf<readonly Root[]>();
      expectTypeOf(ctx.client.can("form")).toEqualTypeOf<boolean>();
      // @ts-expect-error there is no such feature
      ctx.client.can("dance");
    }));
});

describe("server.session(id).elicit", () => {
  it("gives the same answers as ctx.elicit", () => {
    expectTypeOf<ReturnType<Server["session"]>["elicit"]>().toEqualTypeOf<CallContext["elicit"]>();
  });
});

describe("ctx.confirm", () => {
  it("gives true or false", () =>
    given(async (ctx) => {
      expectTypeOf(await ctx.confirm("Sure?")).toEqualTypeOf<boolean>();
      // @ts-expect-error there is no such option
      await ctx.confirm("Sure?", { default: true });
    }));
});

describe("ctx.choose", () => {
  it("gives one of the options, as text or by value", () =>
    given(async (ctx) => {
      expectTypeOf(await ctx.choose("Which?", ["a", "b"])).toEqualTypeOf<Answer<"a" | "b">>();
      const titled = await ctx.choose("Which?", { in: "Inside", out: "Terrace" }, { title: "Seat" });
      expectTypeOf(titled).toEqualTypeOf<Answer<"in" | "out">>();
    }));

  it("gives a list where it may be several", () =>
    given(async (ctx) => {
      const several = await ctx.choose("Which?", ["a", "b"], { several: true, min: 1, max: 2 });
      expectTypeOf(several).toEqualTypeOf<Answer<("a" | "b")[]>>();
      // @ts-expect-error bounds are for several
      await ctx.choose("Which?", ["a", "b"], { min: 1 });
    }));
});

describe("ctx.openUrl", () => {
  it("gives what the page must bring, and nothing without that", () =>
    given(async (ctx) => {
      expectTypeOf(await ctx.openUrl("Go.", "https://example.com/")).toEqualTypeOf<Answer<undefined>>();
      const account = await ctx.openUrl("Go.", (id) => `https://example.com/${id}`, {
        content: { account: field.string() },
      });
      expectTypeOf(account).toEqualTypeOf<Answer<{ account: string }>>();
    }));
});
