// The client as it describes itself: what has the wrong shape counts as not said.

import { describe, expect, it } from "vitest";
import { createClientReader, readClient, writeClient } from "../../../src/server/call/client.js";

describe("what a client says of itself", () => {
  it("is taken field by field", () => {
    const said = {
      name: "tester",
      version: "1.0.0",
      title: "Tester",
      description: "Tests",
      websiteUrl: "https://tester.example",
      icons: [{ src: "data:,", mimeType: "image/png", sizes: ["48x48"], theme: "dark" }],
    };
    expect(readClient({ ...said, more: 1 }, {})).toEqual({
      name: "tester",
      version: "1.0.0",
      info: said,
      capabilities: {},
    });
  });

  it("loses the fields of the wrong shape, and only those", () => {
    const icons = [{ src: 1 }, null, { src: "data:,", mimeType: 1, sizes: [1], theme: "blue" }];
    const info = { name: "tester", version: 5, title: {}, description: "Tests", websiteUrl: [], icons };
    expect(readClient(info, undefined)).toEqual({
      name: "tester",
      version: undefined,
      info: { name: "tester", description: "Tests", icons: [{ src: "data:," }] },
      capabilities: {},
    });
    expect(readClient({ name: 5, version: "1", icons: "x" }, []).info).toEqual({ version: "1" });
    expect(readClient("tester", {}).info).toBeUndefined();
  });
});

describe("the name of a client", () => {
  it.each(["name", "version", "title"] as const)("is cut where it is endless: %s", (which) => {
    const { info } = readClient({ [which]: "x".repeat(65_536) }, {});
    expect(info?.[which]).toBe("x".repeat(256));
  });

  it("is not cut within a character", () => {
    expect(readClient({ name: `${"x".repeat(255)}🍽️` }, {}).name).toBe("x".repeat(255));
  });
});

describe("what a client declares that it can do", () => {
  const capabilitiesOf = (declared: unknown) => readClient(undefined, declared).capabilities;

  it("is kept where it has the right shape", () => {
    const declared = {
      elicitation: { form: {}, url: {} },
      sampling: { tools: {} },
      roots: { listChanged: true },
      extensions: { "a/b": { c: 1 } },
      experimental: {},
      tasks: true,
    };
    expect(capabilitiesOf(declared)).toEqual(declared);
    expect(capabilitiesOf({ elicitation: {} })).toEqual({ elicitation: {} });
  });

  it.each([[true], [1], ["yes"], [[]], [null]])("is not there when %j stands in its place", (wrong) => {
    const declared = {
      elicitation: wrong,
      sampling: wrong,
      roots: wrong,
      extensions: wrong,
      experimental: wrong,
    };
    expect(capabilitiesOf(declared)).toEqual({});
  });

  it("is no form by default where the form was declared wrongly", () => {
    expect(capabilitiesOf({ elicitation: { form: false } })).toEqual({});
    expect(capabilitiesOf({ elicitation: { form: false, url: {} } })).toEqual({ elicitation: { url: {} } });
    expect(capabilitiesOf({ extensions: { a: 1, b: {} } })).toEqual({ extensions: { b: {} } });
  });
});

describe("a reader of clients", () => {
  it("reads equal texts once, unless they are long", () => {
    const read = createClientReader();
    const short = writeClient({ name: "short", version: "1" }, {});
    const long = writeClient({ name: "x".repeat(2048), version: "1" }, {});
    expect(read(short)).toBe(read(short));
    expect(read(long)).toEqual(read(long));
    expect(read(long)).not.toBe(read(long));
  });
});
