// Which kinds of reply an Accept header takes.

import { describe, expect, it } from "vitest";
import { readAccept } from "../../../src/server/http/accepts.js";

describe("an Accept header", () => {
  it.each([
    [undefined, true, true],
    ["*/*", true, true],
    ["application/json, text/event-stream", true, true],
    ["text/event-stream;q=0.9, Application/JSON ; charset=utf-8", true, true],
    ["application/*", true, false],
    ["text/*", false, true],
    ["application/json", true, false],
    ["text/event-stream", false, true],
    ["text/html", false, false],
    ["", false, false],
    ["application/jsonp", false, false],
  ])("of %j takes JSON: %s, a stream: %s", (header, json, stream) => {
    expect(readAccept(header)).toEqual({ json, stream });
  });
});
