import { expect, test } from "vitest";
import { createAsker } from "../../src/agent/index.js";
import type { Elicitation } from "../../src/core/elicitation/elicitation.js";
import { asker, createStage, guests } from "./stage.js";

const form = (fields: Partial<Elicitation> = {}): Elicitation =>
  ({
    id: "e1",
    key: "k",
    mode: "form",
    message: "How many?",
    schema: guests,
    audience: undefined,
    expiresAt: undefined,
    asker,
    ...fields,
  }) as Elicitation;

const options = (signal = new AbortController().signal) => ({ signal, group: "round-1" });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits until the elicitation is there. */
async function asked(stage: ReturnType<typeof createStage>, id = "e1") {
  for (let turns = 0; turns < 100; turns += 1) {
    const kept = await stage.broker.get(id);
    if (kept !== undefined) return kept;
    await turn();
  }
  throw new Error("Nobody asked.");
}

test("what a responder is asked is kept for its audience, and its answer is the responder's", async () => {
  const stage = createStage();
  const respond = stage.broker.responder({ tags: ["tables"] });
  expect(respond.modes).toEqual(["form", "url"]);
  const answering = respond(form(), options());
  expect(await asked(stage)).toMatchObject({
    audience: "ada",
    tags: ["tables"],
    group: "round-1",
    schema: guests,
  });
  await stage.broker.settle("e1", { action: "accept", content: { guests: 4 } }, { by: "ada" });
  expect(await answering).toEqual({ action: "accept", content: { guests: 4 }, by: "ada" });
});

test("the audience of the question comes before the responder's, and that before the principal", async () => {
  const stage = createStage();
  const respond = stage.broker.responder({ audience: "support" });
  void respond(form({ id: "a", audience: "boss" }), options()).catch(() => {});
  void respond(form({ id: "b" }), options()).catch(() => {});
  expect([(await asked(stage, "a")).audience, (await asked(stage, "b")).audience]).toEqual([
    "boss",
    "support",
  ]);
  await stage.broker.close();
});

test("a page to go to is accepted when somebody went there", async () => {
  const stage = createStage();
  const answering = stage.broker.responder()(
    form({ mode: "url", url: "https://example.com/x" } as never),
    options(),
  );
  expect(await asked(stage)).toMatchObject({ mode: "url", url: "https://example.com/x" });
  await stage.broker.settle("e1", { action: "accept" }, { by: "ada" });
  expect(await answering).toEqual({ action: "accept", content: {}, by: "ada" });
});

test("asked again with the same id it goes on with what it began, also on another node", async () => {
  const stage = createStage();
  const other = createStage({ engine: stage.engine, clock: stage.clock });
  const first = stage.broker.responder()(form(), options());
  await asked(stage);
  const second = other.broker.responder()(form(), options());
  await turn();
  await other.broker.settle("e1", { action: "decline", reason: "no" }, { by: "ada" });
  expect([await first, await second]).toEqual([
    { action: "decline", reason: "no" },
    { action: "decline", reason: "no" },
  ]);
  expect(await stage.broker.responder()(form(), options())).toEqual({ action: "decline", reason: "no" });
});

test("aborting withdraws what is attached, and leaves what is kept", async () => {
  const stage = createStage();
  for (const kept of [false, true]) {
    const controller = new AbortController();
    const id = kept ? "kept" : "attached";
    const answering = stage.broker.responder({ kept })(form({ id }), options(controller.signal));
    await asked(stage, id);
    controller.abort(new Error("The call was cancelled."));
    await expect(answering).rejects.toThrow("The call was cancelled.");
    expect((await stage.broker.get(id))?.status).toBe(kept ? "pending" : "withdrawn");
  }
  expect((await stage.broker.get("attached"))?.settled?.reason).toBe("The call was cancelled.");
});

test("aborting one of two who ask the same leaves it to the other", async () => {
  const stage = createStage();
  const respond = stage.broker.responder();
  const controller = new AbortController();
  const first = respond(form(), options(controller.signal));
  const second = respond(form(), options());
  await asked(stage);
  await turn();
  controller.abort();
  await expect(first).rejects.toThrow();
  await stage.broker.settle("e1", { action: "decline" }, { by: "ada" });
  expect(await second).toEqual({ action: "decline" });
});

test("a node that takes a question over keeps it when the first node goes", async () => {
  const stage = createStage();
  const other = createStage({ engine: stage.engine, clock: stage.clock });
  const first = stage.broker.responder()(form(), options());
  first.catch(() => {});
  await asked(stage);
  const second = other.broker.responder()(form(), options());
  for (let turns = 0; turns < 5; turns += 1) await turn();
  await stage.broker.close();
  expect((await other.broker.get("e1"))?.status).toBe("pending");
  await other.broker.settle("e1", { action: "accept", content: { guests: 1 } }, { by: "ada" });
  expect(await second).toMatchObject({ action: "accept" });
});

test("a node that gives up takes nothing back that another node has taken over", async () => {
  const stage = createStage();
  const other = createStage({ engine: stage.engine, clock: stage.clock });
  const controller = new AbortController();
  const first = stage.broker.responder()(form(), options(controller.signal));
  await asked(stage);
  const second = other.broker.responder()(form(), options());
  for (let turns = 0; turns < 5; turns += 1) await turn();
  controller.abort(new Error("gone"));
  await expect(first).rejects.toThrow("gone");
  await other.broker.settle("e1", { action: "decline" }, { by: "ada" });
  expect(await second).toEqual({ action: "decline" });
});

