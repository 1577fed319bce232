// Files that come with an answer.

import { describe, expect, it } from "vitest";
import { isAcceptedFile } from "../../src/core/elicitation/accepted-file.js";
import type { FileReference } from "../../src/core/elicitation/answer.js";
import { checkContent } from "../../src/core/elicitation/check-content.js";
import type { FormSchema } from "../../src/core/elicitation/form-schema.js";
import { createStage, formPairs } from "./stage.js";

const invoices: FormSchema = {
  type: "object",
  properties: {
    invoices: { type: "file", accept: [".pdf", "image/*"], maxBytes: 1_000, maxFiles: 2 },
    note: { type: "string", maxLength: 5 },
  },
  required: ["invoices"],
};

const pdf = (bytes: number, name = "a.pdf"): File =>
  new File([new Uint8Array(bytes).fill(37)], name, { type: "application/pdf" });

async function upload(files: readonly File[], values: Record<string, string> = {}, schema = invoices) {
  const stage = createStage();
  const asked = stage.ask(schema);
  const ada = stage.visitor("ada");
  const page = await ada.open(asked.href);
  const send = (given: readonly File[], more: Record<string, string> = values) => {
    const body = new FormData();
    for (const [name, value] of formPairs(page.text, more)) body.append(name, value);
    for (const file of given) body.append("f0", file);
    body.append("action", "accept");
    return ada.send(asked.href, { method: "POST", body, headers: { origin: new URL(asked.href).origin } });
  };
  return { ...stage, ...asked, ada, page, send, seen: await send(files) };
}

/** How many records of files are left. */
const keptFiles = async ({
  engine,
}: {
  engine: ReturnType<typeof createStage>["engine"];
}): Promise<number> => {
  const notes = await engine.records.list("elicitation-file:", undefined, 100);
  const pieces = await engine.records.list("elicitation-piece:", undefined, 100);
  return notes.length + pieces.length;
};

