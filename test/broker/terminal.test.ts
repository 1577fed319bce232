import { expect, test } from "vitest";
import { createStage as createPagesStage } from "../web/stage.js";
import { asker, createStage, guests, question } from "./stage.js";

const asked = question({ id: "t", mode: "terminal", audience: "ada", tags: ["deploys"], timeoutMs: 60_000 });

test("[acceptance 47] what is for a terminal is created, listed by its tag, watched and settled like any other", async () => {
  const { broker } = createStage();
  const events = broker.watch({ after: 0 })[Symbol.asyncIterator]();
  await broker.create(asked);
  await broker.create(question({ id: "page", tags: ["deploys"] }));
  const { elicitations } = await broker.list({ status: ["pending"], tag: "deploys" });
  expect(elicitations.map(({ id, mode }) => [id, mode])).toEqual([
    ["t", "terminal"],
    ["page", "inline"],
  ]);
  expect((await events.next()).value).toMatchObject({ id: "t", elicitation: { mode: "terminal" } });
  const waiting = broker.wait("t");
  await broker.claim("t", { by: "ada" });
  const acting = { by: "ada", from: "terminal", key: "k" };
  const answer = { action: "accept", content: { guests: 2 } } as const;
  expect(await broker.settle("t", answer, acting)).toMatchObject({ ok: true, again: false });
  expect(await broker.settle("t", answer, acting)).toMatchObject({ ok: true, again: true });
  expect(await waiting).toEqual({ action: "accept", content: { guests: 2 }, by: "ada" });
  expect((await broker.get("t"))?.settled).toMatchObject({ from: "terminal", by: "ada" });
  await broker.close();
});

test("what is for a terminal is checked against its form, and expires", async () => {
  const { broker, clock } = createStage();
  await broker.create(asked);
  const tooMany = { action: "accept", content: { guests: 99 } } as const;
  expect(await broker.settle("t", tooMany, { by: "ada" })).toMatchObject({ reason: "invalid" });
  await clock.advance(60_100);
  expect(await broker.getAnswer("t")).toEqual({ action: "timeout" });
});

test("what is for a terminal sends nobody to a url", () => {
  const { broker } = createStage();
  expect(() => broker.create({ ...asked, url: "https://example.com" })).toThrowError(
    expect.objectContaining({ code: "invalid-arguments" }),
  );
});

test("no page shows what is for a terminal, not even to whom it is for, nor takes an answer to it", async () => {
  const { broker, pages, visitor } = createPagesStage();
  await broker.create({
    id: "t",
    mode: "terminal",
    message: "Only in the terminal.",
    schema: guests,
    audience: "ada",
    asker,
  });
  const seen = await visitor("ada").open(pages.href("t"));
  expect(seen.status).toBe(404);
  expect(seen.text).not.toContain("Only in the terminal.");
  expect((await broker.get("t"))?.status).toBe("pending");
  await broker.close();
});
