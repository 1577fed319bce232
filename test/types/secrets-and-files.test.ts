// The types of secrets and of uploaded files. Checked by tsc; nothing here asks anybody.

import { describe, expectTypeOf, it } from "vitest";
import {
  type Answer,
  type CallContext,
  type ContentOf,
  field,
  form,
  type LookupContext,
  type Question,
  type Secret,
  type UploadedFile,
} from "../../src/index.js";

const contentOf = <Content>(_question: Question<Content>): Content => undefined as Content;
const flag = (): boolean => Date.now() > 0;

describe("the content of a form for files", () => {
  it("has one file, or a list where it may be several", () => {
    const asked = form("Upload.", {
      one: field.file(),
      limited: field.file({ title: "One", accept: [".pdf"], maxBytes: 10 }),
      list: field.file({ several: true }),
      single: field.file({ several: false }),
    });
    expectTypeOf(contentOf(asked)).toEqualTypeOf<{
      one: UploadedFile;
      limited: UploadedFile;
      list: UploadedFile[];
      single: UploadedFile;
    }>();
  });

  it("may lack what is optional", () => {
    const fields = {
      one: field.file({ optional: true }),
      list: field.file({ several: true, optional: true }),
      perhaps: field.file({ optional: flag() }),
    };
    expectTypeOf<ContentOf<typeof fields>>().toEqualTypeOf<{
      one?: UploadedFile;
      list?: UploadedFile[];
      perhaps?: UploadedFile;
    }>();
  });

  it("has no default", () => {
    // @ts-expect-error Nobody has a file to begin with.
    field.file({ default: [] });
  });
});

describe("ctx.secret", () => {
  it("gives an answer with a secret in it", () => {
    expectTypeOf<ReturnType<CallContext["secret"]>>().toEqualTypeOf<Promise<Answer<Secret>>>();
    expectTypeOf<Secret["reveal"]>().toEqualTypeOf<() => string>();
  });

  it("is not there for those who cannot ask", () => {
    expectTypeOf<LookupContext>().not.toHaveProperty("secret");
  });

  it("takes the options of a question, and its own", () => {
    expectTypeOf<Parameters<CallContext["secret"]>[1]>().toMatchTypeOf<
      | { message?: string; description?: string; multiline?: boolean; remember?: boolean; key?: string }
      | undefined
    >();
  });

  it("is no text", () => {
    expectTypeOf<Secret>().not.toExtend<string>();
  });
});