test("at a limit nobody is asked, and the asker learns how long to wait", async () => {
  const stage = createStage({ limits: { perMinute: 1 } });
  const respond = stage.broker.responder();
  void respond(form({ id: "a" }), options()).catch(() => {});
  await asked(stage, "a");
  expect(await respond(form({ id: "b" }), options())).toEqual({
    action: "unavailable",
    reason: "limited",
    retryAfterMs: 60_000,
  });
  await stage.broker.close();
});

test("a deadline is kept, and one that is over already asks nobody", async () => {
  const stage = createStage();
  const { clock } = stage;
  const respond = stage.broker.responder();
  const answering = respond(form({ expiresAt: clock.now() + 1_000 }), options());
  expect((await asked(stage)).expiresAt).toBe(clock.now() + 1_000);
  await clock.advance(1_100);
  expect(await answering).toEqual({ action: "timeout" });
  expect(await respond(form({ id: "late", expiresAt: clock.now() - 1 }), options())).toEqual({
    action: "timeout",
  });
  expect(await stage.broker.get("late")).toBeUndefined();
});

test("secrets of an answer are deleted when the asker says that it has kept them", async () => {
  const stage = createStage();
  const respond = stage.broker.responder();
  const schema = {
    type: "object",
    properties: { token: { type: "secret" }, name: { type: "string" } },
    required: ["token"],
  } as const;
  const answering = respond(form({ schema } as Partial<Elicitation>), options());
  await asked(stage);
  await stage.broker.settle(
    "e1",
    { action: "accept", content: { token: "s3cret", name: "x" } },
    { by: "ada" },
  );
  expect(await answering).toMatchObject({ content: { token: "s3cret" } });
  await respond.release?.("e1");
  await respond.release?.("e1");
  await respond.release?.("unknown");
  expect(await stage.broker.getAnswer("e1")).toEqual({ action: "accept", content: { name: "x" }, by: "ada" });
  expect(JSON.stringify(await stage.engine.elicitations.get("e1"))).not.toContain("s3cret");
});

test("a responder tells the deadline as whoever is at it has moved it", async () => {
  const stage = createStage();
  const respond = stage.broker.responder();
  const expiresAt = stage.clock.now() + 10_000;
  const answering = respond(form({ expiresAt }), options());
  await asked(stage);
  expect(await respond.deadline?.("e1")).toBe(expiresAt);
  await stage.clock.advance(5_000);
  await stage.broker.claim("e1", { by: "ada", forMs: 4_000 });
  await stage.clock.advance(3_000);
  await stage.broker.claim("e1", { by: "ada", forMs: 8_000 });
  expect(await respond.deadline?.("e1")).toBe(expiresAt + 6_000);
  expect((await stage.broker.get("e1"))?.expiresAt).toBe(expiresAt + 6_000);
  await stage.broker.settle("e1", { action: "decline" }, { by: "ada" });
  expect(await respond.deadline?.("e1")).toBeUndefined();
  await answering;
});

test("who rejoins too late and goes away again is let go", async () => {
  const stage = createStage();
  const other = createStage({ engine: stage.engine, clock: stage.clock });
  await other.broker.create({ id: "e1", message: "How many?", schema: guests, asker });
  const leaving = new AbortController();
  const answering = stage.broker.responder()(
    form({ expiresAt: stage.clock.now() - 1 }),
    options(leaving.signal),
  );
  await turn();
  leaving.abort(new Error("Gone."));
  await expect(answering).rejects.toThrowError("Gone.");
});

test("what another process takes over just while it is taken back stays", async () => {
  let takeOver: (() => Promise<unknown>) | undefined;
  const stage = createStage({
    wrap: (engine) => ({
      ...engine,
      elicitations: {
        ...engine.elicitations,
        async change(id, ifVersion, change, at) {
          const first = takeOver;
          takeOver = undefined;
          await first?.();
          return engine.elicitations.change(id, ifVersion, change, at);
        },
      },
    }),
  });
  const leaving = new AbortController();
  const answering = stage.broker.responder()(form(), options(leaving.signal));
  const { version } = await asked(stage);
  takeOver = async () =>
    stage.engine.elicitations.change("e1", version, { lease: "other" }, stage.clock.now());
  leaving.abort(new Error("Gone."));
  await expect(answering).rejects.toThrowError("Gone.");
  expect((await stage.broker.get("e1"))?.status).toBe("pending");
});

test("what an agent asks is kept, and what somebody answers is told to it", async () => {
  const { broker, clock, logger } = createStage();
  const responders = [{ priority: 0, responder: broker.responder({ audience: "ada" }) }];
  using asker = createAsker({ responders, clock, logger, newId: () => "q1" });
  const told = asker.ask({ type: "choice", prompt: "Which region?", options: ["eu", "us"] });
  await turn();
  const [kept] = (await broker.list({ status: ["pending"] })).elicitations;
  expect(kept).toMatchObject({ message: "Which region?", audience: "ada" });
  await broker.settle(kept?.id ?? "", { action: "accept", content: { answer: "eu" } }, { by: "ada" });

  expect(await told).toEqual({ action: "accept", content: { answer: "eu" }, by: "ada" });
});
