// The `_meta` of modern requests.

import { describe, expect, it } from "vitest";
import { readModernMeta } from "../../src/protocol/modern-meta.js";

const PREFIX = "io.modelcontextprotocol/";
const complete = {
  [`${PREFIX}protocolVersion`]: "2026-07-28",
  [`${PREFIX}clientCapabilities`]: { roots: {} },
  [`${PREFIX}clientInfo`]: { name: "a", version: "1" },
  [`${PREFIX}logLevel`]: "error",
};
const read = (change: object) => readModernMeta({ _meta: { ...complete, ...change } });

describe("_meta", () => {
  it("says version, client and level", () => {
    expect(read({})).toMatchObject({
      revision: { version: "2026-07-28" },
      clientInfo: { name: "a" },
      clientCapabilities: { roots: {} },
      logLevel: "error",
    });
    expect(read({ [`${PREFIX}clientInfo`]: undefined, [`${PREFIX}logLevel`]: undefined })).toMatchObject({
      clientInfo: undefined,
      logLevel: undefined,
    });
  });

  it.each([
    [{ [`${PREFIX}protocolVersion`]: undefined }, -32602],
    [{ [`${PREFIX}protocolVersion`]: 5 }, -32602],
    [{ [`${PREFIX}protocolVersion`]: "2025-11-25" }, -32022],
    [{ [`${PREFIX}protocolVersion`]: "2099-01-01" }, -32022],
    [{ [`${PREFIX}clientCapabilities`]: undefined }, -32602],
    [{ [`${PREFIX}clientCapabilities`]: [] }, -32602],
    [{ [`${PREFIX}clientInfo`]: { name: "a" } }, -32602],
    [{ [`${PREFIX}clientInfo`]: "a" }, -32602],
    [{ [`${PREFIX}logLevel`]: "loud" }, -32602],
  ])("with %j is refused with %i", (change, code) => {
    expect(() => read(change)).toThrow(expect.objectContaining({ code }));
  });

  it.each([[{}], [{ _meta: null }], [{ _meta: [] }]])("that is missing in %j is refused", (params) => {
    expect(() => readModernMeta(params)).toThrow(
      expect.objectContaining({ code: -32602, message: "_meta is missing" }),
    );
  });
});
