// The shared list of urls, each with its verdict.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeUrl } from "../../src/guards/judge-url.js";
import type { Lookup } from "../../src/guards/lookup-host.js";
import { type Hop, nextHop } from "../../src/guards/redirect.js";

interface UrlCase {
  readonly url: string;
  readonly verdict: "allow" | "block";
  readonly why: string;
  readonly group: string;
  /** What the lookup of its name gives. */
  readonly resolves?: readonly string[];
  /** What every lookup of its name after the first one gives. */
  readonly then?: readonly string[];
  /** Where the server sends the request on to. */
  readonly redirect?: string;
}

const file = resolve(import.meta.dirname, "../fixtures/urls.json");
const cases = JSON.parse(readFileSync(file, "utf8")) as readonly UrlCase[];
const MAX_REDIRECTS = 5;
const ELSEWHERE = ["93.184.216.34"];

/** Resolves the name of the url as the case says, and all others elsewhere. */
function lookupOf({ url, resolves = ELSEWHERE, then = resolves }: Partial<UrlCase>): Lookup {
  const name = url !== undefined && URL.canParse(url) ? new URL(url).hostname : undefined;
  let lookups = 0;
  return (host) => {
    if (host !== name) return ELSEWHERE;
    lookups += 1;
    return lookups === 1 ? resolves : then;
  };
}

/** Judges as a fetch does: every hop anew, until there is no further one or there are too many. */
async function verdictOf(given: Omit<UrlCase, "verdict" | "why" | "group">): Promise<"allow" | "block"> {
  const { url, redirect } = given;
  const lookup = lookupOf(given);
  let hop: Hop = { url, method: "GET", headers: new Headers(), body: undefined };
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const verdict = await judgeUrl(hop.url, { lookup });
    if (!verdict.ok) return "block";
    if (redirect === undefined) return "allow";
    try {
      hop = nextHop(hop, 302, redirect);
    } catch {
      return "block";
    }
  }
  return "block";
}

describe("[acceptance 46] the shared list of urls", () => {
  it("is there", () => {
    expect(cases.length).toBeGreaterThan(150);
  });

  it.each(cases.map((one) => [one.group, one.verdict, one.url.slice(0, 60), one.why, one] as const))(
    "%s: %s %j (%s)",
    async (_group, verdict, _url, _why, one) => {
      expect(await verdictOf(one)).toBe(verdict);
    },
  );
});

describe("a url as in the shared list", () => {
  const resolving = { url: "https://a.example.com/", resolves: ["93.184.215.14"] };
  // As the list would have it: a literal with a `then` looks like a promise.
  const moving = { ...resolving, ...(JSON.parse('{ "then": ["127.0.0.1"] }') as Pick<UrlCase, "then">) };

  it("is looked up once for each hop: a name that moves after it was judged changes nothing", async () => {
    expect(await verdictOf(moving)).toBe("allow");
  });

  it("is judged anew when it redirects to its own name, which has moved", async () => {
    const lookup = lookupOf(moving);
    expect(await judgeUrl(moving.url, { lookup })).toMatchObject({ ok: true });
    expect(await judgeUrl(`${moving.url}again`, { lookup })).toMatchObject({ ok: false, reason: "address" });
  });

  it("that redirects to another name is not judged by the addresses of the first", async () => {
    const judged = await judgeUrl("https://b.example.com/", { lookup: lookupOf(moving) });
    expect(judged).toMatchObject({ ok: true, addresses: ELSEWHERE });
  });
});
