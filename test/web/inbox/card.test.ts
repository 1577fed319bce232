// Cards: what they show, and what comes of pressing their buttons.

import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { formPairs, guests } from "../stage.js";
import { approval, createInboxStage, formOf, press, tokenOf } from "./stage.js";

const secret: FormSchema = {
  type: "object",
  properties: {
    who: { type: "string", maxLength: 20 },
    key: { type: "secret", title: "Key" },
    password: { type: "string" },
  },
  required: ["key"],
};

describe("a card", () => {
  it("names the asker, its tool, client, when it was asked and the deadline (C3)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ timeoutMs: 600_000, audience: "ada" });
    const { text } = await stage.visitor("ada").open(href);
    for (const part of [
      "tables",
      "asks you",
      "book_table",
      "Claude Desktop 1.0",
      "Answer by",
      "about 10 minutes left",
    ])
      expect(text).toContain(part);
  });

  it("says of what a token has asked that it was one, and of a sample nothing (C3)", async () => {
    const stage = createInboxStage();
    const asker = { server: "travel", target: undefined, client: "first", runId: "run-1" };
    const asked = await stage.ask({ asker: { ...asker, method: "api" } });
    const sample = await stage.ask({ asker: { ...asker, method: "sample" } });
    const { text } = await stage.visitor("ada").open(asked.href);
    expect(text).toContain("over the API through the token “<bdi>first</bdi>”, <time");
    expect((await stage.visitor("ada").open(sample.href)).text).toContain("as a sample, <time");
  });

  it("has no deadline where none was set (C7)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask();
    expect((await stage.visitor("ada").open(href)).text).not.toContain("Answer by");
  });

  it("shows the arguments of the tool, and what the same server asked before (W2)", async () => {
    const stage = createInboxStage();
    const earlier = await stage.ask({ message: "Window or aisle?" });
    await stage.broker.settle(earlier.id, { action: "decline" }, { by: "ada" });
    const { href } = await stage.ask({
      asker: {
        server: "tables",
        method: "tools/call",
        runId: "run-2",
        arguments: { day: "Friday", apiKey: "[secret]" },
      },
    });
    const { text } = await stage.visitor("ada").open(href);
    expect(text).toMatch(/<dt><bdi>day<\/bdi><\/dt><dd><div[^>]*>Friday</);
    expect(text).toContain("[secret]");
    expect(text).toContain("Window or aisle?");
  });

  it("shows what was answered to the same server before, its secrets taken out, or why not (W2, C12)", async () => {
    const stage = createInboxStage();
    const booking: FormSchema = {
      type: "object",
      properties: {
        seat: { type: "string", title: "Seat", oneOf: [{ const: "w", title: "Window" }] },
        key: { type: "secret", title: "Key" },
      },
    };
    const answered = await stage.ask({ message: "Which seat?", schema: booking });
    const content = { seat: "w", key: "hunter2" };
    await stage.broker.settle(answered.id, { action: "accept", content }, { by: "grace" });
    const declined = await stage.ask({ message: "Pay now?" });
    await stage.broker.settle(declined.id, { action: "decline", reason: "Not on <Friday>." }, { by: "ada" });
    const asker = { server: "git", method: "tools/call", runId: "run-2" };
    const others = await stage.ask({ message: "Push to main?", asker });
    await stage.broker.settle(others.id, { action: "decline" }, { by: "ada" });
    const { href } = await stage.ask({ schema: guests });
    const { text } = await stage.visitor("ada").open(href);
    const earlier = text.split('class="earlier"')[1]?.split("</ul>")[0] ?? "";
    for (const part of [
      "<dt><bdi>Seat</bdi></dt><dd><bdi>Window</bdi></dd>",
      "[secret]",
      "Not on &lt;Friday&gt;.",
    ])
      expect(earlier).toContain(part);
    expect(earlier).not.toContain("Push to main?");
    expect(text).not.toContain("hunter2");
  });

  it("shows nothing that was answered to an asker elsewhere that calls itself the same (W2, C3)", async () => {
    const stage = createInboxStage();
    const asker = { server: "deploy", method: "api", runId: "run-1", origin: "token ci" };
    const own = await stage.ask({ message: "Deploy 1.0?", asker });
    await stage.broker.settle(own.id, { action: "decline", reason: "Not yet." }, { by: "ada" });
    const eve = { ...asker, origin: "token eve", runId: "run-2" };
    // However much the other one asks.
    for (let index = 0; index < 30; index += 1) {
      await stage.clock.advance(1);
      const { id } = await stage.ask({ message: `Wire ${index} dollars?`, asker: eve });
      await stage.broker.settle(id, { action: "accept" }, { by: "ada" });
    }
    const earlierOn = async (asking: typeof asker) => {
      const { href } = await stage.ask({ message: "Deploy 1.1?", asker: { ...asking, runId: "run-3" } });
      const { text } = await stage.visitor("ada").open(href);
      return text.split('class="earlier"')[1]?.split("</ul>")[0] ?? "";
    };
    expect(await earlierOn(asker)).toContain("Not yet.");
    expect(await earlierOn(asker)).not.toContain("Wire");
    expect(await earlierOn(eve)).not.toContain("Not yet.");
    expect(await earlierOn({ ...asker, origin: "token mallory" })).toBe("");
  });

  it("always offers to submit, to decline with a reason, not now, and to cancel (W3, C10)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask();
    const { text } = await stage.visitor("ada").open(href);
    for (const action of ["accept", "decline", "later", "cancel"])
      expect(text).toContain(`value="${action}"`);
    expect(text).toContain(">Approve</button>");
    expect(text).toContain('name="reason"');
  });

  it("warns of a field that looks like a credential, and masks it (C12)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ schema: secret });
    const { text } = await stage.visitor("ada").open(href);
    expect(text).toContain("A form like this must not ask for one");
    expect(text).toMatch(/name="f2"[^>]*type="password"/);
  });

  it("says that a run asks the same thing again (C11)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ repeats: 2 });
    expect((await stage.visitor("ada").open(href)).text).toContain("has asked exactly this 2 times before");
  });

  it("neutralises whatever the asker wrote (C14)", async () => {
    const stage = createInboxStage();
    const hostile = "\u202Eevil\u001b[31m <script>alert(1)</script> https://evil.example";
    const { href } = await stage.ask({
      message: hostile,
      asker: { server: hostile, method: "tools/call", target: hostile, client: hostile, runId: "r" },
    });
    const visitor = stage.visitor("ada");
    for (const url of [href, stage.home, `${stage.home}/runs`]) {
      const { text } = await visitor.open(url);
      // What names a server to the API is its name to the last character, and is shown nowhere.
      const shown = text.replaceAll(/ value="[^"]*"/g, "");
      for (const part of ["\u202E", "\u001b", "<script>alert"]) expect(shown).not.toContain(part);
      expect(text).not.toContain('href="https://evil');
    }
  });

  it("cuts a very long message, with all of it behind Show all (C14)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ message: `${"word ".repeat(1_000)}the end` });
    const { text } = await stage.visitor("ada").open(href);
    const [before = "", behind = ""] = text.split("Show all 5,007 characters");
    expect(before).not.toContain("the end");
    expect(behind).toContain("the end");
  });
});

