// How a url is shown to the person who is to open it.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadFindDomain } from "../../src/core/find-domain.js";
import { toUrlDisplay } from "../../src/core/url-display.js";

const findDomain = await loadFindDomain();
const show = (url: string) => toUrlDisplay(url, findDomain);
const domainOf = (url: string) => show(url)?.pieces.find(({ part }) => part === "domain")?.text;

describe("the host", () => {
  it.each([
    ["https://login.example.com/a?b#c", "example.com"],
    ["https://accounts.google.com.evil.co.uk/", "evil.co.uk"],
    ["https://ada.github.io/", "ada.github.io"],
    ["https://example.com@evil.org/", "evil.org"],
    ["https://evil.org:pw@evil.org/evil.org", "evil.org"],
    ["https://192.168.0.1/", "192.168.0.1"],
    ["https://[2001:db8::1]/", "[2001:db8::1]"],
    ["http://localhost:3000/", "localhost"],
    ["https://example.com./", "example.com."],
    ["https://co.uk/", "co.uk"],
  ])("of %s is highlighted by its registrable domain, %s (C13)", (url, domain) => {
    expect(domainOf(url)).toBe(domain);
  });

  it("is highlighted as a whole where nothing knows what can be registered", () => {
    expect(toUrlDisplay("https://a.b.example.com/")?.pieces[1]).toEqual({
      part: "domain",
      text: "a.b.example.com",
    });
  });
});

describe("a warning", () => {
  it.each([
    ["http://example.com/", "not encrypted"],
    ["https://example.com@evil.org/", "user name"],
    ["https://192.0.2.1/", "numeric address"],
    ["https://[2001:db8::1]/", "numeric address"],
    ["https://xn--80ak6aa92e.com/", "аррӏе.com"],
    ["https://аррӏе.com/", "аррӏе.com"],
    ["https://pаypal.com/", "mixes letters"],
    ["https://example.com:8443/", "8443"],
    [`https://example.com/${"a".repeat(400)}`, "very long"],
  ])("is given for %s: %s (C13)", (url, part) => {
    expect(show(url)?.warnings.join(" ")).toContain(part);
  });

  it.each([
    "https://example.com/",
    "https://login.example.co.uk/oauth?state=abc",
    "http://127.0.0.1:3000/asked/1",
    "http://localhost:3000/",
  ])("is not given for %s", (url) => {
    expect(show(url)?.warnings).toEqual([]);
  });

  it("does not take Japanese, which has three scripts and Latin, for a fake", () => {
    expect(show("https://日本語カタとabc.jp/")?.warnings.join(" ")).not.toContain("mixes");
  });
});

it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "example.com", "", "vscode://x/y"])(
  "nobody is sent to %j (C13)",
  (url) => {
    expect(show(url)).toBeUndefined();
  },
);

it("the pieces of any url are the url, with the host behind every @", () => {
  fc.assert(
    fc.property(
      fc.webUrl({
        withQueryParameters: true,
        withFragments: true,
        authoritySettings: { withUserInfo: true, withPort: true, withIPv6: true, withIPv4: true },
      }),
      (url) => {
        const shown = show(url);
        expect(shown?.pieces.map(({ text }) => text).join("")).toBe(new URL(url).href);
        const host = shown?.pieces.filter(({ part }) => part === "subdomain" || part === "domain");
        expect(host?.map(({ text }) => text).join("")).toBe(new URL(url).hostname);
      },
    ),
  );
});
