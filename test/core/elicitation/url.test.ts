// Pages to send a person to.

import { describe, expect, it } from "vitest";
import * as z from "zod";
import { field } from "../../../src/core/elicitation/field.js";
import { hrefOf, url } from "../../../src/core/elicitation/url.js";
import { refusalOf } from "./refusal.js";

const HREF = "https://example.com/pay";

describe("a page", () => {
  it("is where its href says, for every elicitation", () => {
    expect(hrefOf(url("Pay.", HREF), "id-1")).toBe(HREF);
    expect(
      hrefOf(
        url("Pay.", (id) => `${HREF}?elicitation=${id}`),
        "id-1",
      ),
    ).toBe(`${HREF}?elicitation=id-1`);
  });

  it("has its url written as clients can read it", () => {
    expect(hrefOf(url("Pay.", "https://example.com/ä b"), "id-1")).toBe("https://example.com/%C3%A4%20b");
  });

  it("may be on http, and on this machine", () => {
    expect(hrefOf(url("Pay.", "http://localhost:3000/pay"), "id-1")).toBe("http://localhost:3000/pay");
  });

  it.each(["", "  ", undefined])("without words (%j) is refused", (message) => {
    expect(refusalOf(() => url(message as string, HREF))).toEqual({
      code: "invalid-definition",
      message: "A url elicitation has no message. Say what the person is asked.",
    });
  });

  it.each(["", undefined, 3])("without a url (%j) is refused", (href) => {
    expect(refusalOf(() => url("Pay.", href as string)).message).toMatch(/has no url/);
  });

  it.each([
    ["/pay", "is not absolute"],
    ["example.com/pay", "is not absolute"],
    ["javascript:alert(1)", "begins with javascript: instead of https: or http:"],
    ["file:///etc/passwd", "begins with file: instead of https: or http:"],
    ["https://ada@example.com/", "has a user name or password in it"],
    ["https://:pw@example.com/", "has a user name or password in it"],
  ])("at %s is refused: it %s", (href, reason) => {
    const message = `The url of a url elicitation ${reason}.`;
    expect(refusalOf(() => url("Pay.", href)).message).toBe(message);
    const made = url("Pay.", () => href);
    expect(refusalOf(() => hrefOf(made, "id-1")).message).toBe(message);
  });

  it("whose url is made of nothing is refused when it is made", () => {
    const made = url("Pay.", () => undefined as never);
    expect(refusalOf(() => hrefOf(made, "id-1")).message).toMatch(/is not absolute/);
  });
});

describe("what a page gives back", () => {
  it("is nothing unless it is said", () => {
    expect(url("Pay.", HREF).content).toBeUndefined();
    expect(url("Pay.", HREF, {}).content).toBeUndefined();
  });

  it("is said with fields", () => {
    const page = url("Pay.", HREF, { content: { cents: field.integer({ minimum: 1 }) } });
    expect(page.content?.check({ cents: 3 })).toEqual({ value: { cents: 3 } });
    expect(page.content?.check({ cents: 0 })).toEqual({
      problems: [{ path: "cents", message: "must be at least 1" }],
    });
  });

  it("is said with a schema of a library", () => {
    const page = url("Pay.", HREF, { content: z.object({ cents: z.int().transform(String) }) });
    expect(page.content?.check({ cents: 3 })).toEqual({ value: { cents: "3" } });
  });

  it("is said with a plain form schema, and a field may be called type", () => {
    const plain = url("Pay.", HREF, {
      content: { type: "object", properties: { cents: { type: "integer" } }, required: ["cents"] },
    });
    expect(plain.content?.check({ cents: 3 })).toEqual({ value: { cents: 3 } });
    const fields = url("Pay.", HREF, { content: { type: field.string(), properties: field.boolean() } });
    expect(fields.content?.check({ type: "x", properties: true })).toMatchObject({ value: { type: "x" } });
  });

  it("may be a token: it comes from the application, and passes no form", () => {
    const page = url("Sign in.", HREF, { content: { token: field.string() } });
    expect(page.content?.check({ token: "x" })).toEqual({ value: { token: "x" } });
  });

  it("is refused when it could not work", () => {
    const build = () => url("Pay.", HREF, { content: { it: field.choice({ options: [] }) } });
    expect(refusalOf(build).message).toBe("Field it has no options.");
  });
});
