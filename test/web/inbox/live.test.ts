// The stream of changes that an open inbox listens to.

import { describe, expect, it } from "vitest";
import { createInboxStage } from "./stage.js";

async function listen(
  stage: ReturnType<typeof createInboxStage>,
  query = "",
  headers: Record<string, string> = {},
  name = "ada",
) {
  const response = await stage.inbox.fetch(
    new Request(`${stage.home}/live${query}`, { headers: { cookie: `session=${name}`, ...headers } }),
  );
  const reader = response?.body?.getReader();
  if (!reader) throw new Error("There is no stream.");
  const next = async (): Promise<string> => Buffer.from((await reader.read()).value ?? []).toString();
  return { next, stop: () => reader.cancel(), headers: response?.headers };
}

describe("the stream", () => {
  it("tells which question changes and how it stands, and nothing of what it is about (W5, W6)", async () => {
    const stage = createInboxStage();
    const live = await listen(stage, "?after=0");
    expect(live.headers?.get("content-type")).toBe("text/event-stream");
    expect(await live.next()).toBe("retry: 2000\n\n");
    const { id } = await stage.ask({ message: "Confidential?" });
    const event = await live.next();
    expect(event).toMatch(/^id: \d+\nevent: change\ndata: \{"id":"elicitation-1","status":"pending"\}\n\n$/);
    await stage.broker.settle(id, { action: "accept" }, { by: "ada" });
    expect(await live.next()).toContain('"status":"accepted"');
    await live.stop();
  });

  it("tells that something has changed places: put aside by the same person, or muted by anybody (C6, C17)", async () => {
    const stage = createInboxStage();
    const { id } = await stage.ask();
    const { text } = await stage.visitor("ada").open(stage.home);
    const view = /data-places="([^"]+)"/.exec(text)?.[1] ?? "";
    const live = await listen(stage, `?after=1&view=${view}`);
    await live.next();
    const aside = live.next();
    await stage.broker.asides.add("ada", id);
    expect(await aside).toBe("event: view\ndata: {}\n\n");
    const muted = live.next();
    await stage.broker.mutes.add("tables", { by: "grace" });
    expect(await muted).toBe("event: view\ndata: {}\n\n");
    await live.stop();
  });

  it("goes on where it broke off (W5)", async () => {
    const stage = createInboxStage();
    const first = await listen(stage, "?after=0");
    await first.next();
    await stage.ask();
    const number = /^id: (\d+)/.exec(await first.next())?.[1] ?? "";
    await first.stop();
    await stage.ask();
    const second = await listen(stage, "?after=0", { "last-event-id": number });
    await second.next();
    expect(await second.next()).toContain('"id":"elicitation-2"');
    await second.stop();
  });

  it("tells nobody of what is asked of somebody else (W8)", async () => {
    const stage = createInboxStage();
    const live = await listen(stage, "?after=0", {}, "mallory");
    await live.next();
    await stage.ask({ audience: "grace" });
    await stage.ask({ audience: "mallory" });
    expect(await live.next()).toContain("elicitation-2");
    await live.stop();
  });

  it("shows that it lives, and ends after a while, so that who signed out hears no more (W8)", async () => {
    const stage = createInboxStage({ streamMs: 60_000 });
    const live = await listen(stage);
    await live.next();
    const beat = live.next();
    await stage.clock.advance(15_000);
    expect(await beat).toBe(": still here\n\n");
    const end = live.next();
    await stage.clock.advance(60_000);
    expect(["", ": still here\n\n"]).toContain(await end);
  });
});
