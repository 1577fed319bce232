// The tools of an agent: what it asks comes to the inbox, and the answer back, whatever happens in between.

import { expect, test } from "vitest";
import { createFakeClock } from "../../src/testing/index.js";
import { type Called, createStage, opened, type Stage } from "./stage.js";

const QUESTION = { type: "text", prompt: "Which city?" };

/** The id of the only question that is open. */
const openId = async (stage: Stage): Promise<string> => (await opened(stage))[0]?.id ?? "";

test("what an agent asks waits in the inbox, and its answer is the tool's result (C3)", async () => {
  await using stage = await createStage();
  const asked = stage.call("elicit", {
    type: "choice",
    prompt: "Which framework?",
    options: ["Hono", "Koa"],
  });
  const [elicitation] = await opened(stage);
  expect(elicitation).toMatchObject({
    message: "Which framework?",
    asker: {
      server: "agent",
      origin: "token first",
      method: "tools/call",
      target: "elicit",
      client: "agent 1.0.0",
    },
  });
  await stage.api.answer(elicitation?.id ?? "", { answer: "Koa" });
  expect(await asked).toEqual({
    text: "The person selected: Koa",
    data: { id: elicitation?.id, action: "accept", content: { answer: "Koa" } },
    isError: false,
  });
});

test.each([
  ["text", QUESTION, { answer: "Lisbon" }, "The person answered: Lisbon"],
  [
    "multi_choice",
    { type: "multi_choice", prompt: "Which?", options: ["a", "b", "c"] },
    { answer: ["a", "c"] },
    'The person selected: ["a","c"]',
  ],
  [
    "confirmation",
    { type: "confirmation", prompt: "Deploy?" },
    { answer: false },
    "The person answered: no.",
  ],
  [
    "form",
    {
      type: "form",
      prompt: "Setup",
      fields: [
        { name: "tests", type: "boolean" },
        { name: "size", type: "number" },
      ],
    },
    { tests: false, size: 3 },
    '{"tests":false,"size":3}',
  ],
])("a question of the kind %s is asked and answered (A2, A4)", async (_kind, spec, content, words) => {
  await using stage = await createStage();
  const asked = stage.call("elicit", spec);
  await stage.api.answer(await openId(stage), content);
  expect((await asked).text).toContain(words);
});

test("a no is told as a no with its reason, a cancellation as a cancellation (A3)", async () => {
  await using stage = await createStage();
  const first = stage.call("elicit", QUESTION);
  await stage.api.decline(await openId(stage), { reason: "none of your business" });
  expect((await first).text).toContain("declined to answer. The reason: none of your business.");
  const second = stage.call("elicit", QUESTION);
  await stage.api.cancel(await openId(stage), { reason: "wrong agent" });
  expect((await second).text).toContain("The question was cancelled.");
});

test("a spec that cannot be asked is an error that a model can act on (A2)", async () => {
  await using stage = await createStage();
  const { text, isError } = await stage.call("elicit", { type: "choice", prompt: "Which?", colour: "red" });
  expect(isError).toBe(true);
  expect(text).toContain("options: must be a list of texts");
  expect(text).toContain("colour: is unknown");
});

test("a spec of no known kind is told every kind there is, and what else is missing (A2)", async () => {
  await using stage = await createStage();
  const { text, isError } = await stage.call("elicit", { type: "number" });
  expect(isError).toBe(true);
  expect(text).toBe(
    'The spec cannot be asked. type: is "number", and must be one of text, choice, multi_choice, secret, confirmation, form; prompt: is missing; write what the person is asked.',
  );
});

test("past the time it waits, elicit gives the id; get_answer has the answer later (A5)", async () => {
  await using stage = await createStage();
  const { text, data } = await stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 });
  expect(data).toEqual({ action: "unavailable", reason: "waiting", id: data.id });
  expect(text).toContain(`under the id ${data.id}`);
  expect(text).toContain(`/inbox/e/${data.id}`);
  expect((await stage.call("get_answer", { id: data.id })).data).toMatchObject({ reason: "waiting" });
  const waiting = stage.call("get_answer", { id: data.id, wait_seconds: 60 });
  await stage.api.answer(String(data.id), { answer: "Lisbon" });
  expect((await waiting).text).toBe("The person answered: Lisbon");
});

