/** Pins what the package shows its users: the names behind every door, and the weight of the main one. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { modulesBehind } from "./modules-behind.js";
import { typeNames } from "./type-names.js";

const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
const doors = Object.keys(manifest.exports)
  .filter((door) => door !== "./package.json")
  .map((door) => `beckon${door.slice(1)}`);

test("the doors show exactly the names in doors.json", async () => {
  const types = typeNames(doors);
  const surface: Record<string, { values: string[]; types: string[] }> = {};
  for (const door of doors) {
    surface[door] = { values: Object.keys(await import(door)).sort(), types: types.get(door) ?? [] };
  }
  await expect(`${JSON.stringify(surface, null, 2)}\n`).toMatchFileSnapshot("doors.json");
});

test("no door has a default export", async () => {
  for (const door of doors) {
    expect(Object.keys(await import(door)), door).not.toContain("default");
  }
});

test("at most 120 modules load with the main door", async () => {
  const modules = await modulesBehind("beckon");
  expect(
    modules.length,
    `${modules.length} modules load with the main door:\n${modules.join("\n")}`,
  ).toBeLessThanOrEqual(120);
  expect(modules.length).toBeGreaterThan(0);
});

test("the main door and beckon/node load a handful of files", async () => {
  const modules = new Set([...(await modulesBehind("beckon")), ...(await modulesBehind("beckon/node"))]);
  expect(
    modules.size,
    `${[...modules].sort().join("\n")}\n(see scripts/door-chunks.mjs)`,
  ).toBeLessThanOrEqual(8);
});

test.each(doors.filter((door) => !["beckon", "beckon/node", "beckon/testing"].includes(door)))(
  "%s does not load a server",
  async (door) => {
    expect(await modulesBehind(door)).not.toContain("dist/chunks/server.js");
  },
);

test.each(["beckon/guards", "beckon/webhooks"])(
  "%s loads no package before a url is judged",
  async (door) => {
    expect((await modulesBehind(door)).filter((file) => !file.startsWith("dist/"))).toEqual([]);
  },
);
