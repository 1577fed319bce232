// The shared list of urls, each with its verdict.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { judgeUrl } from "../../src/guards/judge-url.js";
import { type Hop, nextHop } from "../../src/guards/redirect.js";

interface UrlCase {
  readonly url: string;
  readonly verdict: "allow" | "block";
  readonly why: string;
  readonly group: string;
  /** What the lookup gives. */
  readonly resolves?: readonly string[];
  /** Where the server sends the request on to. */
  readonly redirect?: string;
}

const file = resolve(import.meta.dirname, "../fixtures/urls.json");
const cases = JSON.parse(readFileSync(file, "utf8")) as readonly UrlCase[];
const MAX_REDIRECTS = 5;

/** Judges as a fetch does: every hop anew, until there is no further one or there are too many. */
async function verdictOf({ url, resolves, redirect }: UrlCase): Promise<"allow" | "block"> {
  const lookup = (): readonly string[] => resolves ?? ["93.184.216.34"];
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
