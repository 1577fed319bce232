// The digests of questions: by what they say, however they are recognised.

import { describe, expect, it } from "vitest";
import { freezeDeeply } from "../../src/core/freeze.js";
import { createPins } from "../../src/replay/pins.js";

const frozen = <T extends object>(body: T): T => {
  freezeDeeply(body);
  return body;
};

describe("a digest", () => {
  it("is the same for the same words, known by identity or not", () => {
    const pin = createPins();
    const body = frozen({ properties: { ok: { type: "boolean" } } });
    const first = pin(["Go on?", body]);
    expect(pin(["Go on?", body])).toBe(first);
    expect(pin(["Go on?", { properties: { ok: { type: "boolean" } } }])).toBe(first);
    expect(createPins()(["Go on?", body])).toBe(first);
  });

  it("is another one for another message, and the first again for the first", () => {
    const pin = createPins();
    const body = frozen({ properties: {} });
    const first = pin(["Go on?", body]);
    expect(pin(["Stop?", body])).not.toBe(first);
    expect(pin(["Go on?", body])).toBe(first);
  });

  it.each([
    ["that is not frozen", { properties: { ok: { title: "Yes" } } }],
    ["whose outside alone is frozen", Object.freeze({ properties: { ok: { title: "Yes" } } })],
  ])("follows a body %s", (_, body) => {
    const pin = createPins();
    const before = pin(["Go on?", body]);
    body.properties.ok.title = "No";
    expect(pin(["Go on?", body])).not.toBe(before);
  });
});
