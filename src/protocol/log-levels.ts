// Log levels, least severe first.

/** The severities of syslog, as MCP names them. */
export type LogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

const severity: ReadonlyMap<string, number> = new Map(
  ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"].map((level, index) => [
    level,
    index,
  ]),
);

export const isLogLevel = (value: unknown): value is LogLevel =>
  typeof value === "string" && severity.has(value);

/** True when a message of `level` passes a threshold. */
export const reaches = (level: LogLevel, threshold: LogLevel): boolean =>
  (severity.get(level) ?? 0) >= (severity.get(threshold) ?? 0);
