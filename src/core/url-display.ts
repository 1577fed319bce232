// Takes a url apart for a person who is to decide whether to go there, and says what is odd about it. Nothing is fetched.

import { isIP } from "node:net";
import { domainToUnicode } from "node:url";

/** What a piece of a url is. Who is behind it is said by the `domain` alone. */
export type UrlPart = "scheme" | "user" | "subdomain" | "domain" | "port" | "rest";

/** A url as a person should see it. */
export interface UrlDisplay {
  /** The url as a browser will open it. */
  readonly href: string;
  /** Its pieces in order; together they are the `href`. */
  readonly pieces: readonly { readonly part: UrlPart; readonly text: string }[];
  /** The host without its port, in the letters of its language. */
  readonly host: string;
  /** What should make a person think twice, as sentences. */
  readonly warnings: readonly string[];
}

/** The part of a host's name that somebody had to register, such as `example.co.uk`; `undefined` when there is none. */
export type FindDomain = (host: string) => string | undefined;

/**
 * How to show a url; `undefined` for one that nobody may be sent to: anything but http and https. Without `findDomain`
 * the whole host counts as the domain, which is true and only less helpful.
 */
export function toUrlDisplay(text: string, findDomain: FindDomain = () => undefined): UrlDisplay | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const { href, hostname, host } = url;
  const name = hostname.replace(/\.$/, "");
  const isAddress = isIP(name.replace(/^\[|\]$/g, "")) !== 0;
  const found = isAddress ? undefined : findDomain(name);
  const domain = found !== undefined && hostname.includes(found) ? found : hostname;
  const user = href.slice(url.protocol.length + 2, href.indexOf(host, userEnd(url)));
  const pieces = [
    { part: "scheme", text: `${url.protocol}//` },
    { part: "user", text: user },
    { part: "subdomain", text: hostname.slice(0, hostname.lastIndexOf(domain)) },
    { part: "domain", text: hostname.slice(hostname.lastIndexOf(domain)) },
    { part: "port", text: host.slice(hostname.length) },
    { part: "rest", text: href.slice(url.protocol.length + 2 + user.length + host.length) },
  ] as const;
  return {
    href,
    pieces: pieces.filter((piece) => piece.text !== ""),
    host: domainToUnicode(hostname) || hostname,
    warnings: warningsOf(url, name, isAddress),
  };
}

/** Where the host begins at the earliest: a user name can look just like it. */
function userEnd({ protocol, username, password }: URL): number {
  const begin = protocol.length + 2;
  if (username === "" && password === "") return begin;
  return begin + username.length + (password === "" ? 0 : password.length + 1) + 1;
}

/** Longer than anybody reads. */
const LONGEST = 300;

function warningsOf(url: URL, name: string, isAddress: boolean): readonly string[] {
  const letters = domainToUnicode(name) || name;
  const isForeign = /(?:^|\.)xn--/i.test(name);
  const said = [
    url.protocol === "http:" &&
      !isOwnMachine(name) &&
      "It is not encrypted (http): everybody on the way can read and change what you send.",
    (url.username !== "" || url.password !== "") &&
      "It has a user name in front of the host, which can make it look like another address.",
    isAddress && !isOwnMachine(name) && "It leads to a numeric address instead of a name.",
    isForeign &&
      `Its name is written in other letters (${letters}), which can look like a name that you know.`,
    letters.split(".").some(isMixed) && "Its name mixes letters of several scripts, as fakes do.",
    url.port !== "" && !isOwnMachine(name) && `It uses an unusual port (${url.port}).`,
    url.href.length > LONGEST && `It is very long (${url.href.length.toLocaleString("en")} characters).`,
  ];
  return said.filter((warning) => warning !== false);
}

const isOwnMachine = (name: string): boolean =>
  name === "localhost" || name.endsWith(".localhost") || name === "[::1]" || name.startsWith("127.");

const SCRIPTS = [
  "Latin",
  "Cyrillic",
  "Greek",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Thai",
  "Georgian",
  "Cherokee",
  "Hangul",
  "Bopomofo",
  "Hiragana",
  "Katakana",
  "Han",
].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, "u") }));

/** Scripts that languages write together. */
const TOGETHER = [
  new Set(["Latin", "Han", "Hiragana", "Katakana"]),
  new Set(["Latin", "Han", "Hangul"]),
  new Set(["Latin", "Han", "Bopomofo"]),
];

/** True when a label has letters of scripts that no language mixes. */
function isMixed(label: string): boolean {
  const found = SCRIPTS.filter(({ pattern }) => pattern.test(label)).map(({ script }) => script);
  return found.length > 1 && !TOGETHER.some((group) => found.every((script) => group.has(script)));
}
