// What is refused in the text of a url before it is parsed: whatever one parser drops or mends and another does not.

/** Control characters, white space and half characters: parsers remove, trim or encode them, each in its own way. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Z}]/u;

/** A scheme, two slashes, and a host that follows at once. */
const ABSOLUTE = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]+)/i;

/** Characters that are dropped from names without a trace; the joiners are left to the rules for names. */
const DROPPED = /(?![\u200c\u200d])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** What the text of a url says, or the sentence that says what is wrong with it. */
export type UrlText =
  | { readonly ok: true; readonly scheme: string; readonly authority: string }
  | { readonly ok: false; readonly message: string; readonly reason: "malformed" | "credentials" };

/** Looks at a url as it was written. */
export function readUrlText(url: string): UrlText {
  if (UNSEEN.test(url)) return malformed("The url has white space or control characters in it.");
  if (url.includes("\\")) return malformed("The url has a backslash in it.");
  const found = ABSOLUTE.exec(url);
  const [, scheme, authority] = found ?? [];
  if (scheme === undefined || authority === undefined)
    return malformed("The url is not absolute: it needs a scheme, two slashes and a host.");
  if (authority.includes("@"))
    return { ok: false, reason: "credentials", message: "The url has a user name or password in it." };
  if (authority.includes("%")) return malformed("The host of the url is percent-encoded.");
  if (DROPPED.test(authority))
    return malformed("The host of the url has characters in it that cannot be seen.");
  return { ok: true, scheme: scheme.toLowerCase(), authority };
}

const malformed = (message: string): UrlText => ({ ok: false, reason: "malformed", message });
