// list, show, watch, answer, decline, cancel: the twin of the inbox for scripts.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startCli } from "./run-cli.js";
import { type ServeStage, startServe } from "./serve-stage.js";
import { temporaryFolder } from "./temporary-folder.js";

const TRIP = {
  message: "Where to?",
  schema: {
    type: "object",
    properties: {
      city: { type: "string", title: "City", minLength: 2 },
      nights: { type: "integer", minimum: 1, maximum: 9 },
      sea: { type: "boolean", default: false },
    },
    required: ["city", "nights"],
  },
  asker: { server: "travel", target: "plan" },
} as const;

const ask = async ({ client }: ServeStage, message: string = TRIP.message): Promise<string> =>
  (await client.create({ ...TRIP, message })).elicitation.id;

test("list, show and answer are a way from a question to its answer (T13)", async () => {
  const stage = await startServe();
  expect(await stage.run(["list"])).toMatchObject({ code: 0, stdout: "Nothing waits for an answer.\n" });
  const id = await ask(stage);

  const listed = await stage.run(["list"]);
  expect(listed.stdout).toMatch(new RegExp(`^${id}  pending  \\d+ s ago`, "m"));
  expect(listed.stdout).toContain("travel, plan: Where to?");
  const shown = await stage.run(["show", id]);
  expect(shown.stdout).toContain("  city: City [string, 2.. characters, required]");
  expect(shown.stdout).toContain("  nights: nights [integer, 1..9, required]");
  expect(shown.stdout).toContain("  sea: sea [boolean, optional, default false]");
  const answered = await stage.run(["answer", id, "--json", "-"], { input: '{"city":"Oslo","nights":2}' });
  expect(answered).toMatchObject({ code: 0, stderr: "" });
  const { answer } = await stage.client.answerOf(id);
  expect(answer).toMatchObject({ action: "accept", content: { city: "Oslo", nights: 2, sea: false } });
  expect((await stage.run(["show", id])).stdout).toContain("  city: Oslo");
});

test("--json prints what the API says (T13)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  const { elicitation } = await stage.client.get(id);

  expect(JSON.parse((await stage.run(["list", "--json"])).stdout).elicitations).toEqual([elicitation]);
  expect(JSON.parse((await stage.run(["show", id, "--json"])).stdout).elicitation).toEqual(elicitation);
});

test("decline, cancel and runs print what the API says with --json (T13)", async () => {
  const stage = await startServe();
  for (const way of ["decline", "cancel"]) {
    const id = await ask(stage);
    const { code, stdout } = await stage.run([way, id, "--reason", "Not today.", "--json"]);

    expect({ way, code }).toEqual({ way, code: 0 });
    expect(JSON.parse(stdout)).toEqual((await stage.client.get(id)).elicitation);
    expect(JSON.parse(stdout).settled).toMatchObject({ reason: "Not today." });
  }
  const [sampled] = await stage.client.sample();
  const runId = sampled?.asker.runId ?? "";
  const run = await stage.run(["runs", runId, "--json"]);

  expect(JSON.parse(run.stdout)).toEqual(await stage.client.runs.get(runId));
  expect(JSON.parse(run.stdout)).toMatchObject({ runId, rounds: expect.any(Array) });
});

test("mute keeps what a server asks from being shown, and unmute brings it back (C17)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  expect((await stage.run(["mute"])).stdout).toBe("Nobody is muted.\n");
  expect((await stage.run(["mute", "travel", "--for", "60"])).stdout).toMatch(
    /^travel {2}muted 0 s ago by token first, ends in (59 min|1 h)\n$/,
  );

  expect((await stage.client.get(id)).elicitation.muted).toBe(true);
  expect((await stage.run(["list"])).stdout).toContain("muted");
  const [mute] = await stage.client.mutes.list();
  expect(JSON.parse((await stage.run(["mute", "--json"])).stdout).mutes).toEqual([mute]);
  expect((await stage.run(["unmute", "travel"])).stdout).toBe("travel is not muted any more.\n");
  expect((await stage.client.get(id)).elicitation.muted).toBeUndefined();
  expect(await stage.run(["unmute", "travel"])).toMatchObject({
    code: 8,
    stdout: "",
    stderr: "beckon: “travel” is not muted.\n",
  });
  expect((await stage.run(["mute", "--for", "60"])).code).toBe(2);
});

test("an answer that does not fit is refused with every problem, and changes nothing (T13)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  const { code, stdout, stderr } = await stage.run(["answer", id, "--json", "-"], {
    input: '{"city":"O","nights":"two"}',
  });

  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).not.toMatch(/ $/m);
  expect(stderr).toContain("city: ");
  expect(stderr).toContain("nights: ");
  expect((await stage.client.get(id)).elicitation.status).toBe("pending");
});

