// No private address gets past the url guard, however it is written and wherever it stands; public ones do.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgeUrl } from "../../src/guards/judge-url.js";

/** Networks that must never be reached: their first address, and how many bits are fixed. Written here by hand. */
const CLOSED4: readonly (readonly [number, number])[] = [
  [0x00000000, 8],
  [0x0a000000, 8],
  [0x64400000, 10],
  [0x7f000000, 8],
  [0xa9fe0000, 16],
  [0xac100000, 12],
  [0xc0000000, 24],
  [0xc0000200, 24],
  [0xc0586300, 24],
  [0xc0a80000, 16],
  [0xc6120000, 15],
  [0xc6336400, 24],
  [0xcb007100, 24],
  [0xe0000000, 4],
  [0xf0000000, 4],
];
const ODD4 = [0xa83f8110, 0xc01fc400, 0xc034c100, 0xc0af3000];

const uint32 = fc.nat({ max: 0xffffffff });
const closed4 = fc
  .tuple(fc.constantFrom(...CLOSED4), uint32)
  .map(([[first, bits], random]) => (first + (random % 2 ** (32 - bits))) >>> 0);

const isClosed4 = (address: number): boolean =>
  CLOSED4.some(([first, bits]) => address >= first && address < first + 2 ** (32 - bits)) ||
  ODD4.some((odd) => address >>> 8 === odd >>> 8);
const open4 = uint32.filter((address) => !isClosed4(address));

const octets = (address: number): number[] => [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff);
const dotted = (address: number): string => octets(address).join(".");
const groups = (address: number): string =>
  `${(address >>> 16).toString(16)}:${(address & 0xffff).toString(16)}`;

/** One number as decimal, octal or hexadecimal, with any number of zeros in front where that changes nothing. */
const numeral = (value: number): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom("10", "8", "16", "X"), fc.nat({ max: 6 })).map(([radix, zeros]) => {
    if (radix === "10") return String(value);
    if (radix === "8") return `0${"0".repeat(zeros)}${value.toString(8)}`;
    const digits = `${"0".repeat(zeros)}${value.toString(16)}`;
    return radix === "X" ? `0X${digits.toUpperCase()}` : `0x${digits}`;
  });

/** Digits and dots as other characters that mean the same to a url parser. */
const disguised = (text: string): fc.Arbitrary<string> =>
  fc
    .array(fc.nat({ max: 4 }), { minLength: text.length, maxLength: text.length })
    .map((choices) => [...text].map((character, index) => disguise(character, choices[index] ?? 0)).join(""));

function disguise(character: string, choice: number): string {
  if (character === ".") return [".", ".", ".", "．", "。"][choice] ?? ".";
  const code = character.charCodeAt(0);
  if (code < 48 || code > 57) return character;
  const other = [code, code, code, 0xff10 + code - 48, 0x1d7ce + code - 48][choice];
  return String.fromCodePoint(other ?? code);
}

/** An IPv4 address in one to four parts, each in any radix, in any characters. */
const anyIpv4 = (address: number): fc.Arbitrary<string> =>
  fc.integer({ min: 1, max: 4 }).chain((parts) => {
    const all = octets(address);
    const rest = all.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0);
    return fc
      .tuple(...[...all.slice(0, parts - 1), rest].map(numeral), fc.constantFrom("", "."))
      .map((written) => written.slice(0, -1).join(".") + written[written.length - 1])
      .chain(disguised);
  });

/** An IPv6 address in brackets, with groups shortened or not, in either case. */
const anyIpv6 = (text: string): fc.Arbitrary<string> =>
  fc.boolean().map((isUpper) => `[${isUpper ? text.toUpperCase() : text}]`);

/** An IPv4 address inside of an IPv6 one. */
const carrying = (address: number): fc.Arbitrary<string> => {
  const flipped = groups(~address >>> 0);
  return fc.constantFrom(
    `::${dotted(address)}`,
    `::${groups(address)}`,
    `::ffff:${dotted(address)}`,
    `::ffff:${groups(address)}`,
    `0:0:0:0:0:ffff:${groups(address)}`,
    `::ffff:0:${groups(address)}`,
    `64:ff9b::${dotted(address)}`,
    `64:ff9b::${groups(address)}`,
    `64:ff9b:1::${groups(address)}`,
    `2002:${groups(address)}::1`,
    `2001:0:4136:e378:8000:63bf:${flipped}`,
    `2606:4700::5efe:${groups(address)}`,
    `2606:4700::200:5efe:${dotted(address)}`,
  );
};

