// Content blocks: written by helpers, and told from everything else.

import { describe, expect, it } from "vitest";
import {
  audio,
  embeddedResource,
  image,
  isContentBlock,
  resourceLink,
  text,
  toBase64,
  toolError,
} from "../../src/protocol/content.js";

describe("content helpers", () => {
  it("write blocks, with bytes in base64 and extras beside", () => {
    const view = new Uint8Array([9, 1, 2, 3]).subarray(1, 3);
    expect(image(view, "image/png", { annotations: { audience: ["user"] } })).toEqual({
      type: "image",
      data: "AQI=",
      mimeType: "image/png",
      annotations: { audience: ["user"] },
    });
    expect(audio("AQI=", "audio/wav")).toEqual({ type: "audio", data: "AQI=", mimeType: "audio/wav" });
    expect(toBase64(new Uint8Array())).toBe("");
    expect(toolError("no")).toEqual({ content: [{ type: "text", text: "no" }], isError: true });
  });
});

describe("a content block", () => {
  it.each([
    [text("")],
    [image("", "image/png")],
    [audio("", "audio/wav")],
    [embeddedResource({ uri: "a:/x", text: "" })],
    [embeddedResource({ uri: "a:/x", blob: "" })],
    [resourceLink("a:/x", "x")],
  ])("is %j", (block) => {
    expect(isContentBlock(block)).toBe(true);
  });

  it.each([
    [{ type: "text" }],
    [{ type: "text", text: 5 }],
    [{ type: "image", data: "" }],
    [{ type: "audio", mimeType: "a/b" }],
    [{ type: "resource", resource: { uri: "a:/x" } }],
    [{ type: "resource", resource: { text: "" } }],
    [{ type: "resource_link", uri: "a:/x" }],
    [{ type: "video" }],
    [null],
    ["text"],
    [[text("")]],
  ])("is not %j", (value) => {
    expect(isContentBlock(value)).toBe(false);
  });
});
