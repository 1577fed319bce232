// Resource templates: what is built is matched, and the most specific template wins.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createServer } from "../../src/index.js";
import { bySpecificity, parseUriTemplate } from "../../src/server/catalog/uri-template.js";

const variable = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."abcXYZ_019"), minLength: 1, maxLength: 5 }).map((name) => `v${name}`),
  fc.constantFrom("constructor", "toString", "__defineGetter__", "hasOwnProperty"),
);
const literal = fc.string({ unit: fc.constantFrom(..."abc/.-?#=&()[]+*$^|"), minLength: 1, maxLength: 6 });

/** A template of literals and variables in turn, at most one of which takes the rest. */
const template = fc
  .tuple(
    fc.constantFrom("app:///", "https://example.com/", "x-y.z+1:"),
    fc.uniqueArray(variable, { minLength: 1, maxLength: 4 }),
    fc.array(literal, { minLength: 4, maxLength: 4 }),
    fc.integer({ min: -1, max: 3 }),
    fc.boolean(),
  )
  .map(([scheme, names, literals, rest, isStarred]) => {
    const body = names.map((name, at) => {
      const expression = at !== rest ? `{${name}}` : isStarred ? `{${name}*}` : `{+${name}}`;
      return expression + (at < names.length - 1 ? literals[at] : "");
    });
    return { source: `${scheme}${body.join("")}`, names, rest: names[rest] };
  });

const value = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
);

const withSlashes = (uri: string): string => uri.replaceAll("%2F", "/");

test("the values that a uri was built from are matched again", () => {
  fc.assert(
    fc.property(template, fc.array(value, { minLength: 4, maxLength: 4 }), ({ source, names }, values) => {
      const parsed = parseUriTemplate(source);
      const given = Object.fromEntries(names.map((name, at) => [name, values[at] ?? "x"]));
      const uri = parsed.build(given);
      const found = parsed.match(uri);
      expect(found).toBeDefined();
      // A literal of the template may also occur in a value; then another reading of the same uri is right too. In that
      // reading a slash of a value may be in the variable that takes the rest, which writes slashes as they are.
      expect(withSlashes(parsed.build(found ?? {}))).toBe(withSlashes(uri));
    }),
    { numRuns: 1000 },
  );
});

test("with literals that no value can hold, exactly the values come back", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(variable, { minLength: 1, maxLength: 4 }),
      fc.array(value, { minLength: 4, maxLength: 4 }),
      (names, values) => {
        const parsed = parseUriTemplate(`app://host${names.map((name) => `/{${name}}`).join("")}`);
        const given = Object.fromEntries(names.map((name, at) => [name, values[at] ?? "x"]));
        expect({ ...parsed.match(parsed.build(given)) }).toEqual(given);
      },
    ),
    { numRuns: 500 },
  );
});

test("a variable that takes the rest gives back its slashes", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (path) => {
      const parsed = parseUriTemplate("app://host/{+path}");
      expect(parsed.match(parsed.build({ path }))).toEqual({ path });
    }),
  );
});

test("no text makes a template throw", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl(),
    fc.string({ unit: fc.constantFrom(..."app:///%zZ{}?#", "%ff", "%E0%A4%A") }),
    fc.integer({ min: 8000, max: 9000 }).map((length) => `app:///${"a".repeat(length)}`),
  );
  fc.assert(
    fc.property(template, text, ({ source }, uri) => {
      const found = parseUriTemplate(source).match(uri);
      if (found === undefined) return;
      for (const matched of Object.values(found)) expect(typeof matched).toBe("string");
    }),
    { numRuns: 1000 },
  );
});

test("a name that would be lost on an object cannot be a variable", () => {
  expect(() => parseUriTemplate("app:///{__proto__}")).toThrow(/__proto__/);
});

test("a value is missing when it is only inherited", () => {
  expect(() => parseUriTemplate("app:///{constructor}").build({})).toThrow(/needs a value for constructor/);
});

test("the order of templates is the same however they are defined", () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(template, { minLength: 2, maxLength: 6, selector: ({ source }) => source }),
      fc.nat(),
      (templates, turn) => {
        const parsed = templates.map(({ source }) => parseUriTemplate(source));
        const turned = parsed.map((_, at) => parsed[(at + turn) % parsed.length] ?? _);
        const order = (list: typeof parsed): string[] =>
          [...list].sort(bySpecificity).map(({ source }) => source);
        expect(order(turned)).toEqual(order(parsed));
      },
    ),
  );
});

test("of two templates that match, the one with more of the uri written out is read", async () => {
  const segment = fc.string({ unit: fc.constantFrom(..."abc"), minLength: 1, maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(segment, { minLength: 2, maxLength: 4 }),
      fc.boolean(),
      async (segments, isReversed) => {
        await using server = createServer({ name: "a", version: "1" });
        // Template number n leaves all but its first n segments open; the last one of all takes the rest.
        const sources = segments.map((_, count) =>
          segments.map((text, at) => (at < count ? text : `{v${at}}`)).join("/"),
        );
        const numbered = [...sources, "{+rest}"].map((source, at) => ({ source, at }));
        for (const { source, at } of isReversed ? numbered.toReversed() : numbered)
          server.resource(`r${at}`, { uri: `app:///${source}` as string }, () => String(at));
        const uri = `app:///${segments.join("/")}`;
        const response = await server.fetch(
          new Request("http://localhost/mcp", {
            method: "POST",
            headers: {
              "content-type": "application/json",
              "mcp-protocol-version": "2026-07-28",
              "mcp-method": "resources/read",
              "mcp-name": uri,
            },
            body: JSON.stringify({
              jsonrpc: "2.0",
              id: 1,
              method: "resources/read",
              params: {
                uri,
                _meta: {
                  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                  "io.modelcontextprotocol/clientCapabilities": {},
                },
              },
            }),
          }),
        );
        const { result } = await response.json();
        expect(result.contents[0].text).toBe(String(segments.length - 1));
      },
    ),
    { numRuns: 40 },
  );
});
