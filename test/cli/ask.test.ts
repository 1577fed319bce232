// beckon ask, without a terminal: through the inbox, from a file, or with nobody there.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCli, startCli } from "./run-cli.js";
import { type ServeStage, startServe } from "./serve-stage.js";
import { temporaryFolder } from "./temporary-folder.js";

/** Asks through the inbox of the stage; the question's id comes with the line on standard error. */
async function askInbox({ cwd }: ServeStage, ...args: string[]) {
  const asking = startCli(["ask", ...args], { cwd });
  const told = await asking.sees("stderr", /inbox\/e\/\S+\n/);
  return { asking, id: /inbox\/e\/(\S+)/.exec(told)?.[1] ?? "" };
}

describe("through the inbox", () => {
  test("a text is printed as it is, with exit code 0", async () => {
    const stage = await startServe();
    const { asking, id } = await askInbox(
      stage,
      "Which city?",
      "--from",
      "trip.sh",
      "--description",
      "For the trip.",
    );
    const { elicitation } = await stage.client.get(id);
    await stage.client.answer(id, { answer: "Oslo" });

    expect(await asking.ended).toMatchObject({ code: 0, stdout: "Oslo\n" });
    expect(elicitation.asker).toMatchObject({ server: "trip.sh", target: "ask" });
    expect(elicitation.message).toBe("Which city?\n\nFor the trip.");
  });

  test.each([
    [["--confirm"], { answer: true }, 0, "yes\n"],
    [["--confirm"], { answer: false }, 3, "no\n"],
    [["--choice", "a", "--choice", "b"], { answer: "b" }, 0, "b\n"],
    [["--choice", "a", "--choice", "b", "--several"], { answer: ["a", "b"] }, 0, "a\nb\n"],
  ])("%j answered with %j is exit code %i", async (args, content, code, stdout) => {
    const stage = await startServe();
    const { asking, id } = await askInbox(stage, "Well?", ...args);
    await stage.client.answer(id, content);

    expect(await asking.ended).toMatchObject({ code, stdout });
  });

  test("a decline is exit code 3, a cancel 4, both with the reason and nothing on standard output (C1)", async () => {
    const stage = await startServe();
    const no = await askInbox(stage, "One?");
    await stage.client.decline(no.id, { reason: "Not today." });
    const gone = await askInbox(stage, "Two?");
    await stage.client.cancel(gone.id, { reason: "Wrong place." });

    expect(await no.asking.ended).toMatchObject({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("Not today."),
    });
    expect(await gone.asking.ended).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("Wrong place."),
    });
  });

  test("past its time it is exit code 5", async () => {
    const stage = await startServe();
    const { code, stdout } = await stage.run(["ask", "Now?", "--timeout", "1", "--json"]);

    expect({ code, told: JSON.parse(stdout) }).toEqual({ code: 5, told: { action: "timeout" } });
  });

  test("past --wait it is exit code 7 with the id, and the answer can be had later (A5)", async () => {
    const stage = await startServe();
    const first = await stage.run(["ask", "Later?", "--wait", "1", "--json", "--key", "later"]);
    const { id, ...told } = JSON.parse(first.stdout);
    await stage.client.answer(id, { answer: "Now." });
    const second = await stage.run(["ask", "Later?", "--wait", "1", "--key", "later"]);

    expect({ code: first.code, told }).toEqual({
      code: 7,
      told: { action: "unavailable", reason: "waiting" },
    });
    expect(second).toMatchObject({ code: 0, stdout: "Now.\n" });
  });

  test("Ctrl-C withdraws the question: nobody would hear the answer", async () => {
    const stage = await startServe();
    const { asking, id } = await askInbox(stage, "Still there?");
    asking.child.kill("SIGINT");

    expect((await asking.ended).code).toBe(130);
    expect((await stage.client.get(id)).elicitation.status).toBe("withdrawn");
  });

  test("a form of a spec is printed as JSON, with the types of its fields (A2, A4)", async () => {
    const stage = await startServe();
    const spec = {
      type: "form",
      prompt: "The trip",
      fields: [
        { name: "city", type: "text" },
        { name: "nights", type: "number" },
        { name: "sea", type: "boolean", default: false },
      ],
    };
    await writeFile(join(stage.cwd, "trip.json"), JSON.stringify(spec));
    const { asking, id } = await askInbox(stage, "--spec", "trip.json");
    await stage.client.answer(id, { city: "Oslo", nights: 2 });
    const { code, stdout } = await asking.ended;

    expect({ code, content: JSON.parse(stdout) }).toEqual({
      code: 0,
      content: { city: "Oslo", nights: 2, sea: false },
    });
  });
});

