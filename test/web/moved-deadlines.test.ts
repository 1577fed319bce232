// Deadlines that somebody moves by being at it: the asker waits as long as the page says.

import { describe, expect, it } from "vitest";
import { ask, callIn, openAbleSession, settle, textOf } from "../server/asking/talk.js";
import { claim, type Held, LINKS, pass, startHeld } from "./held-stage.js";

const urlOf = (params: Readonly<Record<string, unknown>> | undefined): string => String(params?.url);

/** The question of the only page; whoever waits for it is given as text. */
async function begin(era: "modern" | "legacy", held: Held) {
  const { server } = held;
  if (era === "legacy") {
    const session = await openAbleSession(server, { capabilities: LINKS });
    const stream = await callIn(session, "book");
    const question = await stream.message();
    await session.post({ jsonrpc: "2.0", id: question.id, result: { action: "accept" } });
    const isAnswer = (message: { id?: unknown; method?: unknown }): boolean => message.id === 1;
    const result = (async () => {
      for (;;) {
        const message = await stream.message();
        if (isAnswer(message)) return textOf(message.result);
      }
    })();
    return { url: urlOf(question.params), result };
  }
  const asked = await ask(server, "book", { capabilities: LINKS });
  const answers = { [asked.key]: { action: "accept" } };
  const come = async (state: string): Promise<string> => {
    const round = await ask(server, "book", { capabilities: LINKS, state, answers });
    return round.isAsking ? come(round.state) : round.text;
  };
  return { url: urlOf(asked.questions[asked.key]?.params), result: come(asked.state) };
}

describe.each(["modern", "legacy"] as const)("in the %s era, a question on a page", (era) => {
  it("waits until the deadline that somebody at the page has moved", async () => {
    const held = startHeld();
    const { clock, ada } = held;
    const { url, result } = await begin(era, held);
    await pass(clock, 40_000, 8);
    expect(await claim(ada, url)).toBe(204);
    await pass(clock, 15_000);
    expect(await claim(ada, url)).toBe(204);
    // 15 seconds behind the first deadline, and 15 before the moved one.
    await pass(clock, 20_000, 8);
    expect((await ada.answer(url, { f0: "4" })).text).toContain("Answer sent");
    expect(JSON.parse(await result)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });

  it("is over at the moved deadline", async () => {
    const held = startHeld();
    const { clock, ada } = held;
    const { url, result } = await begin(era, held);
    await pass(clock, 40_000, 8);
    await claim(ada, url);
    await pass(clock, 15_000);
    await claim(ada, url);
    await pass(clock, 34_000, 10);
    expect(JSON.parse(await result)).toEqual({ action: "timeout" });
    expect((await ada.open(url)).status).toBe(410);
  });

  it("is over after twice its time, however long somebody is at it", async () => {
    const held = startHeld();
    const { clock, ada } = held;
    const { url, result } = await begin(era, held);
    let isOver = false;
    void result.then(() => {
      isOver = true;
    });
    for (let at = 0; at < 110_000; at += 10_000) {
      expect(await claim(ada, url)).toBe(204);
      await pass(clock, 10_000);
    }
    expect(isOver).toBe(false);
    await pass(clock, 14_000, 10);
    expect(JSON.parse(await result)).toEqual({ action: "timeout" });
  });

  it("is over at its deadline when nobody is at it", async () => {
    const held = startHeld();
    const { clock, ada } = held;
    const { url, result } = await begin(era, held);
    await pass(clock, 60_000, 8);
    expect(JSON.parse(await result)).toEqual({ action: "timeout" });
    await settle();
    expect((await ada.open(url)).status).toBe(410);
  });
});

describe("a question on a page", () => {
  it("that was answered in time is answered for a client that comes back after the deadline", async () => {
    const { clock, ada, server } = startHeld();
    const asked = await ask(server, "book", { capabilities: LINKS });
    await ada.answer(urlOf(asked.questions[asked.key]?.params), { f0: "4" });
    await pass(clock, 70_000);
    const answers = { [asked.key]: { action: "accept" } };
    const done = await ask(server, "book", { capabilities: LINKS, state: asked.state, answers });
    expect(JSON.parse(done.text)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });

  it("with a moved deadline is answered on another node that the client comes back to after the first", async () => {
    const one = startHeld();
    const { clock, engine } = one;
    const asked = await ask(one.server, "book", { capabilities: LINKS });
    const url = urlOf(asked.questions[asked.key]?.params);
    await pass(clock, 40_000);
    await claim(one.ada, url);
    await pass(clock, 15_000);
    await claim(one.ada, url);
    await one.stop();
    const two = startHeld({ clock, engine });
    await pass(clock, 15_000);
    const answers = { [asked.key]: { action: "accept" } };
    const waiting = ask(two.server, "book", { capabilities: LINKS, state: asked.state, answers });
    await pass(clock, 3_000);
    await two.ada.answer(url, { f0: "4" });
    expect(JSON.parse((await waiting).text)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });
});

describe("a question that a broker's responder keeps", () => {
  it("waits until the deadline that somebody has moved", async () => {
    const { clock, broker, server } = startHeld({ holder: "responder" });
    const first = ask(server, "book", { capabilities: {} });
    await pass(clock, 35_000, 8);
    const [open] = (await broker.list()).elicitations;
    const id = String(open?.id);
    const by = open?.audience ?? "ada";
    await broker.claim(id, { by });
    await pass(clock, 10_000);
    await broker.claim(id, { by });
    const round = await Promise.race([first, pass(clock, 5_000).then(() => first)]);
    const second = ask(server, "book", { capabilities: {}, state: round.state });
    await pass(clock, 20_000, 8);
    await broker.settle(id, { action: "accept", content: { guests: 4 } }, { by });
    expect(JSON.parse((await second).text)).toMatchObject({ action: "accept", content: { guests: 4 } });
  });
});
