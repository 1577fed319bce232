// What a client lacks of what is required.

import { describe, expect, it } from "vitest";
import { missingCapabilities } from "../../src/protocol/capabilities.js";

describe("what a client lacks", () => {
  it.each([
    [{}, {}, undefined],
    [{ sampling: {} }, { sampling: {} }, undefined],
    [{ sampling: {} }, {}, { sampling: {} }],
    [{ sampling: {} }, { sampling: true }, { sampling: {} }],
    [{ elicitation: { form: {} } }, { elicitation: {} }, undefined],
    [{ elicitation: { url: {} } }, { elicitation: {} }, { elicitation: { url: {} } }],
    [{ elicitation: { form: {}, url: {} } }, { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    [{ elicitation: {} }, { elicitation: { url: {} } }, undefined],
    [{ extensions: { "a/b": {} } }, { extensions: { "a/c": {} } }, { extensions: { "a/b": {} } }],
    [{ sampling: { tools: {} }, roots: {} }, { sampling: { tools: {} } }, { roots: {} }],
  ])("of %j, declaring %j, is %j", (required, declared, missing) => {
    expect(missingCapabilities(required, declared)).toEqual(missing);
  });
});
