// What somebody types on a hosted page and does not send is there again, for them and for nobody else.

import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { createPages } from "../../src/web/index.js";
import { readControls } from "./rendered-form.js";
import { createStage, createVisitor, formPairs, identifyByCookie } from "./stage.js";

const BASE = "http://127.0.0.1:3000";
const KEYS = ["a key of at least thirty-two bytes"];

const booking: FormSchema = {
  type: "object",
  properties: {
    guests: { type: "integer", title: "Guests", minimum: 1, maximum: 20 },
    wishes: { type: "string", title: "Wishes" },
  },
  required: ["guests"],
};

const account: FormSchema = {
  type: "object",
  properties: {
    user: { type: "string", title: "User" },
    word: { type: "secret", title: "The word" },
    proof: { type: "file", title: "Proof", accept: [".pdf"], maxBytes: 1_000, maxFiles: 1 },
  },
};

const signIn: FormSchema = {
  type: "object",
  properties: {
    user: { type: "string", title: "User" },
    mfa: { type: "boolean", title: "With a second factor" },
    verification_code: { type: "integer", title: "Number" },
    which: { type: "string", title: "Credentials", enum: ["mine", "yours"] },
  },
};

const valuesIn = (html: string): Record<string, string> =>
  Object.fromEntries(
    readControls(html).flatMap(({ type, name, value }) => (type === "hidden" ? [] : [[name, value]])),
  );

type Visitor = ReturnType<typeof createVisitor>;

/** Sends what the page's script sends while somebody types. */
async function type(
  visitor: Visitor,
  href: string,
  values: Readonly<Record<string, string>>,
): Promise<number> {
  const { text } = await visitor.open(href);
  const { status } = await visitor.post(href, [...formPairs(text, values), ["action", "draft"]]);
  return status;
}

