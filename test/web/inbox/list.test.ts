// The list of everything that waits, as the server sends it.

import { describe, expect, it } from "vitest";
import { createInboxStage, press, tokenOf } from "./stage.js";

const git = { server: "git", method: "tools/call", target: "push", runId: "run-2" };
const entriesOf = (html: string): readonly string[] =>
  [...html.matchAll(/data-entry="([^"]+)"/g)].map(([, id = ""]) => id);
const fold = (html: string, name: string): string =>
  html.split(`data-fold="${name}"`)[1]?.split("</details>")[0] ?? "";

describe("the list", () => {
  it("names asker, tool, message, age, deadline and kind of everything that waits, with a link each (W1)", async () => {
    const stage = createInboxStage();
    const { id } = await stage.ask({ timeoutMs: 4 * 60_000 + 120_000 });
    await stage.ask({ message: "Push to main?", asker: git });
    await stage.clock.advance(120_000);
    const { text, status } = await stage.visitor("ada").open(stage.home);
    expect(status).toBe(200);
    expect(entriesOf(text)).toEqual(["elicitation-1", "elicitation-2"]);
    expect(text).toContain(`href="/inbox/e/${id}"`);
    for (const part of ["tables", "book_table", "A table for how many?", ">2 min<", "4 min left", "Approval"])
      expect(text).toContain(part);
  });

  it("counts what waits in the title, the icon and the bar (W1)", async () => {
    const stage = createInboxStage();
    await stage.ask();
    await stage.ask();
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(stage.home);
    expect(text).toContain("<title>(2) Inbox · Beckon</title>");
    const icon = /rel="icon" href="([^"]+)"/.exec(text)?.[1] ?? "";
    expect((await visitor.open(new URL(icon, stage.home).href)).text).toContain(">2</text>");
  });

  it("can be filtered by who asks and by kind, and keeps that on the cards (W1)", async () => {
    const stage = createInboxStage();
    await stage.ask();
    await stage.ask({ asker: git });
    await stage.ask({ asker: git, mode: "url", url: "https://example.com/" });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(`${stage.home}?asker=git&kind=page`);
    expect(entriesOf(text)).toEqual(["elicitation-3"]);
    expect(text).toContain('href="/inbox/e/elicitation-3?asker=git&amp;kind=page"');
    const card = await visitor.open(`${stage.home}/e/elicitation-3?asker=git`);
    expect(entriesOf(card.text)).toEqual(["elicitation-2", "elicitation-3"]);
  });

  it("shows the questions of one round as one (C11)", async () => {
    const stage = createInboxStage();
    await stage.ask({ group: "round-1", timeoutMs: 5 * 60_000 });
    await stage.ask({ group: "round-1", timeoutMs: 9 * 60_000 });
    await stage.ask({ group: "round-2" });
    const { text } = await stage.visitor("ada").open(stage.home);
    // Its deadline is the one that comes first.
    expect(text).toContain("5 min left");
    expect(text).not.toContain("9 min left");
    expect(entriesOf(text)).toEqual(["elicitation-1", "elicitation-3"]);
    expect(text).toContain("2 questions");
  });

  it("says of what waits in a terminal how to answer it, and gives it no form", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ mode: "terminal" });
    const visitor = stage.visitor("ada");
    expect((await visitor.open(stage.home)).text).toContain("<code>beckon answer</code>");
    const { text } = await visitor.open(href);
    expect(text).not.toContain('value="accept"');
    expect(text).not.toContain('value="decline"');
    const { sent } = await press(visitor, href, "accept");
    expect(sent.status).toBe(400);
  });

  it("is empty with a way to send oneself a sample of every kind (W12)", async () => {
    const stage = createInboxStage();
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(stage.home);
    expect(text).toContain("Nothing waits for you");
    const sent = await visitor.post(`${stage.home}/samples`, [
      ["token", tokenOf(text)],
      ["action", "sample"],
    ]);
    expect(sent.status).toBe(303);
    const { elicitations } = await stage.broker.list({ status: ["pending"] });
    const kinds = new Set(
      elicitations.flatMap(({ schema }) => Object.values(schema?.properties ?? {}).map(({ type }) => type)),
    );
    expect(kinds).toEqual(new Set(["string", "number", "integer", "boolean", "array", "secret", "file"]));
    expect((await visitor.open(stage.home)).text).not.toContain("Nothing waits for you");
  });

  it("counts ages by the server's clock, and makes nothing older when that was put back (W12)", async () => {
    let behindMs = 0;
    const stage = createInboxStage({ now: 1_800_000_000_000, behindMs: () => behindMs });
    const { id } = await stage.ask();
    await stage.clock.advance(120_000);
    const ageIn = async () =>
      /data-age="(\d+)">([^<]*)</.exec((await stage.visitor("ada").open(stage.home)).text)?.slice(1);
    expect(await ageIn()).toEqual(["1800000000000", "2 min"]);
    behindMs = 3 * 60 * 60_000;
    expect(await ageIn()).toEqual(["1800000000000", "now"]);
    const { text } = await stage.visitor("ada").open(stage.home);
    expect(text).toContain(`data-now="${1_800_000_120_000 - behindMs}"`);
    const settled = await stage.broker.settle(id, { action: "accept" }, { by: "ada" });
    expect(settled.ok).toBe(true);
    const history = await stage.visitor("ada").open(`${stage.home}/history`);
    expect(history.text).toContain("after 0 s");
  });
});

