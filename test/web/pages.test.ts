// Hosted pages: who may see them, what they take, and what they say when it is over.

import { describe, expect, it } from "vitest";
import { createStage, formPairs, guests } from "./stage.js";

describe("a page", () => {
  it("takes an answer, once, and turns into a receipt", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask();
    const seen = await visitor("ada").answer(href, { f0: "4" });
    expect(await answer).toEqual({ action: "accept", content: { guests: 4 }, by: "ada" });
    expect(seen.status).toBe(200);
    expect(seen.text).toContain("Answer sent");
    expect(seen.text).toContain("You answered");
    expect(seen.text).not.toContain("<form");
  });

  it.each(["accept", "decline", "cancel"])(
    "has a link for one person and one answer, which %s uses up (W8)",
    async (action) => {
      const { ask, visitor, broker } = createStage();
      const { href, id, answer } = ask();
      const [ada, adasPhone] = [visitor("ada"), visitor("ada")];
      const open = formPairs((await adasPhone.open(href)).text, { f0: "9" });
      expect((await visitor("bob").open(href)).status).toBe(403);
      const pairs = formPairs((await ada.open(href)).text, { f0: "4" });
      // A refusal brings nothing of what was filled in.
      const sent = pairs.filter(([name]) => action === "accept" || name !== "f0");
      expect((await ada.post(href, [...sent, ["action", action]])).status).toBe(303);
      const given = await answer;

      // A form that was open before is told so; whoever opens the link has nothing left to fill in.
      expect((await adasPhone.post(href, [...open, ["action", "accept"]])).status).toBe(409);
      const receipt = await adasPhone.open(href);
      expect(receipt.text).not.toMatch(/<form|<input|<button/);
      expect((await visitor("bob").open(href)).status).toBe(403);
      expect(await broker.getAnswer(id)).toEqual(given);
    },
  );

  it("names server, tool, client, account, when it was asked, and the deadline", async () => {
    const { ask, visitor, clock } = createStage();
    const { href } = ask(guests, { expiresAt: clock.now() + 300_000 });
    const { text } = await visitor("ada").open(href);
    for (const said of ["tables", "book_table", "host 1.0", "ada@example.com", "15 Jan 2027", "Answer by"])
      expect(text).toContain(said);
    expect(text).toContain(new Date(clock.now() + 300_000).toISOString());
  });

  it("says what is wrong at the field and above, and keeps what was typed", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask();
    const seen = await visitor("ada").answer(href, { f0: "many <b>" });
    expect(seen.status).toBe(422);
    expect(seen.text).toContain('<a href="#f0"><bdi>Guests</bdi></a> must be a whole number');
    expect(seen.text).toContain('id="f0-problem"');
    expect(seen.text).toContain('value="many &lt;b&gt;"');
    expect((await broker.get(id))?.status).toBe("pending");
  });

  it("takes a no with its reason, and nothing of what was typed", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask();
    const ada = visitor("ada");
    const page = await ada.open(href);
    const own = formPairs(page.text).filter(([name]) => name === "token" || name === "key");
    const seen = await ada.post(href, [...own, ["action", "decline"], ["reason", "  Too far. "]]);
    expect(seen.status).toBe(303);
    expect(await answer).toEqual({ action: "decline", reason: "Too far." });
    expect((await ada.open(href)).text).toContain("Reason: <bdi>Too far.</bdi>");
  });

  it("takes a cancellation, which is no decline", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask({ type: "object", properties: {} });
    await visitor("ada").answer(href, {}, "cancel");
    expect(await answer).toMatchObject({ action: "cancel" });
  });

  it("is left open by Not now, and says so", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask();
    const seen = await visitor("ada").open(`${href}/later`);
    expect(seen.text).toContain("Left open");
    expect((await broker.get(id))?.status).toBe("pending");
  });

  it("asks for approval when there is nothing to fill in", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask({ type: "object", properties: {} });
    const { text } = await visitor("ada").open(href);
    for (const label of ["Approve", "Decline", "Not now", "Cancel"]) expect(text).toContain(`>${label}<`);
    await visitor("ada").answer(href, {});
    expect(await answer).toEqual({ action: "accept", content: {}, by: "ada" });
  });

  it("never sends a secret back, nor what looks like one", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask({
      type: "object",
      properties: { key: { type: "secret" }, password: { type: "string" }, n: { type: "integer" } },
      required: ["key", "password", "n"],
    });
    const seen = await visitor("ada").answer(href, { f0: "sesame-1", f1: "sesame-2", f2: "x" });
    expect(seen.status).toBe(422);
    expect(seen.text).not.toContain("sesame");
    expect(seen.text).toContain("Type it again");
    expect(seen.text).toContain("must not ask for one");
  });

  it("deletes the secrets of an answer when it is released", async () => {
    const { ask, visitor, pages, broker } = createStage();
    const { href, answer, id } = ask({
      type: "object",
      properties: { key: { type: "secret" } },
      required: ["key"],
    });
    await visitor("ada").answer(href, { f0: "sesame" });
    expect(await answer).toMatchObject({ content: { key: "sesame" } });
    await pages.release(id);
    await pages.release(id);
    expect(JSON.stringify(await broker.getAnswer(id))).not.toContain("sesame");
  });
});