test("without a word on it, elicit waits as long as the operator says", async () => {
  const clock = createFakeClock({ now: Date.now() });
  await using stage = await createStage({ clock, flags: { waitSeconds: 30 } });
  let over: Called | undefined;
  const asked = stage.call("elicit", QUESTION).then((called) => {
    over = called;
  });
  await openId(stage);
  await clock.advance(29_900);
  expect(over).toBeUndefined();
  await clock.advance(200);
  await asked;
  expect(over?.data).toMatchObject({ action: "unavailable", reason: "waiting" });
});

test("a question with a deadline ends at it (C7)", async () => {
  const clock = createFakeClock({ now: Date.now() });
  await using stage = await createStage({ clock });
  const asked = stage.call("elicit", { ...QUESTION, timeout_seconds: 5 });
  await openId(stage);
  await clock.advance(6_000);
  expect((await asked).text).toBe("Nobody answered in time. Nothing was given.");
});

test("a call that is repeated while its question is open asks nobody twice", async () => {
  await using stage = await createStage();
  const gone = new AbortController();
  const first = stage.call("elicit", QUESTION, { signal: gone.signal }).catch(() => "lost");
  const id = await openId(stage);
  gone.abort();
  await first;
  const twins = await Promise.all(
    [1, 2].map(() => stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 })),
  );
  expect(twins.map(({ data }) => data.id)).toEqual([id, id]);
  const again = stage.call("elicit", QUESTION);
  await stage.api.answer(id, { answer: "Lisbon" });
  expect((await again).data.id).toBe(id);
  expect((await stage.api.list()).elicitations).toHaveLength(1);
});

test("an answer whose call was lost is given to the same call when it comes again, and only once", async () => {
  await using stage = await createStage();
  const gone = new AbortController();
  const lost = stage.call("elicit", QUESTION, { signal: gone.signal }).catch(() => "lost");
  const id = await openId(stage);
  gone.abort();
  await lost;
  await stage.api.answer(id, { answer: "Lisbon" });
  expect((await stage.call("elicit", QUESTION)).data).toMatchObject({ id, action: "accept" });
  const anew = stage.call("elicit", QUESTION);
  expect(await openId(stage)).not.toBe(id);
  await stage.api.answer(await openId(stage), { answer: "Porto" });
  expect((await anew).text).toBe("The person answered: Porto");
});

test("with a key, the same question is never asked twice, and another one is refused", async () => {
  await using stage = await createStage();
  const asked = stage.call("elicit", { ...QUESTION, key: "city" });
  await stage.api.answer(await openId(stage), { answer: "Lisbon" });
  await asked;
  expect((await stage.call("elicit", { ...QUESTION, key: "city" })).text).toBe("The person answered: Lisbon");
  const other = await stage.call("elicit", { type: "text", prompt: "Which country?", key: "city" });
  expect(other).toMatchObject({
    isError: true,
    text: expect.stringContaining("was used for another question"),
  });
});

test("nobody sees, gets or takes back what another token asked", async () => {
  await using stage = await createStage();
  const { value: other } = await stage.app.tokens.add("other", ["ask"]);
  const { data } = await stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 });
  const id = String(data.id);
  for (const tool of ["get_answer", "cancel_elicitation"])
    expect(await stage.call(tool, { id }, { token: other })).toMatchObject({
      isError: true,
      text: expect.stringContaining("no question of yours"),
    });
  expect((await stage.call("list_elicitations", {}, { token: other })).data).toEqual({ elicitations: [] });
  const { data: theirs } = await stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 }, { token: other });
  expect(theirs.id).not.toBe(id);
});

test("an agent lists its questions and takes one back, which the person is told (C5)", async () => {
  await using stage = await createStage();
  const { data } = await stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 });
  expect((await stage.call("list_elicitations", {})).data).toMatchObject({
    elicitations: [{ id: data.id, status: "pending", message: "Which city?" }],
  });
  const { text } = await stage.call("cancel_elicitation", { id: data.id, reason: "found it" });
  expect(text).toBe(`The question ${data.id} is withdrawn.`);
  const { elicitation } = await stage.api.get(String(data.id));
  expect(elicitation).toMatchObject({ status: "withdrawn", settled: { reason: "found it", from: "mcp" } });
  expect((await stage.call("list_elicitations", { status: "settled" })).data.elicitations).toHaveLength(1);
  expect((await stage.call("cancel_elicitation", { id: data.id })).text).toContain("was withdrawn before");
});

