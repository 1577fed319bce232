// What strangers write is seen in a terminal: no command lets it steer one, whichever member it stands in.

import { expect, test } from "vitest";
import { startServe } from "./serve-stage.js";

/** Colours and titles by both kinds of introducers, a bell, an order of reading, what nobody sees, other line breaks. */
const EVIL = "\u001B[31m\u001B]0;x\u0007\u009B31m\u0000\u202E\u2066\u200B\uFEFF\u2028\u0085\u007F\u{E0041}";
/** What no terminal may be sent but for line feeds. */
const HARMFUL =
  /(?!\n)\p{Cc}|[\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF]|[\u{E0000}-\u{E007F}]/u;

const evil = (word: string): string => `${word}${EVIL}`;

const SCHEMA = {
  type: "object",
  properties: {
    [evil("name")]: { type: "string", title: evil("title"), description: evil("says"), default: evil("set") },
    choice: { type: "string", enum: [evil("one"), "two"] },
    choices: { type: "array", items: { anyOf: [{ const: evil("one"), title: evil("One") }] } },
  },
} as const;

const ASKER = { server: evil("server"), target: evil("target"), runId: evil("run") };

test("no command shows what could steer a terminal, in words or as JSON (rule 7)", async () => {
  const stage = await startServe();
  const create = async (given: Parameters<typeof stage.client.create>[0]): Promise<string> =>
    (await stage.client.create({ asker: ASKER, tags: [evil("tag")], group: evil("group"), ...given }))
      .elicitation.id;
  const open = await create({ message: evil("open"), schema: SCHEMA });
  const settled = await create({ message: evil("settled") });
  await stage.client.decline(settled, { reason: evil("reason") });
  const terminal = await create({ message: evil("terminal"), mode: "terminal" });
  await stage.client.mutes.add(evil("muted"));

  const commands = [
    ["list"],
    ["list", "--status", "declined"],
    ["show", open],
    ["show", settled],
    ["show", terminal],
    ["runs"],
    ["mute"],
    ["decline", terminal],
  ];
  for (const command of commands)
    for (const more of [[], ["--json"]]) {
      const { stdout, stderr } = await stage.run([...command, ...more]);
      const name = [...command, ...more].join(" ");
      expect({ name, found: HARMFUL.exec(stdout + stderr)?.[0] }).toEqual({ name, found: undefined });
    }
  expect((await stage.run(["runs"])).stdout).toContain("run�[31m");
});