describe("an answer", () => {
  it("is taken once, says where from, and turns the card into a receipt (C4, C15, W5)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const { sent, shown, location } = await press(visitor, href, "accept", { f0: "4" });
    expect([sent.status, location]).toEqual([303, `/inbox/e/${id}`]);
    expect(shown.text).toContain("Answer sent");
    expect(shown.text).not.toContain('value="accept"');
    expect(await stage.broker.getAnswer(id)).toEqual({ action: "accept", content: { guests: 4 }, by: "ada" });
    expect((await stage.broker.get(id))?.settled).toMatchObject({ by: "ada", from: "inbox" });
  });

  it("that comes second is told who was first, and when (C4, C5)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const page = await visitor.open(href);
    await stage.broker.settle(
      id,
      { action: "accept", content: { guests: 2 } },
      { by: "grace", from: "terminal" },
    );
    const sent = await visitor.post(href, [
      ["token", tokenOf(page.text)],
      ["questions", id],
      ["f0", "4"],
      ["action", "accept"],
    ]);
    expect(sent.status).toBe(409);
    for (const part of ["came too late and was not sent", "grace", "terminal"])
      expect(sent.text).toContain(part);
    expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { guests: 2 } });
  });

  it("that is sent twice is one answer (C4)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const page = await visitor.open(href);
    const key = /name="key" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const pairs: [string, string][] = [
      ["token", tokenOf(page.text)],
      ["key", key],
      ["questions", id],
      ["f0", "4"],
      ["action", "accept"],
    ];
    expect((await visitor.post(href, pairs)).status).toBe(303);
    expect((await visitor.post(href, pairs)).status).toBe(303);
  });

  it.each(["decline", "cancel"])("that is a %s, sent twice, is one (C4)", async (action) => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(href);
    const pairs: [string, string][] = [...formPairs(formOf(text, "refuse"), {}), ["action", action]];
    expect((await visitor.post(href, pairs)).status).toBe(303);
    expect((await visitor.post(href, pairs)).status).toBe(303);
    const again = (await visitor.post(href, [...pairs, ["reason", "Another one."]])).status;
    expect(again).toBe(409);
  });

  it("that is wrong shows what is wrong, with what was typed, and sends nothing (W3, W4)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const { sent } = await press(stage.visitor("ada"), href, "accept", { f0: "40" });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain('role="alert"');
    expect(sent.text).toContain('value="40"');
    expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("leaves an optional field that was not answered out (C9)", async () => {
    const stage = createInboxStage();
    const optional: FormSchema = {
      type: "object",
      properties: {
        a: { type: "string", maxLength: 9 },
        b: { type: "boolean" },
        c: { type: "integer" },
        d: { type: "boolean", default: false },
      },
    };
    const { href, id } = await stage.ask({ schema: optional });
    await press(stage.visitor("ada"), href, "accept");
    expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { d: false } });
  });

  it("of a secret is in no page, draft or history afterwards (C12)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: secret });
    const visitor = stage.visitor("ada");
    await press(visitor, href, "later", { f0: "me", f1: "hunter2", f2: "hunter2" });
    const seen = [(await visitor.open(href)).text];
    // What is no secret is kept all the same.
    expect(seen[0]).toMatch(/name="f0"[^>]*value="me"/);
    await press(visitor, href, "accept", { f1: "hunter2" });
    expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { key: "hunter2" } });
    for (const url of [
      href,
      `${stage.home}/history`,
      `${stage.home}/history.csv`,
      `${stage.home}/history.json`,
    ])
      seen.push((await visitor.open(url)).text);
    seen.push(...stage.lines);
    expect(seen.filter((text) => text.includes("key") && text.includes("hunter2"))).toEqual([]);
  });

  it("too late for its deadline is told so (C5)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests, timeoutMs: 1_000 });
    const visitor = stage.visitor("ada");
    const page = await visitor.open(href);
    await stage.clock.advance(2_000);
    const sent = await visitor.post(href, [
      ["token", tokenOf(page.text)],
      ["questions", id],
      ["f0", "4"],
      ["action", "accept"],
    ]);
    expect(sent.status).toBe(409);
    expect(sent.text).toContain("The time is over");
  });
});