describe("an upload", () => {
  it("is given with the answer, and can be opened", async () => {
    const { seen, answer, pages } = await upload([pdf(700, "a.pdf"), pdf(10, "ß.PDF")], { f1: "hi" });
    expect(seen.status).toBe(303);
    const settled = await answer;
    if (settled.action !== "accept") throw new Error(settled.action);
    expect(settled.content.note).toBe("hi");
    // The schema says that it is a list of files.
    const files = settled.content.invoices as readonly FileReference[];
    expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
      ["a.pdf", 700],
      ["ß.PDF", 10],
    ]);
    const opened = await Promise.all(files.map((file) => pages.openFile(file)));
    const sizes = await Promise.all(
      opened.map(async (stream) => (await new Response(stream).arrayBuffer()).byteLength),
    );
    expect(sizes).toEqual([700, 10]);
  });

  it("that comes again with the same form is told that it was sent, and kept once", async () => {
    const { send, engine, seen, answer } = await upload([pdf(700)]);
    const before = await keptFiles({ engine });
    expect([seen.status, (await send([pdf(700)])).status]).toEqual([303, 303]);
    expect((await send([pdf(700, "b.pdf")])).status).toBe(409);
    expect(await keptFiles({ engine })).toBe(before);
    expect(await answer).toMatchObject({ action: "accept" });
  });

  it("that cannot be kept is no fault of the form, whatever the error says", async () => {
    const { ada, href, page, broker, lines } = await upload([]);
    const failing = async (): Promise<never> => {
      throw new Error("The header of the page is malformed.");
    };
    Object.assign(broker.files, { write: failing });
    const [, token = ""] = formPairs(page.text).find(([name]) => name === "token") ?? [];
    const body = `${part("xyz", 'name="token"', token)}${part("xyz", 'name="f0"; filename="a.pdf"', "x")}--xyz--\r\n`;
    const headers = { "content-type": "multipart/form-data; boundary=xyz", origin: new URL(href).origin };
    expect((await ada.send(href, { method: "POST", headers, body })).status).toBe(500);
    expect(lines.join("\n")).toContain("A page could not be served.");
  });

  it("of many files gives no warning about listeners", async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error): void => void warnings.push(name);
    process.on("warning", hear);
    const many: FormSchema = {
      type: "object",
      properties: { files: { type: "file", maxBytes: 1_000, maxFiles: 20 } },
    };
    const { seen } = await upload(
      Array.from({ length: 20 }, () => pdf(10)),
      {},
      many,
    );
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", hear);
    expect([seen.status, warnings]).toEqual([303, []]);
  });

  it("that is sent twice at once is one answer, and kept once", async () => {
    const { send, engine, seen } = await upload([pdf(2_000)]);
    expect(seen.status).toBe(422);
    const both = await Promise.all([send([pdf(700)]), send([pdf(700)])]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await keptFiles({ engine })).toBe(2);
  });

  it.each<[string, readonly File[], Record<string, string>, string]>([
    ["too large", [pdf(1_001)], {}, "must have at most 1000 bytes in each file"],
    ["one too many", [pdf(1), pdf(1), pdf(1)], {}, "must have at most 2 files"],
    [
      "of another kind",
      [new File(["x"], "a.exe", { type: "application/x-msdownload" })],
      {},
      "must be PDF or an image",
    ],
    ["beside a field that is wrong", [pdf(1)], { f1: "too long" }, "must have at most 5 characters"],
    ["missing", [], {}, "is required"],
  ])(
    "that is %s is refused with its reason, and nothing of it is kept",
    async (_what, files, values, reason) => {
      const done = await upload(files, values);
      expect(done.seen.status).toBe(422);
      expect(done.seen.text).toContain(reason);
      expect(await keptFiles(done)).toBe(0);
      expect((await done.broker.get(done.id))?.status).toBe("pending");
      expect((await done.send([pdf(1)], {})).status).toBe(303);
    },
  );

  it("says after an error that files have to be chosen again", async () => {
    const { seen } = await upload([pdf(1)], { f1: "too long" });
    expect(seen.text).toContain("Choose your files again");
  });

  it("is left out when none is chosen and none is needed", async () => {
    const optional: FormSchema = { ...invoices, required: [] };
    const { seen, answer } = await upload(
      [new File([], "", { type: "application/octet-stream" })],
      {},
      optional,
    );
    expect(seen.status).toBe(303);
    expect(await answer).toMatchObject({ action: "accept", content: {} });
  });

  it.each<[string, (boundary: string, token: string) => string, number]>([
    ["before its token", (b) => part(b, 'name="f0"; filename="a.pdf"', "x"), 403],
    [
      "under a name that is not asked for",
      (b, t) => part(b, 'name="token"', t) + part(b, 'name="f9"; filename="a.pdf"', "x"),
      400,
    ],
    [
      "that breaks off",
      (b, t) =>
        `${part(b, 'name="token"', t)}--${b}\r\ncontent-disposition: form-data; name="f0"; filename="a.pdf"\r\n\r\nhalf`,
      400,
    ],
    ["in no form at all", () => "nothing of the kind", 400],
  ])("%s changes nothing", async (_what, write, status) => {
    const done = await upload([]);
    const [, token = ""] = formPairs(done.page.text).find(([name]) => name === "token") ?? [];
    const headers = {
      "content-type": "multipart/form-data; boundary=xyz",
      origin: new URL(done.href).origin,
    };
    const seen = await done.ada.send(done.href, { method: "POST", headers, body: write("xyz", token) });
    expect(seen.status).toBe(status);
    expect(await keptFiles(done)).toBe(0);
  });

  it.each([
    ["have no names", "--B\r\n\r\n"],
    ["have no end", "--B\r\nContent-Disposition: form-data\r\n"],
  ])("of parts that %s is refused, and not waited for", async (_what, part) => {
    const { ask, visitor, lines } = createStage();
    const { href } = ask(invoices);
    const ada = visitor("ada");
    const page = await ada.open(href);
    const token = formPairs(page.text).find(([name]) => name === "token")?.[1];
    const named = `--B\r\nContent-Disposition: form-data; name="token"\r\n\r\n${token}\r\n`;
    const seen = await ada.send(href, {
      method: "POST",
      body: `${named}${part.repeat(5_000)}${named}--B--\r\n`,
      headers: { "content-type": "multipart/form-data; boundary=B", origin: new URL(href).origin },
    });
    expect(seen.status).toBe(400);
    expect(lines.filter((line) => line.startsWith("error"))).toEqual([]);
  });

  it.each(["multipart/form-data; boundary=B", "application/x-www-form-urlencoded"])(
    "that its sender breaks off is no error of the server: %s",
    async (type) => {
      const { ask, visitor, lines } = createStage();
      const { href } = ask(invoices);
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(
            Buffer.from('--B\r\nContent-Disposition: form-data; name="f0"; filename="a.pdf"\r\n\r\nabc'),
          );
        },
        pull(controller) {
          controller.error(new Error("aborted"));
        },
      });
      const headers = { "content-type": type, origin: new URL(href).origin };
      const seen = await visitor("ada").send(href, { method: "POST", body, headers, duplex: "half" });
      expect(seen.status).toBeGreaterThanOrEqual(400);
      expect(seen.status).toBeLessThan(500);
      expect(lines.filter((line) => line.startsWith("error"))).toEqual([]);
    },
  );

  it("without end is broken off, and nothing of it is kept", async () => {
    const done = await upload([]);
    const [, token = ""] = formPairs(done.page.text).find(([name]) => name === "token") ?? [];
    const head = `${part("xyz", 'name="token"', token)}--xyz\r\ncontent-disposition: form-data; name="f0"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n`;
    let sent = 0;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Buffer.from(head)),
      pull: (controller) => {
        sent += 65_536;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const headers = {
      "content-type": "multipart/form-data; boundary=xyz",
      origin: new URL(done.href).origin,
    };
    const seen = await done.ada.send(done.href, { method: "POST", headers, body: endless, duplex: "half" });
    expect(seen.status).toBe(413);
    expect(sent).toBeLessThan(8 * 1024 * 1024);
    expect(await keptFiles(done)).toBe(0);
  });
});

const part = (boundary: string, disposition: string, content: string): string =>
  `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

describe("which files are taken", () => {
  it("is checked again by whoever asked", () => {
    const file = { id: "1", name: "a.exe", type: "application/pdf", bytes: 1 };
    expect(checkContent(invoices, { invoices: [{ ...file, name: "a.pdf" }] }).problems).toBeUndefined();
    expect(checkContent(invoices, { invoices: [file] }).problems).toEqual([
      { path: "invoices", message: "must have only files that are .pdf, image/*" },
    ]);
  });

  it.each<[readonly string[], string, string, boolean]>([
    [[], "anything", "", true],
    [[".pdf"], "A.PDF", "", true],
    [[".pdf"], "a.pdf.exe", "application/pdf", false],
    [["image/*"], "a", "image/png", true],
    [["image/*"], "a.png", "imagex/png", false],
    [["text/plain"], "a.txt", "Text/Plain", true],
  ])("%j takes %s of type %j: %j", (accept, name, type, is) => {
    expect(isAcceptedFile(accept, name, type)).toBe(is);
  });
});
