// Texts of strangers that are long: reading one takes about as long as it is, whatever stands in it.

import { describe, expect, it } from "vitest";
import { nameFrom } from "../../src/agent/handles.js";
import { parseSpec } from "../../src/agent/parse-spec.js";
import { looksLikeCredential } from "../../src/core/elicitation/credential-name.js";
import { formats } from "../../src/core/elicitation/formats.js";
import { neutralLine, neutralText } from "../../src/core/neutral-text.js";
import { quote } from "../../src/core/quote.js";
import { isAllowedHost, isAllowedOrigin } from "../../src/guards/hosts.js";
import { readUrlText } from "../../src/guards/url-text.js";
import { decodeHeaderValue } from "../../src/protocol/header-value.js";
import { parseUriTemplate } from "../../src/server/catalog/uri-template.js";
import { fromLocalTime, shortestLocal, toLocalTime } from "../../src/web/form/date-time.js";
import { readContent } from "../../src/web/form/read-content.js";
import { cutLine, foreignBlock } from "../../src/web/html/foreign-text.js";

const LENGTH = 30_000;
/** Far above what linear work takes, far below what quadratic work does. */
const MOST_MS = 200;

/** Runs of everything that repetition in a grammar could be about, with something at the end that does not fit. */
const RUNS = [
  ...[
    "a",
    "A",
    "1",
    "0",
    " ",
    "\t",
    "\n",
    " \n",
    "\r",
    "\u00A0",
    "-",
    "_",
    ".",
    "/",
    "\\",
    ":",
    ";",
    ",",
    "=",
    "+",
  ],
  ...[
    "&",
    "%",
    "%2",
    "?",
    "#",
    "@",
    "!",
    "~",
    "*",
    "{",
    "}",
    "[",
    "]",
    "(",
    "<",
    ">",
    '"',
    "'",
    "`",
    "$",
    "|",
  ],
  ...[
    "a1",
    "a.",
    ".a",
    "a-",
    "-a",
    "a=",
    "a,",
    ", ",
    "; ",
    "/a",
    "/..",
    "{a}",
    "{",
    "[[",
    "[1,",
    '{"a":',
    "\uFFFD",
  ],
  ...[
    "\uD800",
    "\u200B",
    "\u{1F468}\u200D",
    "\u0301",
    "ß",
    "ı",
    "e1",
    "1e",
    "0.",
    ".0",
    "```",
    "\n```",
    "--",
    "=?",
  ],
];
const ENDS = ["", "x", "\u0000"];
const STARTS = [
  "",
  "a",
  "1",
  "1.",
  "#",
  "-",
  "https://",
  "2026-07-28T15:30:00.",
  "```",
  "2026-07-28T15:30:00.1",
];

const number = { type: "object", properties: { it: { type: "number" } } } as const;
const instant = { type: "object", properties: { it: { type: "string", format: "date-time" } } } as const;

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  neutralText,
  neutralLine,
  cutLine,
  foreignBlock: (text) => foreignBlock(text, "message"),
  toLocalTime,
  shortestLocal,
  fromLocalTime: (text) => fromLocalTime(text, "Z"),
  "toLocalTime of a fraction": (text) => toLocalTime(`${text}1Z`),
  ...Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [`the format ${name}`, test])),
  looksLikeCredential,
  quote,
  nameFrom,
  parseSpec,
  readUrlText,
  decodeHeaderValue,
  parseUriTemplate,
  isAllowedHost: (text) => isAllowedHost(text, ["example.com"]),
  isAllowedOrigin: (text) => isAllowedOrigin(text, ["https://example.com"]),
  "readContent of a number": (text) => readContent(number, new Map([["f0", [text]]])),
  "readContent of a moment": (text) => readContent(instant, new Map([["f0", [text]]])),
};

describe("reading long texts takes no longer than they are long:", () => {
  it.each(Object.entries(READERS))("%s", (_name, read) => {
    for (const run of RUNS)
      for (const start of STARTS)
        for (const end of ENDS) {
          const text = start + run.repeat(LENGTH / run.length) + end;
          expect(
            leastMs(() => read(text)),
            JSON.stringify([start, run, end]),
          ).toBeLessThan(MOST_MS);
        }
  });
});

/** The processor's time, of the quickest of three tries: others are at work on this machine. */
function leastMs(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let times = 0; times < 3 && least > MOST_MS; times += 1) {
    const from = process.cpuUsage();
    try {
      work();
    } catch {
      // Refused is as good as read: the time is what counts.
    }
    const { user, system } = process.cpuUsage(from);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}