describe("saying no", () => {
  it("declines, with the reason (W3, C18, C1)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const { shown } = await press(stage.visitor("ada"), href, "decline", { reason: "We are closed." });
    expect(await stage.broker.getAnswer(id)).toEqual({ action: "decline", reason: "We are closed." });
    expect(shown.text).toContain("Declined");
    expect(shown.text).toContain("We are closed.");
  });

  it("of a secret never reads as having given it (C12)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ schema: secret });
    const { shown } = await press(stage.visitor("ada"), href, "decline");
    expect(shown.text).toContain("Nothing was given to");
  });

  it("cancels, which is no decline (W3, C1)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask();
    await press(stage.visitor("ada"), href, "cancel");
    expect((await stage.broker.getAnswer(id))?.action).toBe("cancel");
  });

  it("not now answers nothing, keeps what was typed, and puts it aside (W3, C6)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    const { location, shown } = await press(visitor, href, "later", { f0: "7" });
    expect(location).toBe(`/inbox?done=later&n=1&id=${id}`);
    expect(shown.text).toContain("1 question put aside");
    expect((await stage.broker.get(id))?.status).toBe("pending");
    expect((await visitor.open(href)).text).toMatch(/name="f0"[^>]*value="7"/);
  });

  const note: FormSchema = { type: "object", properties: { note: { type: "string" } } };
  const long = "x".repeat(200);

  it.each(["later", "back"])(
    "%s says when what was typed cannot be kept, and loses none of it (W3, C6)",
    async (action) => {
      const stage = createInboxStage({ broker: { maxAnswerBytes: 100 } });
      const { href, id } = await stage.ask({ schema: note });
      const visitor = stage.visitor("ada");
      const { sent } = await press(visitor, href, action, { f0: long });

      expect(sent.status).toBe(422);
      const { text } = sent;
      expect(text).toContain("What you typed is longer than can be kept");
      expect(formOf(text, "answer")).toContain(long);
      expect((await stage.broker.asides.list("ada")).has(id)).toBe(false);
    },
  );

  it("not now of a round names the question that was typed too much for, and keeps the others (C6, C11)", async () => {
    const stage = createInboxStage({ broker: { maxAnswerBytes: 100 } });
    const first = await stage.ask({ group: "g", schema: note });
    const second = await stage.ask({ group: "g", schema: note });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(first.href);
    const [one = "", two = ""] = [...text.matchAll(/aria-labelledby="(q\w+-)title"/g)].map(
      ([, prefix = ""]) => prefix,
    );
    const { sent } = await press(visitor, first.href, "later", { [`${one}f0`]: long, [`${two}f0`]: "short" });

    expect(sent.status).toBe(422);
    expect(sent.text).toContain("One thing needs another look");
    expect(await stage.broker.drafts.get(second.id, "ada")).toEqual({ note: "short" });
  });

  it("a draft that is too large is refused to the script that sends it", async () => {
    const stage = createInboxStage({ broker: { maxAnswerBytes: 100 } });
    const { href } = await stage.ask({ schema: note });
    const { sent } = await press(stage.visitor("ada"), href, "draft", { f0: long });
    expect(sent.status).toBe(413);
  });
});

