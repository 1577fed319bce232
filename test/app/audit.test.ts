// The audit of `beckon serve`: every question and its end, once, in order, in a file that is only added to.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteEngine } from "../../src/engines/sqlite/index.js";
import { readLines } from "./read-lines.js";
import { createStage, type StageOptions } from "./stage.js";

const form = {
  type: "object",
  properties: {
    city: { type: "string", title: "City" },
    word: { type: "secret", title: "Word" },
  },
  required: ["city"],
} as const;

/** A folder that several apps use one after the other. */
function place(): { readonly folder: string; readonly path: string } {
  const folder = mkdtempSync(join(tmpdir(), "beckon-audit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { folder, path: join(folder, ".beckon/audit.jsonl") };
}

const durable = ({ folder }: { folder: string }, flags: StageOptions["flags"] = {}): StageOptions => ({
  folder,
  flags: { engine: `sqlite:${join(folder, "state.db")}`, ...flags },
});

const shortOf = (path: string): readonly string[] =>
  readLines(path).map(({ event, id, status }) => [event, id, status].filter(Boolean).join(" "));

describe("the audit", () => {
  it("does no harm in a terminal, whatever the asker said (C14, C15)", async () => {
    const at = place();
    const stage = await createStage(durable(at));
    const message = "Pay \u202eevil\u202c \u009b31mred \u001b]0;x\u0007 now?";
    await stage.api.create({ message, schema: form, asker: { server: "s\u2066hop" } });
    await stage[Symbol.asyncDispose]();

    expect(readFileSync(at.path, "utf8").replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(readLines(at.path)[0]).toMatchObject({ message, asker: { server: "s\u2066hop" } });
  });

  it("says who asked what, and who answered what, when and from where, without secrets (C15, C12)", async () => {
    const at = place();
    const stage = await createStage(durable(at, { loopbackUrls: true }));
    const { elicitation } = await stage.api.create({
      message: "Where to?",
      schema: form,
      asker: { server: "travel", target: "plan" },
    });
    await stage.api.answer(elicitation.id, { city: "Oslo", word: "hush-hush" });
    const { elicitation: other } = await stage.api.create({ message: "Sure?" });
    await stage.api.decline(other.id, { reason: "Not today." });
    const visited = await stage.api.create({
      message: "Sign in",
      mode: "url",
      url: "http://127.0.0.1:8080/in?code=hush-hush",
    });
    await stage[Symbol.asyncDispose]();

    const [asked, settled, , declined, sent] = readLines(at.path);
    expect(asked).toMatchObject({
      event: "asked",
      id: elicitation.id,
      mode: "inline",
      message: "Where to?",
      fields: ["city", "word"],
      asker: { server: "travel", method: "api", target: "plan", client: "first", origin: "token first" },
    });
    expect(settled).toMatchObject({
      event: "settled",
      id: elicitation.id,
      status: "accepted",
      name: "token first",
      from: "api",
      latencyMs: expect.any(Number),
      content: { city: "Oslo", word: expect.stringMatching(/secret/) },
    });
    expect(new Date(String(settled?.at)).getTime()).toBeGreaterThan(0);
    expect(declined).toMatchObject({ event: "settled", status: "declined", reason: "Not today." });
    expect(sent).toMatchObject({ id: visited.elicitation.id, url: "http://127.0.0.1:8080/in?…" });
    expect(readFileSync(at.path, "utf8")).not.toContain("hush");
    expect(statSync(at.path).mode & 0o777).toBe(0o600);
  });

  it("has what is sensitive to an agent's question in no line, whatever its field is called (C12, C15)", async () => {
    const at = place();
    const stage = await createStage(durable(at));
    const called = stage.call("elicit", {
      type: "choice",
      prompt: "Which one?",
      options: ["plain", "hush-hush"],
      sensitive: true,
    });
    await expect.poll(async () => (await stage.api.list()).elicitations.length).toBe(1);
    const [open] = (await stage.api.list()).elicitations;
    const [name = ""] = Object.keys(open?.schema?.properties ?? {});
    await stage.api.answer(String(open?.id), { [name]: "hush-hush" });
    await called;
    await stage[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual([`asked ${open?.id}`, `settled ${open?.id} accepted`]);
    expect(readFileSync(at.path, "utf8")).not.toContain("hush");
  });

  it("goes on where it stopped: nothing is lost or doubled by a restart, also when the file was moved away (C15)", async () => {
    const at = place();
    const one = await createStage(durable(at));
    const { elicitation: first } = await one.api.create({ message: "One?" });
    await one[Symbol.asyncDispose]();
    const two = await createStage(durable(at));
    await two.api.answer(first.id, {});
    await two.api.claim((await two.api.create({ message: "Two?" })).elicitation.id);
    await two[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual([
      `asked ${first.id}`,
      `settled ${first.id} accepted`,
      expect.stringMatching(/^asked /),
    ]);

    renameSync(at.path, `${at.path}.1`);
    const three = await createStage(durable(at));
    const { elicitation: last } = await three.api.create({ message: "Three?" });
    await three[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual([`asked ${last.id}`]);
  });

  it("writes anew what was broken off, and doubles nothing that only the file knows of (C15)", async () => {
    const at = place();
    const one = await createStage(durable(at));
    const { elicitation } = await one.api.create({ message: "One?" });
    await one.api.decline(elicitation.id);
    await one[Symbol.asyncDispose]();
    const lines = shortOf(at.path);
    // As if the disk had been full in the middle of the last line, and the cursor not been written.
    truncateSync(at.path, statSync(at.path).size - 10);
    await setCursor(at.folder, 0);
    const two = await createStage(durable(at));
    await two[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual(lines);

    await setCursor(at.folder, 0);
    const three = await createStage(durable(at));
    await three[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual(lines);
  });

  it("is written once by two processes on the same folder (C15)", async () => {
    const at = place();
    const [one, two] = [await createStage(durable(at)), await createStage(durable(at))];
    const ids = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const { api } = index % 2 === 0 ? one : two;
        const { elicitation } = await api.create({ message: `${index}?` });
        await api.decline(elicitation.id);
        return elicitation.id;
      }),
    );
    await Promise.all([one[Symbol.asyncDispose](), two[Symbol.asyncDispose]()]);
    const expected = ids.flatMap((id) => [`asked ${id}`, `settled ${id} declined`]);
    expect([...shortOf(at.path)].sort()).toEqual(expected.sort());
  });

  it("is whole in each of two files on one database (C15)", async () => {
    const at = place();
    const [first, second] = [join(at.folder, "one.jsonl"), join(at.folder, "two.jsonl")];
    const one = await createStage(durable(at, { audit: first }));
    const { elicitation } = await one.api.create({ message: "One?" });
    const expected = [`asked ${elicitation.id}`];
    await expect.poll(() => shortOf(first)).toEqual(expected);

    const two = await createStage(durable(at, { audit: second }));
    await expect.poll(() => shortOf(second)).toEqual(expected);
    await two.api.decline(elicitation.id);
    await two[Symbol.asyncDispose]();
    await one[Symbol.asyncDispose]();
    expected.push(`settled ${elicitation.id} declined`);
    expect(shortOf(first)).toEqual(expected);
    expect(shortOf(second)).toEqual(expected);
  });

  it("goes on in a file that was moved to where --audit has it now (C15)", async () => {
    const at = place();
    const one = await createStage(durable(at));
    const { elicitation } = await one.api.create({ message: "One?" });
    await one[Symbol.asyncDispose]();
    const moved = join(at.folder, "moved.jsonl");
    renameSync(at.path, moved);
    const two = await createStage(durable(at, { audit: moved }));
    await two.api.decline(elicitation.id);
    await two[Symbol.asyncDispose]();
    expect(shortOf(moved)).toEqual([`asked ${elicitation.id}`, `settled ${elicitation.id} declined`]);
    const feeds = new Set(readLines(moved).map(({ feed }) => feed));
    expect(feeds.size).toBe(1);
  });

  it("says that it could not be written, tries again, and leaves nothing out (C15)", async () => {
    const at = place();
    const stage = await createStage(durable(at));
    const { elicitation } = await stage.api.create({ message: "One?" });
    await expect.poll(() => existsSync(at.path) && shortOf(at.path).length).toBe(1);
    // A folder in its place: whatever is written fails, as on a disk that is full.
    renameSync(at.path, `${at.path}.away`);
    mkdirSync(at.path);
    await stage.api.decline(elicitation.id);
    await expect
      .poll(() => stage.log.some((line) => line.startsWith("error The audit cannot be written")))
      .toBe(true);
    rmdirSync(at.path);
    renameSync(`${at.path}.away`, at.path);
    await stage[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual([`asked ${elicitation.id}`, `settled ${elicitation.id} declined`]);
  });

  it.skipIf(process.platform === "win32")(
    "says that others can read the file, and writes no line until they cannot (C12, C15)",
    async () => {
      const at = place();
      const stage = await createStage(durable(at));
      const { elicitation } = await stage.api.create({ message: "One?" });
      await expect.poll(() => shortOf(at.path).length).toBe(1);
      chmodSync(at.path, 0o640);
      await stage.api.decline(elicitation.id);
      await expect.poll(() => stage.log.join("\n")).toContain("can be read by others than its owner");
      expect(shortOf(at.path)).toHaveLength(1);
      chmodSync(at.path, 0o600);
      await stage[Symbol.asyncDispose]();
      expect(shortOf(at.path)).toEqual([`asked ${elicitation.id}`, `settled ${elicitation.id} declined`]);
    },
  );

  it("says in place of an answer that is too long that it is, and in the log (C15)", async () => {
    const at = place();
    const stage = await createStage(durable(at));
    const { elicitation } = await stage.api.create({ message: "Where to?", schema: form });
    await stage.api.answer(elicitation.id, { city: "x".repeat(70_000) });
    await stage[Symbol.asyncDispose]();
    expect(readLines(at.path)[1]).toMatchObject({
      status: "accepted",
      leftOut: { content: expect.any(Number) },
    });
    expect(statSync(at.path).size).toBeLessThan(5_000);
    expect(stage.log.join("\n")).toContain("too long for the audit");
  });

  it("has no longer line for a question with however many fields and tags (C15)", async () => {
    const at = place();
    const stage = await createStage(durable(at));
    const properties = Object.fromEntries(
      Array.from({ length: 1_500 }, (_, index) => [
        `${"field".repeat(10)}${index}`,
        { type: "string" as const },
      ]),
    );
    const { elicitation } = await stage.api.create({
      message: "What?",
      schema: { type: "object", properties },
      tags: ["short"],
    });
    await stage.api.decline(elicitation.id);
    await stage[Symbol.asyncDispose]();
    expect(shortOf(at.path)).toEqual([`asked ${elicitation.id}`, `settled ${elicitation.id} declined`]);
    const [asked] = readLines(at.path);
    expect(asked).toMatchObject({
      message: "What?",
      tags: ["short"],
      leftOut: { fields: expect.any(Number) },
    });
    expect(asked).not.toHaveProperty("fields");
    expect(stage.log.join("\n")).toContain("too long for the audit");
  });

  it("is another file with --audit, none with off, and refused where it cannot be written", async () => {
    const at = place();
    const elsewhere = join(at.folder, "kept.jsonl");
    const one = await createStage(durable(at, { audit: "kept.jsonl" }));
    await one.api.create({ message: "One?" });
    await one[Symbol.asyncDispose]();
    expect(shortOf(elsewhere)).toHaveLength(1);
    expect(existsSync(at.path)).toBe(false);

    const two = await createStage(durable(at, { audit: "off" }));
    await two.api.create({ message: "Two?" });
    await two[Symbol.asyncDispose]();
    expect(shortOf(elsewhere)).toHaveLength(1);
    expect(existsSync(at.path)).toBe(false);

    await expect(createStage(durable(at, { audit: "nowhere/audit.jsonl" }))).rejects.toThrow(
      /The audit cannot be written to .*nowhere.audit.jsonl \(ENOENT\)/,
    );
  });

  it("goes on as another feed when the engine is older than the file, as after a backup was put back", async () => {
    const at = place();
    const one = await createStage(durable(at));
    await one.api.create({ message: "One?" });
    await one[Symbol.asyncDispose]();
    const [line] = readLines(at.path);
    appendFileSync(at.path, `${JSON.stringify({ ...line, number: 900, id: "later" })}\n`);
    const two = await createStage(durable(at));
    const { elicitation } = await two.api.create({ message: "Two?" });
    await two[Symbol.asyncDispose]();
    const [, , last] = readLines(at.path);
    expect(last).toMatchObject({ event: "asked", id: elicitation.id });
    expect(last?.feed).not.toBe(line?.feed);
  });
});

/** Puts the engine's own mark back, as if the process had died before it was moved. */
async function setCursor(folder: string, number: number): Promise<void> {
  const engine = await createSqliteEngine({ path: join(folder, "state.db") });
  const [kept] = await engine.records.list("app-audit", undefined, 1);
  await engine.records.put(kept?.key ?? "", JSON.stringify({ ...JSON.parse(kept?.value ?? "{}"), number }));
  await engine.close();
}

/** The same path on two machines is two files: here the folders of each are put in its place in turn. */
it("two machines with the same path and one database write two audits, each of them whole (C15)", async () => {
  const at = place();
  const shared = mkdtempSync(join(tmpdir(), "beckon-audit-shared-"));
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }));
  const machines = ["one", "two"] as const;
  const logs = join(at.folder, "log");
  const path = join(logs, "audit.jsonl");
  const stay = async (machine: string, message: string): Promise<void> => {
    if (existsSync(join(at.folder, machine))) renameSync(join(at.folder, machine), logs);
    else mkdirSync(logs);
    const flags = { engine: `sqlite:${join(shared, "state.db")}`, audit: path };
    const stage = await createStage({ folder: at.folder, flags });
    await stage.api.create({ message });
    await stage[Symbol.asyncDispose]();
    renameSync(logs, join(at.folder, machine));
  };
  for (const message of ["first", "second"])
    for (const machine of machines) await stay(machine, `${message} of ${machine}`);
  await stay("one", "last");

  const saidOn = (machine: string) =>
    readLines(join(at.folder, machine, "audit.jsonl")).map(({ message }) => message);
  expect(saidOn("one")).toEqual(["first of one", "first of two", "second of one", "second of two", "last"]);
  expect(saidOn("two")).toEqual(["first of one", "first of two", "second of one", "second of two"]);
});
