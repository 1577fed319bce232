import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { ApiError, createApiClient } from "../../../src/web/index.js";
import { collectGarbage } from "../../server/collect-garbage.js";
import { BASE, createStage } from "./stage.js";

const guests: FormSchema = {
  type: "object",
  properties: { guests: { type: "integer", minimum: 1, maximum: 20 } },
  required: ["guests"],
};

describe("a client", () => {
  it("asks, and gets the answer that somebody else gives", async () => {
    const { client } = createStage();
    const asker = client("bot:ask");
    const ada = client("ada:answer");
    const { elicitation, created } = await asker.create({ message: "How many?", schema: guests });

    expect(created).toBe(true);
    expect(elicitation).toMatchObject({
      status: "pending",
      message: "How many?",
      schema: guests,
      asker: { server: "bot's token", client: "bot's token" },
    });
    expect(await asker.answerOf(elicitation.id)).toEqual({ status: "pending" });
    expect((await ada.list({ status: ["open"] })).elicitations.map(({ id }) => id)).toEqual([elicitation.id]);
    expect(await ada.claim(elicitation.id)).toMatchObject({ status: "active", claim: { by: "ada" } });

    const settled = await ada.answer(elicitation.id, { guests: 4 });

    expect(settled).toMatchObject({ status: "accepted", settled: { by: "ada", from: "api" } });
    expect(await asker.answerOf(elicitation.id)).toEqual({
      status: "accepted",
      answer: { action: "accept", content: { guests: 4 }, by: "ada" },
    });
  });

  it("that is second hears who was first and when (C4, acceptance 39)", async () => {
    const { client, clock } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    await client("ada:answer").decline(elicitation.id, { reason: "no" });

    const late = client("bob:answer").answer(elicitation.id, {});

    await expect(late).rejects.toBeInstanceOf(ApiError);
    await expect(late).rejects.toMatchObject({
      status: 409,
      code: "settled",
      settled: { by: "ada", at: clock.now(), from: "api", status: "declined", reason: "no" },
    });
  });

  it("settles twice with one key, and only once in truth", async () => {
    const { client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    const ada = client("ada:answer");

    await ada.cancel(elicitation.id, { key: "once" });

    expect(await ada.cancel(elicitation.id, { key: "once" })).toMatchObject({ status: "cancelled" });
    await expect(ada.cancel(elicitation.id, { key: "twice" })).rejects.toMatchObject({ status: 409 });
  });

  it("hears everything that is wrong with an answer", async () => {
    const { client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "How many?", schema: guests });

    await expect(client("ada:answer").answer(elicitation.id, { guests: 99 })).rejects.toMatchObject({
      status: 400,
      problems: [{ path: "guests" }],
    });
  });

  it("takes back what it asked, and the one who waits hears why", async () => {
    const { client } = createStage();
    const asker = client("bot:ask");
    const { elicitation } = await asker.create({ message: "Go?" });

    await asker.withdraw(elicitation.id, "Not needed any more.");

    expect(await asker.answerOf(elicitation.id)).toEqual({
      status: "withdrawn",
      answer: { action: "cancel", reason: "Not needed any more." },
    });
  });

  it("waits for an answer that comes later", async () => {
    const { client, clock } = createStage();
    const asker = client("bot:ask");
    const { elicitation } = await asker.create({ message: "Go?" });
    const waiting = asker.answerOf(elicitation.id, { waitSeconds: 600 });
    for (let minutes = 0; minutes < 3; minutes += 1) await clock.advance(60_000);

    await client("ada:answer").answer(elicitation.id, {});

    expect(await waiting).toMatchObject({ status: "accepted" });
  });

  it("hears of every change from where the list was, and stops when it is told to", async () => {
    const { client } = createStage();
    const ada = client("ada:answer");
    const { feed } = await ada.list();
    const stop = new AbortController();
    const changes = ada.watch({ after: feed, signal: stop.signal })[Symbol.asyncIterator]();

    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    await ada.answer(elicitation.id, {});

    expect((await changes.next()).value).toMatchObject({ id: elicitation.id, status: "pending" });
    expect((await changes.next()).value).toMatchObject({ elicitation: { settled: { by: "ada" } } });
    const next = changes.next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
  });

  it("stops watching over HTTP when it is told to, however long after (T3)", async () => {
    const server = createServer((_, response) =>
      response
        .writeHead(200, { "content-type": "text/event-stream" })
        .write(`event: change\ndata: {"number":1}\n\n`),
    );
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    // A server on a port has one.
    const { port } = server.address() as AddressInfo;
    const watcher = createApiClient({ baseUrl: `http://127.0.0.1:${port}` });
    const stop = new AbortController();
    const changes = watcher.watch({ after: 0, signal: stop.signal })[Symbol.asyncIterator]();
    await changes.next();

    const next = changes.next();
    await collectGarbage();
    stop.abort();

    expect(await next).toMatchObject({ done: true });
  });

  it("of a server that is not there says so", async () => {
    const nowhere = createApiClient({
      baseUrl: BASE,
      fetch: () => Promise.reject(new TypeError("fetch failed", { cause: new Error("ECONNREFUSED") })),
    });

    await expect(nowhere.list()).rejects.toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("ECONNREFUSED"),
    });
  });

  it("in the same process is whoever it is said to be", async () => {
    const { api, client } = createStage();
    const { elicitation } = await client("bot:ask").create({ message: "Go?" });
    const fetch = api.as({ id: "ada", name: "Ada", scopes: ["answer"] });

    const ada = createApiClient({ baseUrl: BASE, fetch });

    expect(await ada.answer(elicitation.id, {})).toMatchObject({ settled: { by: "ada" } });
  });
});