describe("a draft", () => {
  const everything: FormSchema = {
    type: "object",
    properties: {
      text: { type: "string", maxLength: 50 },
      number: { type: "integer" },
      sure: { type: "boolean" },
      one: { type: "string", enum: ["a", "b"] },
      some: { type: "array", items: { type: "string", enum: ["x", "y", "z"] } },
      at: { type: "string", format: "date-time" },
    },
    required: ["text", "number", "sure", "one", "some", "at"],
  };

  it("brings back whatever was typed or chosen, also what is not right yet (C6)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ schema: everything });
    const visitor = stage.visitor("ada");
    const { sent } = await press(visitor, href, "draft", {
      f0: "hello",
      f1: "many",
      f2: "no",
      f3: "1",
      f4: "0,2",
      f5: "2026-07-28T15:30",
      "f5-zone": "+02:00",
    });
    expect(sent.status).toBe(204);
    const form = formOf((await visitor.open(href)).text, "answer");
    expect(form).toContain('value="hello"');
    expect(form).toContain('value="many"');
    expect(form).toMatch(/value="no" checked/);
    expect(form).toMatch(/name="f3" value="1" checked/);
    expect(form.match(/name="f4" value="[02]" checked/g)).toHaveLength(2);
    expect(form).toContain('value="2026-07-28T15:30"');
    expect(form).toMatch(/value="\+02:00" selected/);
    expect(form).not.toContain("field-wrong");
  });

  it("is what was sent and not taken, but for secrets, and is not wrong yet when it comes back (C6, W3, C12)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: { ...secret, required: ["who", "key", "password"] } });
    const visitor = stage.visitor("ada");
    const typed = { f0: "somebody with a long name", f1: "hush-hush", f2: "hush-hush" };
    const { sent } = await press(visitor, href, "accept", typed);
    expect(sent.status).toBe(422);
    expect(await stage.broker.drafts.get(id, "ada")).toEqual({ who: "somebody with a long name" });
    const form = formOf((await visitor.open(href)).text, "answer");
    expect(form).toContain('value="somebody with a long name"');
    expect(form).not.toContain("field-wrong");
    expect(JSON.stringify(await stage.engine.records.list("", undefined, 100))).not.toContain("hush");
  });

  it("takes the place of the one before with an answer that is not taken (C6)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ schema: everything });
    const visitor = stage.visitor("ada");
    await press(visitor, href, "draft", { f0: "hello", f1: "many" });
    await press(visitor, href, "accept", { f0: "", f1: "more" });
    expect(await stage.broker.drafts.get(id, "ada")).toEqual({ number: "more", some: [] });
    await press(visitor, href, "accept", { f0: "", f1: "" });
    expect(await stage.broker.drafts.get(id, "ada")).toEqual({ some: [] });
  });

  it("that cannot be kept is still on the card that says what is wrong (W3)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ schema: guests });
    const visitor = stage.visitor("ada");
    await visitor.open(href);
    Object.assign(stage.engine.records, { put: () => Promise.reject(new Error("The disk is full.")) });
    const { sent } = await press(visitor, href, "accept", { f0: "40" });
    expect(sent.status).toBe(422);
    expect(formOf(sent.text, "answer")).toContain('value="40"');
    expect(stage.lines.join("\n")).toContain("A draft cannot be kept.");
  });
});