test("an answer with a field that nobody asked for is refused, and changes nothing (T13)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  const { code, stderr } = await stage.run(["answer", id, "--json", "-"], {
    input: '{"ctiy":"Oslo","nights":2}',
  });

  expect(code).toBe(2);
  expect(stderr).toContain("The question has no field ctiy. Did you mean city? It has city, nights, sea.");
  expect((await stage.client.get(id)).elicitation.status).toBe("pending");
});

test.each([
  ['{"answer":false}', "answer"],
  ['{"answer":"maybe"}', "answer"],
  ['{"no":1}', "no"],
])("%s is no yes to an approval, which has no fields (C9, C10)", async (input, field) => {
  const stage = await startServe();
  const { id } = (await stage.client.create({ message: "Deploy?" })).elicitation;
  const { code, stderr } = await stage.run(["answer", id, "--json", "-"], { input });

  expect(code).toBe(2);
  expect(stderr).toContain(
    `The question has no field ${field}. It is an approval: {} approves it, and \`beckon decline\` says no.`,
  );
  expect((await stage.client.get(id)).elicitation.status).toBe("pending");
});

test("an approval is shown without a field, also when it was given (C10)", async () => {
  const stage = await startServe();
  const { id } = (await stage.client.create({ message: "Deploy?" })).elicitation;
  expect((await stage.run(["show", id])).stdout).toContain("An approval: nothing to fill in.");
  expect((await stage.run(["answer", id, "--json", "-"], { input: "{}" })).code).toBe(0);
  const { stdout } = await stage.run(["show", id]);

  expect(stdout).toContain("accepted");
  expect(stdout).not.toContain("nswer:");
});

test("an answer in the place of a file is refused without being repeated", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  const { code, stderr } = await stage.run(["answer", id, "--json", '{"city":"Oslo"}']);

  expect(code).toBe(2);
  expect(stderr).toContain("or give - and send it to standard input");
  expect(stderr).not.toContain("Oslo");
});

test("who is at a question is called by name, and a sample by its word once", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  await stage.client.claim(id);
  const [sampled] = await stage.client.sample();

  expect((await stage.run(["list"])).stdout).toContain("token first is at it");
  expect((await stage.run(["show", id])).stdout).toMatch(/^at it: +token first$/m);
  expect((await stage.run(["show", sampled?.id ?? ""])).stdout).toMatch(/^for: +sample$/m);
});

test("an unknown id is exit code 8, whatever is to be done with it (C4, T13)", async () => {
  const stage = await startServe();
  const unknown = "00000000-0000-4000-8000-000000000000";
  for (const args of [
    ["show", unknown],
    ["answer", unknown, "--json", "-"],
    ["decline", unknown],
    ["cancel", unknown],
  ]) {
    const { code, stderr } = await stage.run(args, { input: "{}" });
    expect({ args, code }).toEqual({ args, code: 8 });
    expect(stderr).toMatch(/^beckon: There is no /);
  }
});

test("a question that is settled already is exit code 9, with who and when (C4, T13)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  expect(await stage.run(["decline", id, "--reason", "Not before Monday."])).toMatchObject({ code: 0 });

  expect((await stage.client.answerOf(id)).answer).toEqual({
    action: "decline",
    reason: "Not before Monday.",
  });
  for (const args of [
    ["answer", id, "--json", "-"],
    ["decline", id],
    ["cancel", id],
  ]) {
    const { code, stderr } = await stage.run(args, { input: '{"city":"Oslo","nights":2}' });
    expect({ args, code }).toEqual({ args, code: 9 });
    expect(stderr).toMatch(/declined by token first from cli at 20\d\d-/);
  }
  expect((await stage.run(["show", id])).stdout).toMatch(/^settled: .* by token first from cli$/m);
});

test("a question that is named to be answered in the terminal and is over says by whom and when (C4)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  expect(await stage.run(["decline", id])).toMatchObject({ code: 0 });

  const { code, stderr } = await stage.run(["answer", id]);
  expect(code).toBe(9);
  expect(stderr).toMatch(/over already: declined by token first \(cli\) at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
});

