// Where Beckon says what happens to it: the contract, and the logger that is used when none is given.

/** Takes lines for the operator. Fields never contain answers, arguments, tokens or url queries. */
export interface Logger {
  debug(message: string, fields?: Readonly<Record<string, unknown>>): void;
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Writes warnings and errors to standard error, and nothing to standard output. */
export const consoleLogger: Logger = {
  debug() {},
  info() {},
  warn: (message, fields) => writeLine("warning", message, fields),
  error: (message, fields) => writeLine("error", message, fields),
};

/** The same logger, whose own failures are told to standard error and go no further. */
export function safeLogger(logger: Logger): Logger {
  const safely =
    (level: keyof Logger): Logger["error"] =>
    (message, fields) => {
      try {
        logger[level](message, fields);
      } catch (error) {
        consoleLogger.error("The logger failed.", { message, error });
      }
    };
  return { debug: safely("debug"), info: safely("info"), warn: safely("warn"), error: safely("error") };
}

function writeLine(level: string, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${describe(value)}`);
  console.error(["beckon", `${level}:`, message, ...parts].join(" "));
}

function describe(value: unknown): string {
  try {
    if (value instanceof Error) return printable(value.stack ?? String(value));
    const isPlain = typeof value === "string" && /^[\w.:/-]+$/.test(value);
    return isPlain ? value : printable(JSON.stringify(value) ?? String(value));
  } catch {
    // What is thrown can be anything, and must not take the log line along.
    return "[unprintable]";
  }
}

/** Keeps line breaks, and spells out what else could steer a terminal or reorder a line. */
const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === "\n" ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
