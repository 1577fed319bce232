// Which hosts and origins may talk to a server.

import { describe, expect, it } from "vitest";
import {
  createHostCheck,
  isAllowedHost,
  isAllowedOrigin,
  isLoopbackAddress,
} from "../../src/guards/hosts.js";

const ALLOWED = ["mcp.example.com", "Upper.Example.com"];

describe("a Host", () => {
  it.each([
    "localhost",
    "LOCALHOST",
    "localhost:3000",
    "127.0.0.1",
    "127.0.0.1:80",
    "127.8.9.1:80",
    "[::1]",
    "[::1]:3000",
    "mcp.example.com",
    "MCP.Example.COM:8443",
    "upper.example.com",
  ])("of %j is allowed", (host) => {
    expect(isAllowedHost(host, ALLOWED)).toBe(true);
  });

  it.each([
    undefined,
    "",
    "evil.com",
    "mcp.example.com.evil.com",
    "evil-mcp.example.com",
    "sub.mcp.example.com",
    "localhost.evil.com",
    "localhost@evil.com",
    "evil.com@localhost",
    "localhost:80@evil.com",
    "localhost:80:80",
    "localhost:",
    "localhost:999999",
    "localhost:a",
    "localhost/",
    "localhost#",
    "localhost?",
    "localhost ",
    " localhost",
    "localhost, evil.com",
    "localhost\tx",
    "::1",
    "[::1",
    "[::1]x",
    "[::2]",
    "[localhost]",
    "127.0.0.1.evil.com",
    "0.0.0.0",
    "2130706433",
    "0x7f000001",
    "127.1",
    "1127.0.0.1",
  ])("of %j is refused", (host) => {
    expect(isAllowedHost(host, ALLOWED)).toBe(false);
  });

  it("is not looked at when any is allowed", () => {
    expect(isAllowedHost("evil.com", "any")).toBe(true);
    expect(isAllowedHost(undefined, "any")).toBe(true);
  });

  it("is checked each time it differs from the one that passed before", () => {
    const check = createHostCheck(ALLOWED);
    expect(
      ["localhost", "localhost", "evil.com", undefined, "localhost", "mcp.example.com", "evil.com"].map(
        check,
      ),
    ).toEqual([true, true, false, false, true, true, false]);
    expect(createHostCheck([])(undefined)).toBe(false);
  });
});

describe("an Origin", () => {
  const origins = ["https://app.example.com"];
  it.each([
    undefined,
    "https://app.example.com",
    "http://localhost",
    "https://localhost:8443",
    "http://127.0.0.1:5173",
    "http://[::1]:5173",
  ])("of %j is allowed", (origin) => {
    expect(isAllowedOrigin(origin, origins)).toBe(true);
  });

  it.each([
    "",
    "null",
    "http://app.example.com",
    "https://app.example.com:444",
    "https://app.example.com.evil.com",
    "https://evil.com",
    "http://localhost.evil.com",
    "http://localhost@evil.com",
    "http://user@localhost",
    "http://localhost/",
    "http://localhost/path",
    "ftp://localhost",
    "file://",
    "chrome-extension://abc",
    "localhost",
    "http://localhost, http://evil.com",
  ])("of %j is refused", (origin) => {
    expect(isAllowedOrigin(origin, origins)).toBe(false);
  });

  it("is not looked at when any is allowed", () => {
    expect(isAllowedOrigin("https://evil.com", "any")).toBe(true);
  });
});

describe("an address", () => {
  it.each([
    ["localhost", true],
    ["127.0.0.1", true],
    ["127.255.255.254", true],
    ["::1", true],
    ["[::1]", true],
    ["0.0.0.0", false],
    ["::", false],
    ["", false],
    ["10.0.0.1", false],
    ["127.0.0.1.evil.com", false],
  ])("of %j is one that only this machine can reach: %s", (address, expected) => {
    expect(isLoopbackAddress(address)).toBe(expected);
  });
});
