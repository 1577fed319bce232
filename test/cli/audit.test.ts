// The audit of a server that is killed in the middle of its work.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startServe } from "./serve-stage.js";

interface Line {
  readonly event: string;
  readonly id: string;
  readonly status?: string;
}

it("the audit has everything once, however often the server is killed between an answer and its line (C15)", async () => {
  let stage = await startServe();
  const expected: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const asked = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => stage.client.create({ message: `${round}.${index}?` })),
    );
    await Promise.all(
      asked.map(async ({ elicitation: { id } }) => {
        await stage.client.decline(id);
        expected.push(`asked ${id}`, `settled ${id} declined`);
      }),
    );
    // What was answered last is settled, and may not be written yet.
    stage.server.child.kill("SIGKILL");
    await stage.server.ended;
    stage = await startServe({ cwd: stage.cwd });
  }
  stage.server.child.kill("SIGTERM");
  await stage.server.ended;

  const text = await readFile(join(stage.cwd, ".beckon/audit.jsonl"), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line): Line => JSON.parse(line));
  const written = lines.map(({ event, id, status }) => [event, id, status].filter(Boolean).join(" "));
  expect(written.toSorted()).toEqual(expected.toSorted());
});
