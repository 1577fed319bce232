// Tokens: made once, kept as digests, changed by several processes at once.

import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFirstToken, openTokens, readFirstToken, SCOPES } from "../../src/app/access/tokens.js";
import { stateFolderAt } from "../../src/app/state-folder.js";

let path: string;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "beckon-tokens-"));
});
afterEach(() => rmSync(path, { recursive: true, force: true }));

test("the first token may do everything, and its value is in a file of its own only", async () => {
  const folder = stateFolderAt(path);
  const tokens = openTokens(folder);
  expect(await makeFirstToken(folder, tokens)).toBe(true);
  const value = (await readFirstToken(folder)) ?? "";
  expect(await tokens.find(value)).toMatchObject({ name: "first", scopes: ["admin"] });
  expect(readFileSync(folder.tokens, "utf8")).not.toContain(value);
});

test("a second start makes no second token", async () => {
  const folder = stateFolderAt(path);
  await makeFirstToken(folder, openTokens(folder));
  const value = await readFirstToken(folder);
  expect(await makeFirstToken(folder, openTokens(folder))).toBe(false);
  expect(await readFirstToken(folder)).toBe(value);
});

test("of several first starts at once one makes the token, and all end with that one", async () => {
  const folder = stateFolderAt(path);
  const starts = Array.from({ length: 8 }, async () => {
    const tokens = openTokens(folder);
    const isNew = await makeFirstToken(folder, tokens);
    return { isNew, found: await tokens.find((await readFirstToken(folder)) ?? "") };
  });
  const started = await Promise.all(starts);

  expect(started.filter(({ isNew }) => isNew)).toHaveLength(1);
  for (const { found } of started) expect(found).toMatchObject({ name: "first" });
  expect(await openTokens(folder).list()).toHaveLength(1);
});

test("a first start that died before its token counted is made up for by the next", async () => {
  const folder = stateFolderAt(path);
  writeFileSync(folder.token, `beckon_${"x".repeat(43)}\n`, { mode: 0o600 });
  const tokens = openTokens(folder);
  expect(await makeFirstToken(folder, tokens)).toBe(true);
  expect(await tokens.find((await readFirstToken(folder)) ?? "")).toMatchObject({ name: "first" });
});

test("a token that another process adds or revokes is known at once", async () => {
  const [here, there] = [openTokens(stateFolderAt(path)), openTokens(stateFolderAt(path))];
  expect(await here.list()).toEqual([]);
  const { value, id } = await there.add("ci", ["ask"]);
  expect(await here.find(value)).toMatchObject({ id, name: "ci", scopes: ["ask"] });
  expect(await there.revoke("ci")).toBe(true);
  expect(await here.find(value)).toBeUndefined();
  expect(await there.revoke("ci")).toBe(false);
});

test("tokens that are added at the same moment are all kept", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `token ${index}`);
  await Promise.all(names.map((name) => openTokens(stateFolderAt(path)).add(name, ["read"])));
  const kept = await openTokens(stateFolderAt(path)).list();
  expect(kept.map(({ name }) => name).sort()).toEqual(names);
});

test("a name that is taken, a scope that is none and a text that is no token are refused", async () => {
  const tokens = openTokens(stateFolderAt(path));
  await tokens.add("ci", [...SCOPES]);
  await expect(tokens.add("ci", ["ask"])).rejects.toMatchObject({ code: "duplicate-name" });
  await expect(tokens.add("other", [])).rejects.toThrow("must be some of ask, answer, read, admin");
  await expect(tokens.add("other", ["root" as never])).rejects.toThrow("not root");
  await expect(tokens.add("a\nb", ["ask"])).rejects.toMatchObject({ code: "invalid-arguments" });
  for (const text of ["", "beckon_", "*", "constructor", "__proto__", `beckon_${"a".repeat(43)}`])
    expect(await tokens.find(text)).toBeUndefined();
});

test("a list that others can read, or that is damaged, is refused", async () => {
  const folder = stateFolderAt(path);
  await makeFirstToken(folder, openTokens(folder));
  chmodSync(folder.tokens, 0o644);
  await expect(openTokens(folder).list()).rejects.toThrow("can be read by others than its owner");
  chmodSync(folder.tokens, 0o600);
  writeFileSync(folder.tokens, '{"tokens": [{"id": "a"}]}');
  await expect(openTokens(folder).list()).rejects.toThrow("cannot be read");
  chmodSync(folder.token, 0o644);
  await expect(readFirstToken(folder)).rejects.toThrow("can be read by others than its owner");
});
