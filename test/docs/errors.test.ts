// The page on errors agrees with the tables of codes.

import { describe, expect, it } from "vitest";
import { errorCodes } from "../../src/core/errors.js";
import * as wireCodes from "../../src/protocol/error-codes.js";
import { readTable } from "./page-table.js";

const PAGE = "reference/errors.md";

describe("the codes that Beckon throws", () => {
  const rows = readTable(PAGE, "BeckonError");

  it("have one row each, in the order of the table in the code", () => {
    expect(rows.map(([code]) => code)).toEqual(Object.keys(errorCodes));
  });

  it("mean what the code says", () => {
    expect(Object.fromEntries(rows.map(([code, meaning]) => [code, meaning]))).toEqual(errorCodes);
  });

  it("have a cause and a remedy", () => {
    for (const [code, , cause, remedy] of rows) {
      expect(cause, `cause of ${code}`).toMatch(/\w.*\.$/);
      expect(remedy, `remedy for ${code}`).not.toBe("");
    }
  });
});

describe("the codes that Beckon sends", () => {
  it("have one row each, and there is no other", () => {
    const said = readTable(PAGE, "JSON-RPC codes").map(([code]) => Number(code));
    expect(said.sort()).toEqual(Object.values(wireCodes).sort());
  });
});
