// Sessions of the inbox: where a cookie is good, and for how long.

import { expect, test } from "vitest";
import { createFakeClock } from "../../src/testing/index.js";
import { createStage, initialize, type Stage } from "./stage.js";

/** The cookie that a link gives, as a browser sends it back. */
async function signIn(stage: Stage): Promise<string> {
  const { url } = await stage.app.signInLink();
  const response = await stage.fetch(url);
  expect(response.status).toBe(303);
  return (response.headers.get("set-cookie") ?? "").split(";", 1)[0] ?? "";
}
const identify = (stage: Stage, cookie: string, host = "127.0.0.1:4747") =>
  stage.fetch("/inbox", { headers: { cookie, host } });

test("a cookie opens the inbox where it was given, and under no other name that leads here", async () => {
  await using stage = await createStage();
  const cookie = await signIn(stage);
  expect((await identify(stage, cookie)).status).not.toBe(401);
  expect((await identify(stage, cookie, "localhost:4747")).status).not.toBe(200);
  expect((await identify(stage, cookie, "evil.example:4747")).status).not.toBe(200);
  expect((await identify(stage, `${cookie}; ${cookie.slice(0, -1)}x`)).status).toBe(401);
  expect((await identify(stage, "beckon-session-4747=../../x")).status).toBe(401);
  expect((await identify(stage, "")).status).toBe(401);
});

test("a session that was begun under one name is none when the server has another", async () => {
  const flags = { engine: "sqlite:state.db" };
  const first = await createStage({ flags });
  const cookie = await signIn(first);
  await first.app.close();
  const baseUrl = "http://localhost:4747";
  await using moved = await createStage({ flags: { ...flags, baseUrl }, folder: first.folder });

  expect((await identify(moved, cookie, "localhost:4747")).status).toBe(401);
  expect((await identify(moved, await signIn(moved), "localhost:4747")).status).toBe(200);
});

test("a cookie is no token, and a token no cookie", async () => {
  await using stage = await createStage();
  const cookie = await signIn(stage);
  expect((await stage.fetch("/mcp", initialize({ cookie }))).status).toBe(401);
  expect((await stage.fetch("/api/v1/elicitations", { headers: { cookie } })).status).toBe(401);
  expect((await stage.fetch("/inbox", { headers: { authorization: `Bearer ${stage.token}` } })).status).toBe(
    401,
  );
});

test("a session survives a restart, ends when it is old, and when somebody signs out", async () => {
  const clock = createFakeClock({ now: Date.now() });
  const flags = { engine: "sqlite:state.db", sessionDays: 1 };
  const first = await createStage({ clock, flags });
  const [cookie, other] = [await signIn(first), await signIn(first)];
  await first.app.close();
  await using second = await createStage({ clock, flags, folder: first.folder });
  expect((await identify(second, cookie)).status).not.toBe(401);
  const out = await second.fetch("/inbox/sign-out", { method: "POST", headers: { cookie: other } });
  expect(out.headers.get("set-cookie")).toContain("Max-Age=0");
  expect((await identify(second, other)).status).toBe(401);
  expect((await identify(second, cookie)).status).not.toBe(401);
  await clock.advance(24 * 60 * 60_000 + 1);
  expect((await identify(second, cookie)).status).toBe(401);
});

test("a page of somebody else cannot sign anybody out", async () => {
  await using stage = await createStage();
  const cookie = await signIn(stage);
  for (const headers of [{ origin: "https://evil.example" }, { "sec-fetch-site": "cross-site" }])
    expect(
      (await stage.fetch("/inbox/sign-out", { method: "POST", headers: { cookie, ...headers } })).status,
    ).toBe(403);
  expect((await stage.fetch("/inbox/sign-out", { headers: { cookie } })).status).toBe(405);
  expect((await identify(stage, cookie)).status).not.toBe(401);
});
