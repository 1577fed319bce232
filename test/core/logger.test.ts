// The logger that is used when none is given.

import { afterEach, describe, expect, it, vi } from "vitest";
import { consoleLogger, safeLogger } from "../../src/core/logger.js";

const written = vi.spyOn(console, "error").mockImplementation(() => {});
afterEach(() => written.mockClear());
const line = (): string => String(written.mock.calls.at(-1)?.[0]);

describe("the console logger", () => {
  it("writes a line with its fields", () => {
    consoleLogger.error("A handler failed.", { errorId: "abc", method: "tools/call", name: undefined });
    expect(line()).toBe("beckon error: A handler failed. errorId=abc method=tools/call name=undefined");
  });

  it("lets no text steer the terminal, break the line or turn it around", () => {
    consoleLogger.warn("x", { name: "a\nbeckon error: forged\u001b[31m\u202e\u009b" });
    expect(line()).toBe('beckon warning: x name="a\\nbeckon error: forged\\u001b[31m\\u{202e}\\u{9b}"');
  });

  it("prints something for what cannot be printed", () => {
    consoleLogger.error("x", { error: 10n });
    expect(line()).toBe("beckon error: x error=[unprintable]");
  });
});

describe("a safe logger", () => {
  it("tells of its own failure and goes on", () => {
    const broken = (): never => {
      throw new Error("full disk");
    };
    safeLogger({ debug: broken, info: broken, warn: broken, error: broken }).info("Hello.");
    expect(line()).toContain("The logger failed.");
    expect(line()).toContain("full disk");
  });
});
