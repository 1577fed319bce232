// The types of prompts, resources and completion. Checked by tsc; nothing here runs a handler.

import { describe, expectTypeOf, it } from "vitest";
import {
  type CallContext,
  type CompleterContext,
  createServer,
  type LookupContext,
  type ResourceLister,
} from "../../src/index.js";

const server = () => createServer({ name: "types", version: "1.0.0" });

describe("the values of a prompt", () => {
  it("are text where they are required, and may be absent where they are not", () => {
    server().prompt(
      "it",
      { arguments: { name: { required: true }, mood: {}, tone: { required: false } } },
      (values) => {
        expectTypeOf(values.name).toEqualTypeOf<string>();
        expectTypeOf(values.mood).toEqualTypeOf<string | undefined>();
        expectTypeOf(values.tone).toEqualTypeOf<string | undefined>();
        // @ts-expect-error there is no such argument
        values.other;
        return "";
      },
    );
  });

  it("are none where none are declared", () => {
    server().prompt("it", {}, (values) => {
      // @ts-expect-error there are no arguments
      values.name;
      return "";
    });
  });

  it("lead to messages, not to anything", () => {
    // @ts-expect-error a number is no prompt
    server().prompt("it", {}, () => 5);
    // @ts-expect-error there is no such role
    server().prompt("it", {}, () => [{ role: "system", content: { type: "text", text: "" } }]);
  });
});

describe("the variables of a resource", () => {
  it("are read from its template", () => {
    server().resource("it", { uri: "app://host/{user}/files/{+path}" }, (values, ctx) => {
      expectTypeOf(values).toEqualTypeOf<{ readonly user: string; readonly path: string }>();
      expectTypeOf(ctx.uri).toEqualTypeOf<string>();
      return "";
    });
    server().resource("rest", { uri: "app:///{rest*}" }, (values) => {
      expectTypeOf(values).toEqualTypeOf<{ readonly rest: string }>();
      return "";
    });
  });

  it("are none for a fixed uri", () => {
    server().resource("it", { uri: "app:///fixed" }, (values) => {
      expectTypeOf<keyof typeof values>().toEqualTypeOf<never>();
      return undefined;
    });
  });

  it("are the only ones that can be completed", () => {
    const define = () => {
      server().resource("it", { uri: "app:///{id}", complete: { id: () => ["1"] } }, () => "");
      // @ts-expect-error there is no such variable
      server().resource("it", { uri: "app:///{id}", complete: { other: () => ["1"] } }, () => "");
    };
    expectTypeOf(define).toBeFunction();
  });
});

describe("contexts", () => {
  it("of tools, prompts and resources can send and put off", () => {
    expectTypeOf<CallContext>().toHaveProperty("progress");
    expectTypeOf<CallContext>().toHaveProperty("log");
    expectTypeOf<CallContext>().toHaveProperty("later");
    expectTypeOf<CallContext>().toHaveProperty("release");
  });

  it("of completion and lists can do neither, and cannot ask", () => {
    type Forbidden = "progress" | "log" | "later" | "release" | "elicit" | "step" | "sample";
    expectTypeOf<Extract<keyof LookupContext, Forbidden>>().toEqualTypeOf<never>();
    expectTypeOf<Extract<keyof CompleterContext, Forbidden>>().toEqualTypeOf<never>();
    expectTypeOf<Parameters<ResourceLister>[1]>().toEqualTypeOf<LookupContext>();
    server().prompt(
      "it",
      {
        arguments: {
          city: {
            complete: (value, ctx) => {
              expectTypeOf(value).toEqualTypeOf<string>();
              expectTypeOf(ctx).toEqualTypeOf<CompleterContext>();
              return [];
            },
          },
        },
      },
      () => "",
    );
  });
});