describe("without a terminal to answer in", () => {
  const answer = async (stage: ServeStage, ...args: readonly string[]) => {
    const { code, stdout, stderr } = await stage.run(["answer", ...args], { input: "y\ny\n" });
    expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
    return stderr;
  };

  test("a question that is named is told in one line, with who asks what and where to answer (T12, C3)", async () => {
    const stage = await startServe();
    const { client, url } = stage;
    const id = await ask(stage);
    const page = await client.create({
      message: "Sign in.",
      mode: "url",
      url: "https://8.8.8.8/sign-in?x=1",
    });
    const session = await client.create({ message: "Set it up.", mode: "terminal" });
    const [paged, sessionId] = [page.elicitation.id, session.elicitation.id];

    expect(await answer(stage, id)).toBe(
      `beckon: There is no terminal to answer in. travel at token first (api plan) asks for city, nights, sea: “Where to?” Answer it at ${url}/inbox/e/${id} or with \`beckon answer ${id} --json FILE\`.\n`,
    );
    const unmarked = await ask(stage, "Where to");
    expect(await answer(stage, unmarked)).toContain("“Where to”. Answer it at");
    expect(await answer(stage, paged)).toMatch(
      new RegExp(
        `asks to open a page at 8\\.8\\.8\\.8: “Sign in\\.” Open ${url}/inbox/e/${paged} to go there\\.\\n$`,
      ),
    );
    expect(await answer(stage, sessionId)).toContain("It is asked in a terminal only: answer it in one");
  });

  test("what waits is told in one line, with the first of it, and its inbox (T12)", async () => {
    const stage = await startServe();
    expect(await answer(stage)).toContain(`nothing waits. Look at ${stage.url}/inbox for what comes.`);
    await stage.client.putAside(await ask(stage, "Not now?"));
    await ask(stage);
    await ask(stage, "And then?");

    expect(await answer(stage)).toBe(
      `beckon: There is no terminal to answer in; 2 questions wait, the first: travel at token first (api plan) asks for city, nights, sea: “Where to?” Answer at ${stage.url}/inbox or with \`beckon answer ID --json FILE\`; \`beckon list\` has the ids.\n`,
    );
    expect((await stage.client.list({ status: ["open"] })).elicitations).toHaveLength(3);
  });
});

test("the same act with the same key counts once, and is no conflict (C4)", async () => {
  const stage = await startServe();
  const id = await ask(stage);
  const cancel = ["cancel", id, "--reason", "Too late.", "--key", "k1"];

  expect([await stage.run(cancel), await stage.run(cancel)].map(({ code }) => code)).toEqual([0, 0]);
  expect((await stage.client.answerOf(id)).answer).toEqual({ action: "cancel", reason: "Too late." });
});

test("watch prints each change as it happens (C5, T13)", async () => {
  const stage = await startServe();
  const watching = startCli(["watch", "--json"], { cwd: stage.cwd });
  // The first line proves that it listens.
  let id = await ask(stage, "First?");
  const poke = setInterval(() => void stage.client.claim(id).catch(() => {}), 200);
  await watching.sees("stdout", /First\?/).finally(() => clearInterval(poke));
  id = await ask(stage, "Second?");
  await stage.run(["decline", id]);
  const seen = await watching.sees("stdout", /"declined"[\s\S]*\n/);
  watching.child.kill("SIGINT");

  expect((await watching.ended).code).toBe(130);
  const changes = seen
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(changes.filter((change) => change.id === id).map(({ status }) => status)).toEqual([
    "pending",
    "declined",
  ]);
});

describe("where the server is", () => {
  test("--url and --token-file, then BECKON_URL and BECKON_TOKEN, then the folder", async () => {
    const { url, token, cwd } = await startServe();
    const elsewhere = await temporaryFolder();
    await writeFile(join(elsewhere, "token"), `${token}\n`);
    const run = (args: readonly string[], env: Readonly<Record<string, string>>, where: string) =>
      startCli(["list", ...args], { env, cwd: where }).ended;

    expect((await run(["--url", url, "--token-file", "token"], {}, elsewhere)).code).toBe(0);
    expect((await run([], { BECKON_URL: url, BECKON_TOKEN: token }, elsewhere)).code).toBe(0);
    expect((await run([], {}, cwd)).code).toBe(0);
    expect((await run([], { BECKON_STATE: join(cwd, ".beckon") }, elsewhere)).code).toBe(0);
    expect(await run([], {}, elsewhere)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("No server is known here."),
    });
  });

  test("the token of a folder goes to no other server", async () => {
    const { cwd } = await startServe();
    const { code, stderr } = await startCli(["list", "--url", "http://127.0.0.1:1"], { cwd }).ended;

    expect(code).toBe(1);
    expect(stderr).toContain("There is no token for http://127.0.0.1:1");
  });

  test("a token that is none is one sentence", async () => {
    const stage = await startServe();
    const { code, stderr } = await stage.run(["list"], { env: { BECKON_TOKEN: "beckon_wrong" } });

    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toContain("--token-file");
  });
});

test("sample asks yourself one of everything, and runs shows who asked (T13)", async () => {
  const stage = await startServe();
  const sampled = await stage.run(["sample", "--json"]);
  const asked: readonly { readonly id: string; readonly asker: { readonly runId: string } }[] = JSON.parse(
    sampled.stdout,
  );
  const listed = await stage.run(["list"]);
  const runs = JSON.parse((await stage.run(["runs", "--json"])).stdout).runs;
  const runId = asked[0]?.asker.runId ?? "";
  const run = await stage.run(["runs", runId]);

  expect(asked.length).toBeGreaterThan(1);
  for (const { id } of asked) expect(listed.stdout).toContain(id);
  expect(runs.map((each: { readonly runId: string }) => each.runId)).toContain(runId);
  expect(run.stdout).toContain("Round 1:");
  expect(run.stdout).toContain(asked[0]?.id);
  expect((await stage.run(["runs", "nope"])).code).toBe(8);
});
