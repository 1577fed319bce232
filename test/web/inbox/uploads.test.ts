// Files that are sent from a card, through the API.

import { describe, expect, it } from "vitest";
import type { BrokerOptions } from "../../../src/broker/index.js";
import type { FileReference } from "../../../src/core/elicitation/answer.js";
import type { FormSchema } from "../../../src/core/elicitation/form-schema.js";
import { createInboxStage, formOf, tokenOf } from "./stage.js";

const receipts: FormSchema = {
  type: "object",
  properties: {
    note: { type: "string", maxLength: 40 },
    files: { type: "file", title: "Receipts", maxBytes: 10, maxFiles: 2, accept: ["text/plain"] },
    more: { type: "file", maxBytes: 10, maxFiles: 1 },
  },
  required: ["files"],
};

const setUp = async (asked: { readonly group?: string } = {}, broker: Partial<BrokerOptions> = {}) => {
  const stage = createInboxStage({ broker });
  const { href, id } = await stage.ask({ schema: receipts, ...asked });
  const visitor = stage.visitor("ada");
  const { text } = await visitor.open(href);
  const key = /name="key" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const send = (fields: readonly (readonly [string, string | File])[], token = tokenOf(text), ids = id) => {
    const body = new FormData();
    for (const [name, value] of [
      ["token", token],
      ["key", key],
      ["questions", ids],
      ...fields,
      ["action", "accept"],
    ] as const)
      body.append(name, value);
    const headers = { origin: "https://app.example.com", "sec-fetch-site": "same-origin" };
    return visitor.send(href, { method: "POST", body, headers });
  };
  return { stage, href, id, visitor, text, send };
};

const file = (name: string, content: string, type = "text/plain"): File =>
  new File([content], name, { type });

describe("files", () => {
  it("go with the answer, each to its field, and are kept by the broker", async () => {
    const { stage, id, send, text } = await setUp();
    expect(formOf(text, "answer")).toContain('enctype="multipart/form-data"');
    const sent = await send([
      ["f0", "hi"],
      ["f1", file("a.txt", "one")],
      ["f1", file("b.txt", "two")],
      ["f2", file("c.bin", "3", "x/y")],
    ]);
    expect(sent.status).toBe(303);
    const answer = await stage.broker.getAnswer(id);
    if (answer?.action !== "accept") throw new Error("There is no answer.");
    const [first] = answer.content.files as readonly FileReference[];
    expect(answer.content).toMatchObject({
      note: "hi",
      files: [{ name: "a.txt" }, { name: "b.txt" }],
      more: [{ name: "c.bin" }],
    });
    const opened = first && (await stage.broker.files.open(first));
    expect(await new Response(opened).text()).toBe("one");
  });

  it("for which there is no room are named, and can be sent again when there is", async () => {
    const { stage, id, send } = await setUp({}, { files: { maxTotalBytes: 12 } });
    const other = await stage.ask({ schema: receipts });
    const text = { name: "a.txt", type: "text/plain", maxBytes: 10 };
    const pieces = async function* () {
      yield new Uint8Array(10);
    };
    const kept = await stage.broker.files.write(other.id, text, pieces());
    const refused = await send([["f1", file("b.txt", "three")]]);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("there is no room for more files");
    expect((await stage.broker.get(id))?.status).toBe("pending");
    if (!kept.ok) throw new Error(kept.reason);
    await stage.broker.files.remove(kept.file);
    expect((await send([["f1", file("b.txt", "three")]])).status).toBe(303);
  });

  it("that are too large, too many or of the wrong kind are named, and nothing is sent", async () => {
    const { stage, id, send } = await setUp();
    for (const [files, problem] of [
      [[file("a.txt", "x".repeat(11))], "at most 10 bytes"],
      [[file("a.txt", "1"), file("b.txt", "2"), file("c.txt", "3")], "at most 2 files"],
      [[file("a.png", "1", "image/png")], "Must be PLAIN"],
      [[], "is required"],
    ] as const) {
      const sent = await send(files.map((one) => ["f1", one] as const));
      expect(sent.status).toBe(422);
      expect(sent.text.toLowerCase()).toContain(problem.toLowerCase());
    }
    expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("that are sent twice with the same form are one answer (C4)", async () => {
    const { send } = await setUp();
    expect((await send([["f1", file("a.txt", "one")]])).status).toBe(303);
    expect((await send([["f1", file("a.txt", "one")]])).status).toBe(303);
    expect((await send([["f1", file("a.txt", "two")]])).status).toBe(303);
    expect((await send([["f1", file("other.txt", "one")]])).status).toBe(409);
  });

  it("are not taken without the token of the form (W8)", async () => {
    const { stage, id, send } = await setUp();
    expect((await send([["f1", file("a.txt", "one")]], "wrong")).status).toBe(403);
    expect((await stage.broker.get(id))?.status).toBe("pending");
  });

  it("go to the right question of a round (C11)", async () => {
    const { stage, href, id, visitor, send } = await setUp({ group: "g" });
    const other = await stage.ask({ group: "g", schema: receipts });
    const { text } = await visitor.open(href);
    const [one = "", two = ""] = [...text.matchAll(/aria-labelledby="(q\w+-)title"/g)].map(
      ([, prefix = ""]) => prefix,
    );
    const sent = await send(
      [
        [`${one}f1`, file("one.txt", "1")],
        [`${two}f1`, file("two.txt", "2")],
      ],
      tokenOf(text),
      `${id} ${other.id}`,
    );
    expect(sent.status).toBe(303);
    expect(await stage.broker.getAnswer(id)).toMatchObject({ content: { files: [{ name: "one.txt" }] } });
    expect(await stage.broker.getAnswer(other.id)).toMatchObject({
      content: { files: [{ name: "two.txt" }] },
    });
  });
});
