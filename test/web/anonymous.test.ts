// Calls of nobody's: no one is sent to a page that no one can open.

import { describe, expect, it } from "vitest";
import { ask } from "../server/asking/talk.js";
import { LINKS, pass, startHeld } from "./held-stage.js";

const nobody = { capabilities: LINKS, user: "nobody" };

describe("a call of nobody's, where pages are for people who are signed in", () => {
  it("is sent to no page", async () => {
    const { server, broker } = startHeld();
    const done = await ask(server, "wait", nobody);
    expect(JSON.parse(done.text)).toEqual({ action: "unavailable", reason: "nobody" });
    expect((await broker.list()).elicitations).toEqual([]);
  });

  it("is answered by the responder", async () => {
    const { server, broker, clock } = startHeld({ holder: "both" });
    const asked = ask(server, "wait", nobody);
    await pass(clock, 1_000);
    const [open] = (await broker.list()).elicitations;
    const acting = open?.audience === undefined ? {} : { by: open.audience };
    await broker.settle(String(open?.id), { action: "accept", content: { guests: 2 } }, acting);
    expect(JSON.parse((await asked).text)).toMatchObject({ action: "accept", content: { guests: 2 } });
  });
});

describe("the host of the pages", () => {
  it("is let in without being named to the server, and no other is", async () => {
    const { server } = startHeld({ pages: { allowedHosts: ["10.0.0.5:8080"] } });
    const asked = await ask(server, "wait", { capabilities: LINKS });
    const { pathname } = new URL(String(asked.questions[asked.key]?.params.url));
    const statusAt = async (host: string): Promise<number> =>
      (await server.fetch(new Request(`http://127.0.0.1${pathname}`, { headers: { host } }))).status;
    expect(await statusAt("app.example.com")).toBe(401);
    expect(await statusAt("10.0.0.5:8080")).toBe(401);
    expect(await statusAt("evil.example")).toBe(403);
  });
});
