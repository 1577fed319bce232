// Mcp-Param headers: they must mirror the arguments they were annotated on.

import { describe, expect, it } from "vitest";
import { findParamHeaders, paramHeaderProblem } from "../../src/protocol/param-headers.js";

const params = findParamHeaders(
  {
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      count: { type: "integer", "x-mcp-header": "Count" },
      dry: { type: "boolean", "x-mcp-header": "Dry" },
      place: { type: "object", properties: { city: { type: "string", "x-mcp-header": "City" } } },
      plain: { type: "string" },
    },
  },
  (problem) => {
    throw new Error(problem);
  },
);
const problem = (headers: Record<string, string | string[]>, args: object) =>
  paramHeaderProblem(params, headers, { ...args });

describe("headers and arguments", () => {
  it("agree when each says the same", () => {
    expect(
      problem(
        {
          "mcp-param-region": "eu",
          "mcp-param-count": "3",
          "mcp-param-dry": "false",
          "mcp-param-city": "=?base64?xYHDs2TFug==?=",
        },
        { region: "eu", count: 3, dry: false, place: { city: "Łódź" }, plain: "x" },
      ),
    ).toBeUndefined();
    expect(problem({}, {})).toBeUndefined();
    expect(problem({}, { region: null })).toBeUndefined();
  });

  it.each([
    [{}, { region: "eu" }, "mcp-param-region is missing"],
    [{ "mcp-param-region": ["eu", "eu"] }, { region: "eu" }, "mcp-param-region is missing"],
    [{ "mcp-param-region": "us" }, { region: "eu" }, "mcp-param-region differs from the argument region"],
    [{ "mcp-param-region": "eu" }, {}, "mcp-param-region is set but the arguments have no region"],
    [{ "mcp-param-region": "eü" }, { region: "eü" }, "mcp-param-region has invalid characters"],
    [{ "mcp-param-count": "4" }, { count: 3 }, "mcp-param-count differs from the argument count"],
    [{ "mcp-param-count": "" }, { count: 0 }, "mcp-param-count differs from the argument count"],
    [{ "mcp-param-dry": "TRUE" }, { dry: true }, "mcp-param-dry differs from the argument dry"],
    [{}, { place: { city: "x" } }, "mcp-param-city is missing"],
    [{ "mcp-param-city": "x" }, { place: 5 }, "mcp-param-city is set but the arguments have no place.city"],
  ])("disagree: %j and %j", (headers, args, expected) => {
    expect(problem(headers as Record<string, string>, args)).toBe(expected);
  });

  it("do not reach into prototypes", () => {
    const [inherited] = findParamHeaders(
      { properties: { constructor: { type: "string", "x-mcp-header": "C" } } },
      (problem) => {
        throw new Error(problem);
      },
    );
    expect(paramHeaderProblem(inherited ? [inherited] : [], {}, {})).toBeUndefined();
  });
});
