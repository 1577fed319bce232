// JSON for programs, which does no harm when a person looks at it in a terminal.

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** The value as JSON on several lines; what could steer a terminal is spelled out, and reads back as it was. */
export const toJson = (value: unknown): string =>
  (JSON.stringify(value, null, 2) ?? "null").replace(UNSEEN, (found) =>
    found === "\n" ? found : spell(found),
  );

/** The same on one line. */
export const toJsonLine = (value: unknown): string =>
  (JSON.stringify(value) ?? "null").replace(UNSEEN, spell);

/** Characters beyond the first plane are two units, each spelled. */
const spell = (found: string): string =>
  Array.from(
    { length: found.length },
    (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
