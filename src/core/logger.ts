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

function writeLine(level: string, message: string, fields: Readonly<Record<string, unknown>> = {}): void {
  const parts = Object.entries(fields).map(([name, value]) => `${name}=${describe(value)}`);
  console.error(["beckon", `${level}:`, message, ...parts].join(" "));
}

function describe(value: unknown): string {
  if (value instanceof Error) return value.stack ?? String(value);
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
