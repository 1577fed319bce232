// A round of which a part is over by the time that the rest is sent.

import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { formPairs, guests } from "../stage.js";
import { approval, createInboxStage, formOf, tokenOf } from "./stage.js";

const receipt: FormSchema = {
  type: "object",
  properties: {
    note: { type: "string", maxLength: 40 },
    file: { type: "file", title: "Receipt", maxBytes: 3, maxFiles: 1 },
  },
};

/** An open card; of its questions the first is answered by somebody else before `send`. */
async function setUp(...schemas: readonly FormSchema[]) {
  const stage = createInboxStage({ broker: { maxAnswerBytes: 200 } });
  const asked: { readonly id: string; readonly href: string }[] = [];
  for (const [index, schema] of schemas.entries())
    asked.push(await stage.ask({ group: "g", message: `Question ${index}?`, schema }));
  const [first] = asked;
  if (first === undefined) throw new Error("It has questions.");
  const visitor = stage.visitor("ada");
  const { text } = await visitor.open(first.href);
  const prefixes = [...text.matchAll(/aria-labelledby="(q\w+-)title"/g)].map(([, prefix = ""]) => prefix);
  return {
    stage,
    visitor,
    text,
    ids: asked.map(({ id }) => id),
    href: first.href,
    control: (question: number, name: string) => `${prefixes[question]}${name}`,
    answerFirst: () =>
      stage.broker.settle(
        first.id,
        { action: "accept", content: { guests: 2 } },
        { by: "grace", from: "terminal" },
      ),
    send: (values: Readonly<Record<string, string>>, page = text, href = first.href) =>
      visitor.post(href, [...formPairs(formOf(page, "answer"), values), ["action", "accept"]]),
    statuses: () => Promise.all(asked.map(async ({ id }) => (await stage.broker.get(id))?.status)),
  };
}

describe("a round of which one question was answered elsewhere meanwhile", () => {
  it("approves nothing that nobody has decided, and says what is over (C1, C5, C9, C11)", async () => {
    const { control, answerFirst, send, statuses } = await setUp(guests, approval);
    await answerFirst();
    const { status, text } = await send({ [control(0, "f0")]: "4" });
    expect(status).toBe(422);
    expect(text).toContain("Needs your decision");
    for (const part of ["Question 0?", "<bdi>grace</bdi> answered", "in a terminal"])
      expect(text).toContain(part);
    expect(await statuses()).toEqual(["accepted", "pending"]);
  });

  it("sends none of the others while one of them is wrong, and has what was typed (C9, C11, W3)", async () => {
    const { control, answerFirst, send, statuses } = await setUp(guests, guests, guests);
    await answerFirst();
    const { status, text } = await send({
      [control(0, "f0")]: "4",
      [control(1, "f0")]: "5",
      [control(2, "f0")]: "400",
    });
    expect(status).toBe(422);
    expect(text).toContain("must be at most 20");
    for (const value of ["5", "400"]) expect(formOf(text, "answer")).toContain(`value="${value}"`);
    expect(await statuses()).toEqual(["accepted", "pending", "pending"]);
  });

  it("shows the one that is left with what was typed, to be mended and sent (C5, C11, W3)", async () => {
    const { control, answerFirst, send, statuses, ids, href } = await setUp(guests, guests);
    await answerFirst();
    const { text } = await send({ [control(0, "f0")]: "4", [control(1, "f0")]: "400" });
    expect(text).toContain('value="400"');
    expect(text).toContain(`data-card="${ids[1]}"`);
    const left = href.replace(ids[0] ?? "", ids[1] ?? "");
    const sent = await send({ [control(1, "f0")]: "14" }, text, left);
    expect(sent.status).toBe(303);
    expect(await statuses()).toEqual(["accepted", "accepted"]);
  });

  it("does not drop a file that is not taken, though it need not be given (C9, C18)", async () => {
    const { control, answerFirst, text, visitor, href, ids, statuses } = await setUp(guests, receipt);
    await answerFirst();
    const body = new FormData();
    body.append("token", tokenOf(text));
    body.append("questions", ids.join(" "));
    body.append(control(1, "f1"), new File(["too long"], "a.txt", { type: "text/plain" }));
    body.append("action", "accept");
    const headers = { origin: "https://app.example.com", "sec-fetch-site": "same-origin" };
    const sent = await visitor.send(href, { method: "POST", body, headers });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain("must have at most 3 bytes");
    expect(await statuses()).toEqual(["accepted", "pending"]);
  });

  it("sends the others when all of them are right, and says of which it was too late (C4, C5)", async () => {
    const { control, answerFirst, send, statuses } = await setUp(guests, approval);
    await answerFirst();
    const { status, text } = await send({ [control(0, "f0")]: "4", [control(1, "verdict")]: "approve" });
    expect(status).toBe(409);
    expect(text).toContain("<bdi>grace</bdi> answered");
    expect(text).toContain("What you sent with it for the other questions was taken.");
    expect(await statuses()).toEqual(["accepted", "accepted"]);
  });

  it("is declined as far as it is open, and says of which it was too late (C1, C5)", async () => {
    const { stage, visitor, ids, text, href, statuses } = await setUp(guests, approval);
    await stage.broker.settle(ids[1] ?? "", { action: "accept" }, { by: "grace", from: "terminal" });
    const pairs = [...formPairs(formOf(text, "refuse")), ["action", "decline"]] as const;
    const sent = await visitor.post(href, pairs);
    expect(sent.status).toBe(409);
    expect(sent.text).toContain(`data-receipt="${ids[1]}"`);
    expect(sent.text).toContain("<bdi>grace</bdi> answered");
    expect(sent.text).toContain("What you sent with it for the other questions was taken.");
    expect(await statuses()).toEqual(["declined", "accepted"]);
  });

  it("says of the one that was too late, whichever the page was of (C4, C5)", async () => {
    const { stage, control, send, ids, text, href } = await setUp(guests, approval);
    await stage.broker.settle(ids[1] ?? "", { action: "decline" }, { by: "grace", from: "terminal" });
    const sent = await send({ [control(0, "f0")]: "4", [control(1, "verdict")]: "approve" }, text, href);
    expect(sent.status).toBe(409);
    expect(sent.text).toContain(`data-receipt="${ids[1]}"`);
    expect(sent.text).toContain("<bdi>grace</bdi> declined");
  });
});

it("a round that the API takes a part of shows the rest, and says what was sent (C5, C11)", async () => {
  const note: FormSchema = { type: "object", properties: { note: { type: "string" } } };
  const { control, send, statuses, ids } = await setUp(guests, note);
  const { status, text } = await send({ [control(0, "f0")]: "4", [control(1, "f0")]: "x".repeat(300) });
  expect(status).toBe(422);
  expect(text).toContain("The answer is longer than can be taken");
  expect(text).toContain("You answered");
  expect(text).toContain(`data-card="${ids[1]}"`);
  expect(await statuses()).toEqual(["accepted", "pending"]);
});