describe("a round", () => {
  const ask = async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ group: "g", message: "How many?", schema: guests });
    const second = await stage.ask({ group: "g", message: "Send it?", schema: approval });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(first.href);
    const [one = "", two = ""] = [...text.matchAll(/aria-labelledby="(q\w+-)title"/g)].map(
      ([, prefix = ""]) => prefix,
    );
    return { stage, first, second, visitor, text, one, two };
  };

  it("is one card, sent together (C11)", async () => {
    const { stage, first, second, visitor, text, one, two } = await ask();
    expect(text).toContain("2 questions, answered together");
    const { sent } = await press(visitor, second.href, "accept", {
      [`${one}f0`]: "4",
      [`${two}verdict`]: "approve",
    });
    expect(sent.status).toBe(303);
    expect(await stage.broker.getAnswer(first.id)).toMatchObject({
      action: "accept",
      content: { guests: 4 },
    });
    expect(await stage.broker.getAnswer(second.id)).toMatchObject({ action: "accept" });
  });

  it("sends nothing while one of its questions is wrong or undecided (C11, C9)", async () => {
    const { stage, first, second, visitor, one } = await ask();
    const { sent } = await press(visitor, first.href, "accept", { [`${one}f0`]: "4" });
    expect(sent.status).toBe(422);
    expect(sent.text).toContain("Needs your decision");
    for (const { id } of [first, second]) expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("keeps what was sent for each of its questions while one is wrong (C6, C11)", async () => {
    const { stage, first, second, visitor, one } = await ask();
    await press(visitor, second.href, "accept", { [`${one}f0`]: "4" });
    expect(await stage.broker.drafts.get(first.id, "ada")).toEqual({ guests: 4 });
    expect(await stage.broker.drafts.get(second.id, "ada")).toBeUndefined();
  });

  it("sends nothing while a later one of its forms is wrong (C11, C9)", async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ group: "g", schema: guests });
    const second = await stage.ask({ group: "g", schema: guests, message: "And on Friday?" });
    const visitor = stage.visitor("ada");
    const { text } = await visitor.open(first.href);
    const [one, two] = [...text.matchAll(/name="(q\w+-)f0"/g)].map(([, prefix]) => prefix);
    const { sent } = await press(visitor, first.href, "accept", { [`${one}f0`]: "4", [`${two}f0`]: "400" });
    expect(sent.status).toBe(422);
    for (const { id } of [first, second]) expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("lets one question be declined on its own", async () => {
    const { stage, first, second, visitor, one, two } = await ask();
    await press(visitor, first.href, "accept", {
      [`${one}verdict`]: "decline",
      [`${two}verdict`]: "approve",
    });
    expect((await stage.broker.getAnswer(first.id))?.action).toBe("decline");
    expect((await stage.broker.getAnswer(second.id))?.action).toBe("accept");
  });

  it("says of what ends all of it that it does (C1, C11)", async () => {
    const { first, visitor } = await ask();
    const { text } = await visitor.open(first.href);
    for (const label of ["Send answers", "Decline all", "Cancel all"])
      expect(text).toContain(`>${label}</button>`);
  });

  it("is declined as a whole", async () => {
    const { stage, first, second, visitor } = await ask();
    await press(visitor, first.href, "decline", { reason: "No." });
    for (const { id } of [first, second])
      expect(await stage.broker.getAnswer(id)).toEqual({ action: "decline", reason: "No." });
  });

  it("takes no question of an asker elsewhere along that calls itself the same (C3)", async () => {
    const stage = createInboxStage();
    const asker = {
      server: "deploy",
      method: "api",
      target: undefined,
      client: "ci",
      principalId: "a",
      runId: "42",
    };
    const first = await stage.ask({
      group: "g",
      message: "Deploy?",
      asker: { ...asker, origin: "token ci" },
    });
    await stage.ask({ group: "g", message: "Wire money?", asker: { ...asker, origin: "token eve" } });
    const { text } = await stage.visitor("ada").open(first.href);
    expect(formOf(text, "answer")).not.toContain("Wire money?");
    expect(text).toContain("token ci");
  });

  it("takes no question of another round along", async () => {
    const { stage, first, visitor, text } = await ask();
    const other = await stage.ask({ group: "other" });
    const sent = await visitor.post(first.href, [
      ["token", tokenOf(text)],
      ["questions", `${first.id} ${other.id}`],
      ["action", "decline"],
    ]);
    expect(sent.status).toBe(400);
    expect((await stage.broker.get(other.id))?.status).toBe("pending");
  });
});