describe("what is selected", () => {
  const setUp = async () => {
    const stage = createInboxStage();
    for (const server of ["tables", "tables", "git"])
      await stage.ask({ asker: { ...git, server, runId: `run-${server}` } });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(`${stage.home}?select=yes`);
    const send = (action: string, ids: readonly string[]) =>
      visitor.post(stage.home, [
        ["token", tokenOf(text)],
        ["action", action],
        ...ids.map((id): [string, string] => ["id", id]),
      ]);
    return { stage, visitor, text, send };
  };

  it("can be put aside, cancelled or muted, and never answered (W11)", async () => {
    const { text, send, stage } = await setUp();
    const offered = [...text.matchAll(/name="action" value="(\w+)"/g)].map(([, action]) => action);
    expect(new Set(offered)).toEqual(new Set(["later", "mute", "cancel"]));
    for (const action of ["accept", "decline"])
      expect((await send(action, ["elicitation-1"])).status).toBe(400);
    expect((await stage.broker.get("elicitation-1"))?.status).toBe("pending");
  });

  it("is cancelled, and what was over already is said (W11)", async () => {
    const { send, stage, visitor } = await setUp();
    await stage.broker.settle("elicitation-2", { action: "accept" }, { by: "grace" });
    const sent = await send("cancel", ["elicitation-1", "elicitation-2"]);
    expect((await stage.broker.get("elicitation-1"))?.status).toBe("cancelled");
    expect((await stage.broker.get("elicitation-2"))?.status).toBe("accepted");
    const { text } = await visitor.open(new URL(sent.headers.get("location") ?? "", stage.home).href);
    expect(text).toContain("1 question cancelled. 1 question was over already.");
  });

  it("is put aside without an answer, no longer counted, and brought back (W11, W3)", async () => {
    const { send, stage, visitor } = await setUp();
    await send("later", ["elicitation-1", "elicitation-3"]);
    expect((await stage.broker.get("elicitation-1"))?.status).toBe("pending");
    const aside = await visitor.open(stage.home);
    expect(entriesOf(fold(aside.text, "aside"))).toEqual(["elicitation-1", "elicitation-3"]);
    expect(aside.text).toContain("<title>(1) ");
    await send("back", ["elicitation-1"]);
    expect(entriesOf(fold((await visitor.open(stage.home)).text, "aside"))).toEqual(["elicitation-3"]);
  });

  it("mutes its servers: their questions stay open, below the list, and it can be undone (C17, W11)", async () => {
    const { send, stage, visitor } = await setUp();
    await send("mute", ["elicitation-1"]);
    const muted = await visitor.open(stage.home);
    expect(entriesOf(fold(muted.text, "muted"))).toEqual(["elicitation-1", "elicitation-2"]);
    expect(muted.text).toContain("<title>(1) ");
    const settings = await visitor.open(`${stage.home}/settings`);
    expect(settings.text).toContain('name="server" value="tables"');
    await visitor.post(`${stage.home}/mutes`, [
      ["token", tokenOf(settings.text)],
      ["server", "tables"],
      ["action", "unmute"],
    ]);
    expect(fold((await visitor.open(stage.home)).text, "muted")).toBe("");
  });
});