describe("what was typed on a page", () => {
  it("is there again for the person, also in another browser, and gone with the answer (C6)", async () => {
    const { ask, visitor, broker, engine } = createStage();
    const { href, id } = ask(booking);
    expect(await type(visitor("ada"), href, { f0: "4", f1: "By the window" })).toBe(204);

    expect(valuesIn((await visitor("ada").open(href)).text)).toEqual({ f0: "4", f1: "By the window" });
    // The inbox of the same person reads the same draft.
    expect(await broker.drafts.get(id, "ada")).toEqual({ guests: 4, wishes: "By the window" });

    expect((await visitor("ada").answer(href, {})).text).toContain("Answer sent");
    expect((await await broker.getAnswer(id)) as unknown).toMatchObject({
      content: { wishes: "By the window" },
    });
    expect(await engine.records.list("elicitation-draft:", undefined, 10)).toEqual([]);
  });

  it("is there again after the server was started anew (C6)", async () => {
    const { ask, visitor, broker, clock } = createStage();
    const { href } = ask(booking);
    await type(visitor("ada"), href, { f1: "A quiet table" });
    const again = createPages({
      broker,
      clock,
      baseUrl: "https://app.example.com/beckon",
      keys: KEYS,
      identify: identifyByCookie,
    });
    const { text } = await createVisitor(again.fetch, "ada").open(href);
    expect(valuesIn(text).f1).toBe("A quiet table");
  });

  it("is forgotten when it is emptied", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask(booking);
    const ada = visitor("ada");
    await type(ada, href, { f1: "A quiet table" });
    await type(ada, href, { f1: "" });
    expect(await broker.drafts.get(id, "ada")).toBeUndefined();
  });

  it("is kept when it is not taken, and so without a script too (C6, W3)", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask(booking);
    const refused = await visitor("ada").answer(href, { f0: "40", f1: "By the window" });
    expect(refused.status).toBe(422);
    const { text } = await visitor("ada").open(href);
    expect(valuesIn(text)).toEqual({ f0: "40", f1: "By the window" });
    // A draft is not wrong yet.
    expect(text).not.toContain("needs another look");
  });

  it("is kept by Not now, which says so (C6)", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask(booking);
    const left = await visitor("ada").answer(href, { f1: "By the window" }, "later");
    expect(left.text).toContain("Left open");
    expect(left.text).toContain("What you typed is kept");
    expect((await broker.get(id))?.status).toBe("pending");
    expect(valuesIn((await visitor("ada").open(href)).text).f1).toBe("By the window");
    expect((await visitor("ada").open(`${ask(booking).href}/later`)).text).not.toContain("What you typed");
  });

  it("has no secret and no file in it, whatever is sent (C12)", async () => {
    const { ask, visitor, broker, engine } = createStage();
    const { href, id } = ask(account);
    const ada = visitor("ada");
    const { text } = await ada.open(href);
    // Here not even "Not now" sends what is typed.
    expect(text).toMatch(/<a class="button quiet" href="[^"]+\/later">Not now<\/a>/);
    const pairs = formPairs(text, { f0: "ada", f1: "hush-hush" });
    const sent: [string, string][] = [...pairs.filter(([name]) => name !== "f2"), ["f2", "proof.pdf"]];
    for (const action of ["draft", "later"]) await ada.post(href, [...sent, ["action", action]]);
    expect(await broker.drafts.get(id, "ada")).toEqual({ user: "ada" });
    expect(valuesIn((await ada.open(href)).text)).toMatchObject({ f0: "ada", f1: "" });
    expect(JSON.stringify(await engine.records.list("", undefined, 100))).not.toContain("hush");
  });

  it("is kept but for what is called like a secret, whatever its kind (C6, C12)", async () => {
    const { ask, visitor, broker } = createStage();
    const { href, id } = ask(signIn);
    const ada = visitor("ada");
    const typed = { f0: "ada", f1: "yes", f2: "123456", f3: "1" };
    expect(await type(ada, href, typed)).toBe(204);
    expect(await broker.drafts.get(id, "ada")).toEqual({ user: "ada" });

    const left = await ada.answer(href, { ...typed, f0: "grace" }, "later");
    expect(left.text).toContain("What you typed is kept there for you, except secrets");
    expect(await broker.drafts.get(id, "ada")).toEqual({ user: "grace" });

    const nothing = await ada.answer(href, { f0: "", f2: "123456" }, "later");
    expect(nothing.text).toContain("nothing that you typed is kept");
  });

  it("is said not to be kept by Not now, where it is too long or cannot be written (C6)", async () => {
    const { ask, visitor, engine, lines } = createStage({ broker: { maxAnswerBytes: 100 } });
    const { href } = ask(booking);
    const long = await visitor("ada").answer(href, { f1: "x".repeat(200) }, "later");
    expect(long.text).toContain("Left open");
    expect(long.text).toContain("What you typed could not be kept");

    Object.assign(engine.records, { put: () => Promise.reject(new Error("The disk is full.")) });
    const failed = await visitor("ada").answer(href, { f1: "x" }, "later");
    expect(failed.text).toContain("What you typed could not be kept");
    expect(lines.join("\n")).toContain("A draft cannot be kept.");
  });

  it("does no harm to an answer that was taken when it cannot be forgotten", async () => {
    const { ask, visitor, broker, engine, lines } = createStage();
    const { href, id } = ask(booking);
    Object.assign(engine.records, { remove: () => Promise.reject(new Error("The disk is full.")) });
    expect((await visitor("ada").answer(href, { f0: "2" })).text).toContain("Answer sent");
    expect((await broker.get(id))?.status).toBe("accepted");
    expect(lines.join("\n")).toContain("A draft cannot be removed.");
  });

  it("stays on the page that says what is wrong with it when it cannot be kept (W3)", async () => {
    const { ask, visitor, engine, lines } = createStage();
    const { href } = ask(booking);
    Object.assign(engine.records, { put: () => Promise.reject(new Error("The disk is full.")) });
    const refused = await visitor("ada").answer(href, { f0: "40", f1: "By the window" });
    expect(refused.status).toBe(422);
    expect(valuesIn(refused.text)).toEqual({ f0: "40", f1: "By the window" });
    expect(lines.join("\n")).toContain("A draft cannot be kept.");
  });

  it("is refused with a token of another page, and once it is over", async () => {
    const { ask, visitor } = createStage();
    const { href } = ask(booking);
    const other = ask(booking);
    const ada = visitor("ada");
    const { text } = await ada.open(other.href);
    const pairs = formPairs(text, { f1: "x" });
    expect((await ada.post(href, [...pairs, ["action", "draft"]])).status).toBe(403);
    await ada.answer(other.href, { f0: "2" });
    expect((await ada.post(other.href, [...pairs, ["action", "draft"]])).status).toBe(409);
  });
});

describe("what was typed where nobody signs in", () => {
  const anonymous = () => createStage({ baseUrl: BASE, identify: undefined as never, keys: KEYS });

  it("is this browser's, and for nobody else who has the link (C6, W8)", async () => {
    const { ask, visitor, engine } = anonymous();
    // For nobody in particular, and for somebody who cannot be told apart here.
    for (const audience of [undefined, "ada"]) {
      const { href } = ask(booking, { audience });
      const one = visitor();
      expect(await type(one, href, { f1: "By the window" })).toBe(204);
      expect(valuesIn((await one.open(href)).text).f1).toBe("By the window");

      const other = visitor();
      expect(valuesIn((await other.open(href)).text).f1).toBe("");
      expect(valuesIn((await other.open(href)).text).f1).toBe("");
      await type(other, href, { f1: "Somebody else" });
      expect(valuesIn((await one.open(href)).text).f1).toBe("By the window");
      // What is written down opens no draft: the cookie is not in it.
      const kept = JSON.stringify(await engine.records.list("", undefined, 100));
      expect(kept).not.toContain([...one.jar.values()][0]);
    }
  });

  it("is found again after the browser was closed: its cookie stays (C6)", async () => {
    const { ask, visitor } = anonymous();
    const [cookie = ""] = (await visitor().open(ask().href)).headers.getSetCookie();
    expect(cookie).toMatch(
      /^beckon-browser=[\w-]{22}; Path=\/asked; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    );
  });
});
