// Uri templates: what they match, what they build, which are refused, and which comes first.

import { describe, expect, it } from "vitest";
import { bySpecificity, parseUriTemplate } from "../../../src/server/catalog/uri-template.js";

const match = (template: string, uri: string) => parseUriTemplate(template).match(uri);

describe("matching", () => {
  it.each([
    ["myapp:///studies/{id}/cover", "myapp:///studies/7/cover", { id: "7" }],
    ["https://example.com/studies/{id}", "https://example.com/studies/7", { id: "7" }],
    ["a:/{one}/{two}", "a:/1/2", { one: "1", two: "2" }],
    ["a:/{year}-{month}-{day}", "a:/2026-07-28", { year: "2026", month: "07", day: "28" }],
    ["a:/{name}.{ext}", "a:/my.file.txt", { name: "my.file", ext: "txt" }],
    ["a:/{one}and{two}", "a:/sandandand", { one: "sand", two: "and" }],
    ["file:///{+path}", "file:///a/b/c.txt", { path: "a/b/c.txt" }],
    ["file:///{path*}", "file:///a/b", { path: "a/b" }],
    ["a:/{user}/{+path}", "a:/ann/x/y/z", { user: "ann", path: "x/y/z" }],
    ["a:/{+path}/raw", "a:/x/y/raw", { path: "x/y" }],
    ["a:/{user}/{+path}/v/{version}", "a:/ann/x/v/1/v/2", { user: "ann", path: "x/v/1", version: "2" }],
    ["a:/search?q={q}&l={l}", "a:/search?q=x&l=y", { q: "x", l: "y" }],
    ["a:/{id}", "a:/a%20b%2Fc%C3%A9", { id: "a b/cé" }],
    ["a:/({id})", "a:/(1)", { id: "1" }],
  ])("%s finds the values in %s", (template, uri, values) => {
    expect(match(template, uri)).toEqual(values);
  });

  it.each([
    ["https://example.com/studies/{id}", "https://example.org/studies/7"],
    ["https://example.com/studies/{id}", "http://example.com/studies/7"],
    ["a:/{id}", "a:/"],
    ["a:/{id}", "a:/1/2"],
    ["a:/{id}", "a:/1?x=2"],
    ["a:/{id}", "a:/1#x"],
    ["a:/{id}/cover", "a:/1/cover/"],
    ["a:/{id}/cover", "xa:/1/cover"],
    ["a:/{id}", "a:/%zz"],
    ["a:/{+path}", "a:/"],
    ["a:/x{+path}x", "a:/xx"],
    ["a:/{id}.txt", "a:/1atxt"],
    ["a:/{year}-{month}", "a:/2026"],
    ["a:/{year}-{month}", "a:/-"],
    ["a:/{id}", `a:/${"x".repeat(9000)}`],
  ])("%s is not the template of %s", (template, uri) => {
    expect(match(template, uri)).toBeUndefined();
  });

  it("takes no longer for a hostile uri", () => {
    const template = parseUriTemplate("a:/{a}-{b}-{c}-{d}-{e}/end");
    const startedAt = performance.now();
    for (let count = 0; count < 100; count += 1) template.match(`a:/${"-".repeat(8000)}`);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  });
});

describe("building", () => {
  it("encodes values, and slashes where they are not part of the path", () => {
    expect(parseUriTemplate("a://host/{id}/x").build({ id: "a/b é" })).toBe("a://host/a%2Fb%20%C3%A9/x");
    expect(parseUriTemplate("a:/{+path}").build({ path: "a/b é" })).toBe("a:/a/b%20%C3%A9");
    expect(parseUriTemplate("a:/{id}").build({ id: 7 })).toBe("a:/7");
  });

  it.each([
    [{}, "a:/{id} needs a value for id."],
    [{ id: "" }, "a:/{id} needs a value for id."],
    [{ id: "1", other: "2" }, "a:/{id} has no variable other."],
  ])("from %j is refused", (values, message) => {
    expect(() => parseUriTemplate("a:/{id}").build(values as Record<string, string>)).toThrow(message);
  });
});

describe("a template", () => {
  it.each([
    ["no-scheme/{id}", "has no scheme"],
    ["a:/{id}/{id}", "names a variable twice"],
    ["a:/{one}{two}", "has two variables without anything between them"],
    ["a:/{+one}/{+two}", "has two variables that take the rest"],
    ["a:/{id", "has a brace that is no {name}, {+name} or {name*}"],
    ["a:/{}", "has a brace that is no {name}, {+name} or {name*}"],
    ["a:/{?q}", "has a brace that is no {name}, {+name} or {name*}"],
    ["a:/{1st}", "has a brace that is no {name}, {+name} or {name*}"],
  ])("cannot be %s", (source, problem) => {
    expect(() => parseUriTemplate(source)).toThrow(`The uri template ${source} ${problem}.`);
  });
});

describe("the order", () => {
  it("is most specific first, whatever the order of definition", () => {
    const ordered = [
      "a:/files/x/{id}",
      "a:/files/{id}",
      "a:/{kind}/{id}",
      "a:/files/x/{+rest}",
      "a:/{+rest}",
    ];
    const sorted = [...ordered].reverse().map(parseUriTemplate).sort(bySpecificity);
    expect(sorted.map(({ source }) => source)).toEqual(ordered);
  });
});