test("a token that asks too much is told when to come back (C17)", async () => {
  await using stage = await createStage({ flags: { perMinute: 1, burst: 1 } });
  await stage.call("elicit", { ...QUESTION, wait_seconds: 0.01 });
  const { text, data } = await stage.call("elicit", { type: "text", prompt: "And now?", wait_seconds: 0.01 });
  expect(text).toMatch(/Too much has been asked\. Try again in \d+ seconds\./);
  expect(data).toMatchObject({ action: "unavailable", reason: "limited" });
});

test("while the app stops, a call that waits gets the id, and the question stays", async () => {
  await using stage = await createStage({ flags: { engine: "sqlite:state.db" } });
  const asked = stage.call("elicit", { ...QUESTION, wait_seconds: 600 });
  const id = await openId(stage);
  await stage.app.close();
  expect((await asked).data).toEqual({ action: "unavailable", reason: "waiting", id });
  await using next = await createStage({ flags: { engine: "sqlite:state.db" }, folder: stage.folder });
  await next.api.answer(id, { answer: "Lisbon" });
  expect((await next.call("get_answer", { id })).text).toBe("The person answered: Lisbon");
  expect(stage.log).toEqual([]);
});

test("what was asked through the API is answered to the same token's get_answer, secrets as handles", async () => {
  await using stage = await createStage();
  const { elicitation: approval } = await stage.api.create({ message: "Deploy?" });
  await stage.api.answer(approval.id, {});
  expect((await stage.call("get_answer", { id: approval.id })).text).toBe("The person confirmed: yes.");
  // The API names no field that the approval does not have.
  expect((await stage.api.answerOf(approval.id)).answer).toHaveProperty("content", {});
  const { elicitation } = await stage.api.create({
    message: "Credentials",
    schema: { type: "object", properties: { user: { type: "string" }, pass: { type: "secret" } } },
  });
  await stage.api.answer(elicitation.id, { user: "ada", pass: "hunter2" });
  const { data } = await stage.call("get_answer", { id: elicitation.id });
  expect(data.content).toEqual({ user: "ada", pass: "secret:pass" });
});

test("a member that is not known is told with all that are, those of the server too", async () => {
  await using stage = await createStage();
  const { isError, text } = await stage.call("elicit", { ...QUESTION, colour: "red" });
  expect(isError).toBe(true);
  expect(text).toContain("colour");
  for (const name of ["prompt", "template", "variables", "key"])
    expect(text).toMatch(new RegExp(`\\b${name}\\b`));
});

test("an agent reads its questions a page at a time, and nothing of anybody else's", async () => {
  await using stage = await createStage({ flags: { perMinute: 1000, maxOpen: 1000 } });
  const { value: other } = await stage.app.tokens.add("other", ["ask"]);
  const ask = async (at: number, token: string): Promise<string> => {
    const question = { ...QUESTION, prompt: `Question ${at}?`, wait_seconds: 0.001 };
    return String((await stage.call("elicit", question, { token })).data.id);
  };
  const asked: string[] = [];
  for (let at = 0; at < 60; at++) {
    asked.push(await ask(at, stage.token));
    if (at % 10 === 0) await ask(at, other);
  }
  const idsOf = (list: unknown): readonly string[] => (list as readonly { id: string }[]).map(({ id }) => id);

  const { data: first, text } = await stage.call("list_elicitations", {});
  expect(idsOf(first.elicitations)).toEqual(asked.slice(10).reverse());
  expect(text).toContain(`call again with the cursor ${first.cursor}`);
  const { data: second } = await stage.call("list_elicitations", { cursor: first.cursor ?? "" });
  expect(idsOf(second.elicitations)).toEqual(asked.slice(0, 10).reverse());
  expect(second.cursor).toBeUndefined();
  for (const cursor of ["made up", String(first.cursor)])
    expect(await stage.call("list_elicitations", { cursor }, { token: other })).toMatchObject({
      isError: true,
      text: expect.stringContaining("of no list of yours"),
    });
});
