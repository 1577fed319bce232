// Tells by name or title whether a field asks for a credential, which must never go through a form.

/** True when a field called like this asks for a password, key, token, code or card number. */
export function looksLikeCredential(name: string): boolean {
  const plain = PLAIN.test(name) ? name : name.normalize("NFKC").replace(/\p{Cf}/gu, "");
  // Most names have nothing of the kind in them, and are not taken apart.
  return HINT.test(plain) && CREDENTIAL.test(wordsOf(plain));
}

/** Printable ASCII: nothing that could look like something else. */
const PLAIN = /^[ -~]*$/;

const HINT =
  /pass|pwd|secret|token|jwt|cookie|key|cred|phrase|words|mnemonic|pin|code|otp|[2m]fa|cv[vc]|card/i;

/** Lower case words with single spaces, from camelCase, snake_case, kebab-case and plain text. */
const wordsOf = (name: string): string =>
  name
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .replace(/['’]s\b/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(/(\p{L})\d+(?= |$)/gu, "$1")
    .toLowerCase()
    .trim();

/** What somebody who knows it can pass for somebody else with. A blank may be missing, as in `apikey`. */
const PHRASES = [
  "\\w*pass ?words?",
  "\\w*(?:passwd|pwd)s?",
  "pass ?(?:phrase|code|key)s?",
  "one ?time ?pass",

  "(?:client|app|api|shared)?secrets?",

  // A token is one to show, unless it is one of those that programs count or turn pages with.
  "(?<!\\b(?:max|maximum|min|minimum|per|page|next|previous|continuation|pagination|design|stop|start|end|first|last) )token",
  // Several are only counted, unless it is said what they open.
  "(?:api|access|auth|o ?auth|bearer|refresh|session|security|bot) ?tokens?",
  "jwt",
  "session ?cookie",

  "(?:api|access|private|secret|signing|encryption|decryption|ssh|pgp|gpg|master|recovery) ?keys?",

  "credentials?|creds",
  "(?:seed|recovery|backup|mnemonic) ?(?:phrase|words)",
  "mnemonic",

  // A pin can also be on a map, a board or a chip.
  "pin(?=$| (?:code|number|no)(?: |$))",
  "pin(?:code|number)",
  "(?:one ?time|verification|security|auth|authentication|authorization|login|access|recovery|backup|sms|two factor) ?codes?",
  "[th]?otp",
  "(?:2 ?|m)fa",

  "cv[vc]",
  "card ?(?:number|no|num)",
  "(?:credit|debit) ?card(?=$)",
];

/** What follows when a field is about a credential, and does not hold one. */
const ABOUT = [
  "count|limit|budget|usage|used|amount|balance|price|cost|rate|size|length|strength|age",
  "name|label|type|kind|id|identifier|hint|policy|rules?|manager|provider|issuer|owner|source",
  "expiry|expires|expiration|ttl|lifetime|rotation|reset|status|state|scopes?|symbol|address|index",
  "url|uri|path|file|filename|location|region|store|vault|format|prefix|version|algorithm",
  "created|updated|changed|enabled|required|protected|date|method|field|reference",
];

const CREDENTIAL = new RegExp(
  `(?<![^ ])(?:${PHRASES.join("|")})(?![^ ])(?! (?:${ABOUT.join("|")})(?![^ ]))`,
  "u",
);