/** An IPv6 address that is not public in itself. */
const closed6 = fc
  .tuple(
    fc.constantFrom(
      "fc00",
      "fdff",
      "fe80",
      "febf",
      "fec0",
      "ff02",
      "100",
      "2001:db8",
      "3fff:fff",
      "5f00",
      "4000",
      "2001:1ff",
    ),
    fc.nat({ max: 0xffff }),
  )
  .map(([prefix, last]) => `${prefix}::${last.toString(16)}`);

const closedHost = fc.oneof(
  closed4.chain(anyIpv4),
  closed4.chain(carrying).chain(anyIpv6),
  closed6.chain(anyIpv6),
);

/** Everything around the host, with a decoy that is public. */
const around = fc.record({
  scheme: fc.constantFrom("http", "https", "HTTP", "hTTps"),
  user: fc.constantFrom("", "", "example.com@", "example.com:443@", "example.com%2f@"),
  port: fc.constantFrom("", ":80", ":8443", ":"),
  rest: fc.constantFrom(
    "",
    "/",
    "/latest/meta-data/",
    "?x=1",
    "#@example.com",
    "/@example.com",
    "/..//example.com",
  ),
});

const lookup = (): readonly string[] => ["93.184.216.34"];

describe("the url guard", () => {
  it("never lets a host through that is an address which is not public", async () => {
    await fc.assert(
      fc.asyncProperty(closedHost, around, async (host, { scheme, user, port, rest }) => {
        const { ok } = await judgeUrl(`${scheme}://${user}${host}${port}${rest}`, { lookup });
        expect(ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never lets a name through that resolves to an address which is not public, among others that are", async () => {
    const text = fc.oneof(closed4.map(dotted), closed4.chain(carrying), closed6);
    const others = fc.array(open4.map(dotted), { maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(text, others, fc.nat(), async (address, answers, place) => {
        const all = [...answers];
        all.splice(place % (answers.length + 1), 0, address);
        const verdict = await judgeUrl("https://example.com/", { lookup: () => all });
        expect(verdict.ok).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("lets every public IPv4 address through, in any notation, and says which it is", async () => {
    const written = open4.chain((address) => anyIpv4(address).map((host) => [address, host] as const));
    await fc.assert(
      fc.asyncProperty(written, async ([address, host]) => {
        expect(await judgeUrl(`https://${host}/x`)).toEqual({
          ok: true,
          url: `https://${dotted(address)}/x`,
          addresses: [dotted(address)],
        });
      }),
      { numRuns: 2_000 },
    );
  });

  it("lets names through that resolve to public addresses only", async () => {
    const answers = fc.array(open4.map(dotted), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(answers, async (addresses) => {
        const verdict = await judgeUrl("https://example.com/", { lookup: () => addresses });
        expect(verdict).toMatchObject({ ok: true, addresses });
      }),
    );
  });

  it("answers whatever it is given, and what it lets through parses to itself", async () => {
    const pieces = fc.constantFrom(
      "http",
      "https",
      ":",
      "/",
      "//",
      "\\",
      "@",
      "[",
      "]",
      "%",
      "%00",
      ".",
      "..",
      "127.0.0.1",
      "example.com",
      "localhost",
      "0x7f",
      "::1",
      "#",
      "?",
      "\t",
      "\u00ad",
      "。",
      "①",
      "xn--",
      "-",
      " ",
    );
    const url = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 12 }).map((all) => all.join("")),
    );
    await fc.assert(
      fc.asyncProperty(url, async (text) => {
        const verdict = await judgeUrl(text, { lookup });
        if (!verdict.ok) return;
        expect(new URL(verdict.url).href).toBe(verdict.url);
        expect(await judgeUrl(verdict.url, { lookup })).toEqual(verdict);
      }),
      { numRuns: 5_000 },
    );
  });
});
