// Held against the guard: other ways to write what leads inside, and what only looks like it.

import { describe, expect, it } from "vitest";
import { judgeUrl } from "../../src/guards/judge-url.js";
import { dangerous, harmless, type UrlCase } from "./more-urls.js";

const PUBLIC = ["93.184.216.34"];

const isOk = async ({ url, resolves = PUBLIC }: UrlCase): Promise<boolean> =>
  (await judgeUrl(url, { lookup: () => resolves })).ok;

const rows = (cases: readonly UrlCase[]): readonly (readonly [string, string, UrlCase])[] =>
  cases.map((one) => [one.url.slice(0, 60), one.why, one]);

describe("a url that leads inside, whatever its spelling,", () => {
  it.each(rows(dangerous))("is refused: %j (%s)", async (_url, _why, one) => {
    expect(await isOk(one)).toBe(false);
  });
});

describe("a public url that looks like one that leads inside", () => {
  it.each(rows(harmless))("is fine: %j (%s)", async (_url, _why, one) => {
    expect(await isOk(one)).toBe(true);
  });
});