test("a secret that is given in the inbox comes as a handle, and a command gets its value (A3, C12)", async () => {
  const stage = await startServe();
  const { asking, id } = await askInbox(stage, "OpenAI", "--secret");
  await stage.client.answer(id, { answer: "hunter2 hunter2" });
  const { code, stdout, stderr } = await asking.ended;
  const ran = await stage.run(["secret", "exec", "--", "sh", "-c", 'printf %s "$KEY" | wc -c'], {
    env: { KEY: stdout.trim() },
  });

  expect({ code, stdout }).toEqual({ code: 0, stdout: "secret:openai\n" });
  expect(stderr).not.toContain("hunter2");
  expect(ran).toMatchObject({ code: 0, stdout: "15\n" });
});

describe("with nobody there", () => {
  test("one line on standard error says who asks what and how to answer, and the exit code is 6 (T12)", async () => {
    const cwd = await temporaryFolder();
    const { code, stdout, stderr } = await runCli(["ask", "Which city?", "--from", "trip.sh"], {
      cwd,
      input: "Oslo\n",
    });

    expect({ code, stdout }).toEqual({ code: 6, stdout: "" });
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("trip.sh asks for answer: “Which city?”");
    expect(stderr).toContain("--answers FILE");
  });

  test("--via here without a terminal is told to be left out, whether or not a server runs (T12)", async () => {
    const stage = await startServe();
    const { code, stderr } = await stage.run(["ask", "Which city?", "--via", "here"]);

    expect(code).toBe(6);
    expect(stderr).toContain("Nobody was asked. Give --answers FILE, or leave out --via here.");
  });

  test("a spec that is no JSON is told on one line", async () => {
    const { code, stderr } = await runCli(["ask", "--spec", "-"], { input: "where\nto\n" });

    expect(code).toBe(2);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });

  test("a server that is not reached is nobody too, and not waited for (T12)", async () => {
    const cwd = await temporaryFolder();
    const env = { BECKON_URL: "http://127.0.0.1:1", BECKON_TOKEN: "x" };
    const { code, stderr } = await runCli(["ask", "Which city?", "--via", "inbox"], { cwd, env });

    expect(code).toBe(6);
    expect(stderr).toContain("was not reached");
  });
});

describe("from a file", () => {
  test("the content of the question, as an object, held against it (C16)", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "good.json"), '{"answer":"a"}');
    await writeFile(join(cwd, "bad.json"), '{"answer":"z"}');
    const ask = ["ask", "Where?", "--choice", "a", "--choice", "b"];

    expect(await runCli([...ask, "--answers", "good.json", "--json"], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\{.*"by":"policy:good\.json".*\}\n$/),
    });
    expect(await runCli([...ask, "--answers", "bad.json"], { cwd })).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("answer: must be one of: a, b"),
    });
  });
});

describe("mistakes", () => {
  test.each([
    [["ask"], "QUESTION is missing"],
    [["ask", "x", "--confirm", "--secret"], "Give only one of --choice, --confirm and --secret."],
    [["ask", "x", "--choice", "a", "--choice", "b", "--default", "c"], "default"],
    [["ask", "x", "--choice", "a"], "Give at least two, or use --confirm."],
    [["ask", "x", "--choice", "a", "--several"], "Give at least two, or use --confirm."],
    [["ask", "x", "--several"], "Give --choice too."],
    [["ask", "x", "--confirm", "--default", "maybe"], "--default is yes or no"],
    [["ask", "x", "--spec", "-"], "The question is in the file of --spec."],
    [["ask", "x", "--yes"], "--yes does not answer questions"],
    [["ask", "x", "--secret", "--keep", "--name", "a b"], "The spec cannot be asked. name: must begin with"],
    [["ask", "x", "--name", "y"], "The spec cannot be asked. name: "],
  ])("%j is exit code 2, and says what to do instead", async (args, message) => {
    const { code, stdout, stderr } = await runCli(args, { cwd: await temporaryFolder() });

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });

  test("a spec that the server refuses is exit code 2 too, and each problem is said once", async () => {
    const stage = await startServe();
    const spec = JSON.stringify({ type: "confirmation", prompt: "Sure?", sensitive: true });
    const { code, stdout, stderr } = await stage.run(["ask", "--via", "inbox", "--spec", "-"], {
      input: spec,
    });

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.match(/is only for texts/g)).toHaveLength(1);
    expect(stderr).not.toMatch(/ $/m);
  });
});
