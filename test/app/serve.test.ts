// `serve` on a real port: what it opens, keeps and closes.

import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readFirstToken } from "../../src/app/access/tokens.js";
import { requestSignInLink } from "../../src/app/request-sign-in-link.js";
import { type RunningApp, serve, typedCommand } from "../../src/app/serve.js";
import { hostConfigurations } from "../../src/app/start-text.js";
import { createApiClient } from "../../src/web/index.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "beckon-serve-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (flags = {}): Promise<RunningApp> =>
  serve({ flags: { port: 0, state: join(folder, ".beckon"), ...flags }, env: {}, cwd: folder });

test("a first start makes keys, a token and a database for their owner alone", async () => {
  await using running = await start();
  const modeOf = (name: string): number => statSync(join(running.folder.path, name)).mode & 0o777;
  expect(statSync(running.folder.path).mode & 0o777).toBe(0o700);
  for (const name of ["keys", "token", "tokens.json", "state.db", ".gitignore"])
    expect([name, modeOf(name)]).toEqual([name, 0o600]);
  // Whoever runs it in a project of theirs commits none of these by the way.
  expect(readFileSync(join(running.folder.path, ".gitignore"), "utf8")).toBe("*\n");
});

test("what is asked is there after a restart, under the same token", async () => {
  const first = await start();
  const token = (await readFirstToken(first.folder)) ?? "";
  const { elicitation } = await createApiClient({ baseUrl: first.baseUrl, token }).create({
    message: "Deploy?",
  });
  await first.close();
  await using second = await start();
  const found = await createApiClient({ baseUrl: second.baseUrl, token }).get(elicitation.id);
  expect(found.elicitation).toMatchObject({ message: "Deploy?", status: "pending" });
});

test("whoever has the first token gets a new sign-in link", async () => {
  await using running = await start();
  const token = (await readFirstToken(running.folder)) ?? "";
  const { url } = await requestSignInLink({ baseUrl: running.baseUrl, token });
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(`${running.baseUrl}/inbox`);
  await expect(requestSignInLink({ baseUrl: running.baseUrl, token: "beckon_no" })).rejects.toMatchObject({
    code: "refused",
  });
});

test("a port that is taken ends the start with what to do, and leaves nothing open", async () => {
  await using running = await start();
  const { port } = new URL(running.baseUrl);
  await expect(start({ port: Number(port), state: join(folder, "other") })).rejects.toThrow(
    `Port ${port} is taken.`,
  );
});

test("a port that is taken ends the start of a process in memory, which no other inbox shows, with stdio too", async () => {
  await using running = await start();
  const { port } = new URL(running.baseUrl);
  await expect(start({ port: Number(port), engine: "memory:", stdio: true })).rejects.toThrow(
    `Port ${port} is taken, and no other inbox shows what this process has in memory.`,
  );
});

test("the start text names inbox, endpoint and state, and never the token", async () => {
  await using running = await start();
  const text = await running.startText();
  const token = (await readFirstToken(running.folder)) ?? "";
  expect(text).toContain(`${running.baseUrl}/inbox/sign-in?code=`);
  expect(text).toContain(running.mcpUrl);
  expect(text).toContain(running.folder.path);
  for (const host of ["Claude Code", "Claude Desktop", "Cursor", "VS Code", "Codex"])
    expect(text).toContain(host);
  expect(text).not.toContain(token);
});

test("the start text says that a port that was found is another one the next time", async () => {
  await using running = await start();
  expect(await running.startText()).toContain("at the next start the port is another one");
});

test.each([
  ["/usr/local/bin/beckon", "beckon"],
  ["/home/ada/project/node_modules/.bin/beckon", "npx beckon"],
  ["/home/ada/.npm/_npx/1f/node_modules/.bin/beckon", "npx beckon"],
  ["/home/ada/clone/dist/cli/main.js", "npx beckon"],
])("what was started as %s is typed as %s", (script, typed) => {
  expect(typedCommand(script)).toBe(typed);
});

test("no configuration of a host holds the token, and each names the server", () => {
  const folder = { token: "/home/ada/it's here/.beckon/token" };
  const config = {
    engine: "sqlite:/home/ada/state.db",
    sameStart: { arguments: ["--port", "4801"], environment: {} },
  };
  const place = { mcpUrl: "http://127.0.0.1:4801/mcp", config };
  const texts = hostConfigurations(place, folder, ["npx", "-y", "beckon"]).map(({ text }) => text);
  for (const text of texts) expect(text).toMatch(/127\.0\.0\.1:4801\/mcp|"serve","--stdio","--port","4801"/);
  expect(texts[0]).toContain(`$(cat '/home/ada/it'\\''s here/.beckon/token')`);
});