describe("a page to go to", () => {
  const url = "https://accounts.google.com.evil.co.uk/login?next=1";

  it("is shown whole, with its registrable domain highlighted and what is odd about it (C13, W9)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({
      mode: "url",
      url: "http://user@evil.co.uk:8080/x".replace("user@", ""),
    });
    const { text } = await stage.visitor("ada").open(href);
    expect(text).toContain('<span class="address-domain">evil.co.uk</span>');
    expect(text).toContain("not encrypted");
    expect(text).toContain("unusual port (8080)");
  });

  it("is named by its button as it is registered, and never as what it looks like (C13)", async () => {
    const stage = createInboxStage();
    const { href } = await stage.ask({ mode: "url", url: "https://xn--80ak6aa92e.com/login" });
    const visitor = stage.visitor("ada");
    for (const address of [href, `${href}?opened=yes`])
      expect((await visitor.open(address)).text).toMatch(/>Open xn--80ak6aa92e\.com(?: again)?</);
  });

  it("is opened only after consent, then waits: finished, open again, cancel (C13, W9)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ mode: "url", url });
    const visitor = stage.visitor("ada");
    expect((await visitor.open(href)).text).not.toContain(`href="${url}"`);
    const { shown, location } = await press(visitor, href, "open");
    expect(location).toBe(`/inbox/e/${id}?opened=yes`);
    expect(shown.text).toMatch(/href="https:\/\/accounts[^"]+" target="_blank" rel="noopener noreferrer"/);
    for (const part of [
      "I have finished",
      "Waiting until you have finished there",
      ".evil.co.uk<span data-scripted hidden> again</span></span></a>",
    ])
      expect(shown.text).toContain(part);
    expect((await stage.broker.get(id))?.status).toBe("active");
    await press(visitor, `${href}?opened=yes`, "accept");
    expect((await stage.broker.getAnswer(id))?.action).toBe("accept");
  });

  it("is finished by itself when its server says so (C13)", async () => {
    const stage = createInboxStage();
    const { href, id } = await stage.ask({ mode: "url", url });
    await stage.broker.withdraw(id, "answered");
    const { text } = await stage.visitor("ada").open(href);
    expect(text).toContain("heard from the page that it is done");
  });

  it("that comes again after it was done is a loop, and is not opened (C13)", async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ mode: "url", url });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "ada" });
    const { href } = await stage.ask({ mode: "url", url });
    const { text } = await stage.visitor("ada").open(href);
    expect(text).toContain("That is a loop");
    expect(text).not.toContain('value="open"');
    const opened = await stage.visitor("ada").open(`${href}?opened=yes`);
    expect(opened.text).not.toMatch(/Waiting until|value="accept"|target="_blank"/);
  });

  it("that comes again is a loop however much was asked since (C13)", async () => {
    const stage = createInboxStage();
    const first = await stage.ask({ mode: "url", url });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "ada" });
    for (let index = 0; index < 25; index += 1) {
      await stage.clock.advance(1);
      const { id } = await stage.ask({ message: `Question ${index}?` });
      await stage.broker.settle(id, { action: "decline" }, { by: "ada" });
    }
    const { href } = await stage.ask({ mode: "url", url });
    expect((await stage.visitor("ada").open(href)).text).toContain("That is a loop");
  });

  it("that another asker has sent to under the same run is no loop (C3, C13)", async () => {
    const stage = createInboxStage();
    const asker = { server: "tables", method: "api", runId: "run-1", origin: "token eve" };
    const first = await stage.ask({ mode: "url", url, asker });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "ada" });
    const { href } = await stage.ask({ mode: "url", url });
    expect((await stage.visitor("ada").open(href)).text).not.toContain("That is a loop");
  });

  it("that another run has been through with is no loop (C13)", async () => {
    const stage = createInboxStage();
    const asker = { server: "tables", method: "tools/call", runId: "another run" };
    const first = await stage.ask({ mode: "url", url, asker });
    await stage.broker.settle(first.id, { action: "accept" }, { by: "ada" });
    const { href } = await stage.ask({ mode: "url", url });
    const { text } = await stage.visitor("ada").open(href);
    expect(text).not.toContain("That is a loop");
    expect(text).toContain('value="open"');
  });
});

it("a receipt of somebody else's answer shows it, and leads on to the next question (W5)", async () => {
  const stage = createInboxStage();
  const { href, id } = await stage.ask({ schema: guests });
  const next = await stage.ask();
  await stage.broker.settle(id, { action: "accept", content: { guests: 3 } }, { by: "grace" });
  const { text } = await stage.visitor("ada").open(href);
  expect(text).toMatch(/<dt><bdi>Guests<\/bdi><\/dt><dd>3</);
  expect(text).toContain(`href="/inbox/e/${next.id}" data-next`);
});

it("a question that was taken back says why (C5)", async () => {
  const stage = createInboxStage();
  const { href, id } = await stage.ask();
  await stage.broker.withdraw(id, "The call was cancelled.");
  const { text } = await stage.visitor("ada").open(href);
  expect(text).toContain("No longer asked");
  expect(text).toContain("The call was cancelled.");
});