describe("a question that is over", () => {
  it("sends the caller back to their client, and nobody else to it", async () => {
    const { ask, visitor } = createStage();
    for (const [audience, name] of [
      [undefined, "ada"],
      ["grace", "grace"],
    ] as const) {
      const { href } = ask(guests, { audience });
      const seen = await visitor(name).answer(href, { f0: "3" });
      expect(seen.text).toContain("Answer sent");
      expect(seen.text.includes("go back to")).toBe(audience === undefined);
    }
  });

  it("says who answered first, and when, to an answer that comes too late", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask();
    const ada = visitor("ada");
    const page = await ada.open(href);
    await broker.settle(id, { action: "accept", content: { guests: 2 } }, { by: "ada", from: "inbox" });
    const seen = await ada.post(href, [...formPairs(page.text, { f0: "3" }), ["action", "accept"]]);
    expect(seen.status).toBe(409);
    expect(seen.text).toContain("Your answer came too late");
    expect(seen.text).toContain("You answered");
    expect(seen.text).toContain("from <bdi>inbox</bdi>");
    expect(seen.text).toContain("2027-01-15T");
  });

  it("takes the same submission twice as one", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask();
    const ada = visitor("ada");
    const pairs = [...formPairs((await ada.open(href)).text, { f0: "3" }), ["action", "accept"]] as [
      string,
      string,
    ][];
    const seen = await Promise.all([ada.post(href, pairs), ada.post(href, pairs)]);
    expect(seen.map(({ status }) => status).sort()).toEqual([303, 303]);
    expect(await answer).toEqual({ action: "accept", content: { guests: 3 }, by: "ada" });
  });

  it("tells a submission that comes again after the first that it was sent", async () => {
    const { ask, visitor } = createStage();
    const { href, answer } = ask();
    const ada = visitor("ada");
    const pairs = [...formPairs((await ada.open(href)).text, { f0: "3" }), ["action", "accept"]] as const;
    const statuses = [(await ada.post(href, pairs)).status, (await ada.post(href, pairs)).status];
    expect(statuses).toEqual([303, 303]);
    expect(await answer).toEqual({ action: "accept", content: { guests: 3 }, by: "ada" });
  });

  it("tells a submission that comes again after its secret was deleted that it was sent", async () => {
    const { ask, visitor, pages } = createStage();
    const { href, id, answer } = ask({
      type: "object",
      properties: { key: { type: "secret" } },
      required: ["key"],
    });
    const ada = visitor("ada");
    const pairs = [...formPairs((await ada.open(href)).text, { f0: "s" }), ["action", "accept"]] as const;
    expect((await ada.post(href, pairs)).status).toBe(303);
    await answer;
    await pages.release(id);
    expect((await ada.post(href, pairs)).status).toBe(303);
  });

  it("refuses another answer from a form that was sent already", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask();
    const ada = visitor("ada");
    const { text } = await ada.open(href);
    const send = (f0: string) => ada.post(href, [...formPairs(text, { f0 }), ["action", "accept"]]);
    expect((await send("3")).status).toBe(303);
    expect((await send("4")).status).toBe(409);
    expect((await send("many")).status).toBe(409);
  });

  it("is gone when its time is over", async () => {
    const { ask, visitor, clock } = createStage();
    const { href, answer } = ask(guests, { expiresAt: clock.now() + 60_000 });
    const ada = visitor("ada");
    const page = await ada.open(href);
    await clock.advance(60_001);
    expect(await answer).toEqual({ action: "timeout" });
    expect((await ada.open(href)).status).toBe(410);
    const late = await ada.post(href, [...formPairs(page.text, { f0: "3" }), ["action", "accept"]]);
    expect([late.status, late.text.includes("The time is over")]).toEqual([410, true]);
  });

  it("is gone when nobody wants the answer any more", async () => {
    const { ask, visitor } = createStage();
    const { href, answer, stop } = ask();
    await visitor("ada").open(href);
    stop();
    expect(await answer).toMatchObject({ action: "cancel" });
    const seen = await visitor("ada").open(href);
    expect([seen.status, seen.text.includes("took its question back")]).toEqual([410, true]);
  });

  it("is told to a page that is still open", async () => {
    const { ask, visitor, broker, clock } = createStage();
    const { href, id } = ask(guests, { expiresAt: clock.now() + 600_000 });
    const ada = visitor("ada");
    const over = ada.open(`${href}/state`);
    await clock.advance(1);
    await broker.settle(id, { action: "decline" }, { by: "ada" });
    expect((await over).text).toBe("over");
    expect((await ada.open(`${href}/state`)).text).toBe("over");
  });

  it("is told as open, with its deadline, when nothing happens for a while", async () => {
    const { ask, visitor, clock } = createStage();
    const expiresAt = clock.now() + 600_000;
    const { href } = ask(guests, { expiresAt });
    const open = visitor("ada").open(`${href}/state`);
    await clock.advance(25_000);
    expect((await open).text).toBe(`open ${expiresAt}`);
  });

  it("is asked on with the same id, and not a second time", async () => {
    const { ask, visitor, broker } = createStage();
    const first = ask(guests, { id: "same" });
    const again = ask(guests, { id: "same" });
    expect(again.href).toBe(first.href);
    await visitor("ada").answer(first.href, { f0: "5" });
    expect(await again.answer).toEqual(await first.answer);
    expect((await broker.list()).elicitations).toHaveLength(1);
    expect(await ask(guests, { id: "same" }).answer).toEqual(await first.answer);
  });
});

describe("typing", () => {
  it("keeps the question active, and moves its deadline", async () => {
    const { ask, visitor, broker, clock } = createStage();
    const { href, id } = ask(guests, { expiresAt: clock.now() + 20_000 });
    const ada = visitor("ada");
    const [token] = formPairs((await ada.open(href)).text).filter(([name]) => name === "token");
    const claim = [["action", "claim"], token ?? ["", ""]] as [string, string][];
    expect((await ada.post(href, claim)).status).toBe(204);
    expect((await broker.get(id))?.status).toBe("active");
    await clock.advance(15_000);
    await ada.post(href, claim);
    await clock.advance(10_000);
    expect((await broker.get(id))?.status).toBe("active");
  });
});
