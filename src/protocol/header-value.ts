// Values that travel in HTTP headers: plain visible ASCII, or base64 between markers.

const PREFIX = "=?base64?";
const SUFFIX = "?=";

/** Decodes a mirrored header value; `undefined` when it is malformed. */
export function decodeHeaderValue(raw: string): string | undefined {
  const value = raw.trim();
  if (!value.startsWith(PREFIX) || !value.endsWith(SUFFIX)) return isPlain(value) ? value : undefined;
  const encoded = value.slice(PREFIX.length, -SUFFIX.length);
  const bytes = Buffer.from(encoded, "base64");
  if (bytes.toString("base64") !== encoded) return undefined;
  const text = bytes.toString("utf8");
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}

function isPlain(value: string): boolean {
  for (let index = 0; index < value.length; index++) {
    const code = value.charCodeAt(index);
    if ((code < 0x20 && code !== 0x09) || code > 0x7e) return false;
  }
  return true;
}
