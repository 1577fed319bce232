// The file of the audit: what is done to one that others have written, opened or put there.

import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { appendLines, readLastLines, requireAuditFile } from "../../src/app/audit/audit-file.js";
import { createLastLines } from "../../src/app/audit/last-lines.js";

const line = (number: number): string =>
  JSON.stringify({ at: "2026-01-01T00:00:00.000Z", event: "asked", feed: "f", number, id: `id-${number}` });

function fileWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "beckon-audit-file-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "audit.jsonl");
  writeFileSync(path, text, { mode: 0o600 });
  return path;
}

describe("the end of the file of the audit", () => {
  it("keeps a whole line that lacks its newline, and counts it as written (C15)", async () => {
    const path = fileWith(`${line(1)}\n${line(2)}`);
    await requireAuditFile(path);
    expect(await readLastLines(path)).toEqual([line(1), line(2)]);
    await appendLines(path, [line(3)]);
    expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n${line(2)}\n${line(3)}\n`);
  });

  it.each([1, 4, 30])("loses a line that was broken off after %i characters (C15)", async (length) => {
    const path = fileWith(`${line(1)}\n${line(2).slice(0, length)}`);
    await requireAuditFile(path);
    expect(await readLastLines(path)).toEqual([line(1)]);
    await appendLines(path, [line(2)]);
    expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n${line(2)}\n`);
  });

  it.each(["a note", '{"at":"noon"}', '{"note":"cut of'])(
    "keeps what others wrote: %s (C15)",
    async (note) => {
      const path = fileWith(`${line(1)}\n${note}`);
      await appendLines(path, [line(2)]);
      expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n${note}\n${line(2)}\n`);
    },
  );

  it.each(["a token", "a note\n", '{"tokens":[]}\n', `${line(1)}\na note`, `${line(1)}\na note\n`, "\n"])(
    "is refused at the start, and left alone, when it is no audit's: %j (C15)",
    async (text) => {
      const path = fileWith(text);
      await expect(requireAuditFile(path)).rejects.toThrow(/audit\.jsonl does not end like an audit/);
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );

  it.each(["", `${line(1)}\n`, `${line(1)}\n\n`, line(1).slice(0, 20)])(
    "is taken at the start when it is an audit's: %j (C15)",
    async (text) => {
      const path = fileWith(text);
      await requireAuditFile(path);
      expect(readFileSync(path, "utf8")).toBe(text);
    },
  );
});

describe.skipIf(process.platform === "win32")("who can read the file of the audit", () => {
  it("is its owner alone, also when it was made for others while it was empty (C12)", async () => {
    const path = fileWith("");
    chmodSync(path, 0o640);
    await appendLines(path, [line(1)]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n`);
  });

  it("is checked before every line: what others can read gets no more (C12)", async () => {
    const path = fileWith("");
    await appendLines(path, [line(1)]);
    chmodSync(path, 0o640);
    await expect(appendLines(path, [line(2)])).rejects.toThrow(/can be read by others.*chmod 600/);
    await expect(requireAuditFile(path)).rejects.toThrow(/can be read by others.*chmod 600/);
    expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n`);
    chmodSync(path, 0o600);
    await appendLines(path, [line(2)]);
    expect(readFileSync(path, "utf8")).toBe(`${line(1)}\n${line(2)}\n`);
  });

  it("is not decided by a link in its place (C12)", async () => {
    const target = fileWith(`${line(1)}\n`);
    const path = `${target}.link`;
    symlinkSync(target, path);
    await expect(requireAuditFile(path)).rejects.toThrow(/is a link/);
    await expect(appendLines(path, [line(2)])).rejects.toMatchObject({ code: "ELOOP" });
    await expect(readLastLines(path)).rejects.toMatchObject({ code: "ELOOP" });
    expect(readFileSync(target, "utf8")).toBe(`${line(1)}\n`);
  });
});

it("the last lines of the audit are read again only when the file is longer or shorter than it was left (C15)", async () => {
  const path = fileWith(`${line(1)}\n`);
  const lastLines = createLastLines(path);
  const numbers = async (): Promise<readonly unknown[]> =>
    (await lastLines.read()).map(({ position }) => position?.number);
  expect(await numbers()).toEqual([1]);
  await lastLines.append([line(2)]);
  writeFileSync(path, `${line(8)}\n${line(9)}\n`);
  expect(await numbers()).toEqual([1, 2]);
  appendFileSync(path, `${line(3)}\n`);
  expect(await numbers()).toEqual([8, 9, 3]);
  rmSync(path);
  expect(await numbers()).toEqual([]);
});
