// What `initialize` must bring, and what a client hears that left something out.

import { describe, expect, it } from "vitest";
import { readInitialize } from "../../../src/server/sessions/initialize.js";

const whole = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "kettle", version: "1.0.0" },
};

describe("an initialize", () => {
  it.each([
    ["protocolVersion", "a string"],
    ["capabilities", "an object"],
    ["clientInfo", "an object"],
  ])("without %s hears that it is missing", (member, shape) => {
    expect(() => readInitialize({ ...whole, [member]: undefined })).toThrow(
      `initialize needs ${member} to be ${shape}; it is missing`,
    );
  });

  it("with a member of the wrong shape hears which one", () => {
    expect(() => readInitialize({ ...whole, capabilities: [] })).toThrow(
      "initialize needs capabilities to be an object; it is something else",
    );
  });
});
