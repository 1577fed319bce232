// serve, sign-in, token, secret, doctor: what an operator does.

import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createApiClient } from "beckon/web";
import { describe, expect, test } from "vitest";
import { runCli } from "./run-cli.js";
import { startServe } from "./serve-stage.js";
import { temporaryFolder } from "./temporary-folder.js";

test("the token goes to nobody who listens where a server was that has ended", async () => {
  const cwd = await temporaryFolder();
  const state = join(cwd, ".beckon");
  await mkdir(state, { mode: 0o700 });
  await writeFile(join(state, "token"), `beckon_${"x".repeat(43)}\n`, { mode: 0o600 });
  const heard: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    heard.push(request.headers.authorization);
    response.end("{}");
  });
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await writeFile(
    join(state, "server.json"),
    JSON.stringify({
      url: `http://127.0.0.1:${port}`,
      pid: spawnSync(process.execPath, ["--version"]).pid,
      engine: "memory:",
    }),
    { mode: 0o600 },
  );
  const { code, stderr } = await runCli(["list"], { cwd });
  other.close();
  expect(heard).toEqual([]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`The server of ${state} does not run. Start it with`);
});

describe("serve", () => {
  test("prints where to look, and stops in order", async () => {
    const stage = await startServe();
    stage.server.child.kill("SIGTERM");
    const { code, stdout } = await stage.server.ended;

    expect(code).toBe(0);
    expect(stdout).toContain(`${stage.url}/inbox/sign-in?code=`);
    expect(stdout).toContain(`${stage.url}/mcp`);
    expect(stdout).not.toContain(stage.token);
    expect(await readdir(join(stage.cwd, ".beckon"))).not.toContain("server.json");
  });

  test("first starts on one state folder at once end with one token and one key", async () => {
    const cwd = await temporaryFolder();
    const stages = await Promise.all([startServe({ cwd }), startServe({ cwd }), startServe({ cwd })]);

    const [token] = stages.map((stage) => stage.token);
    const clients = await Promise.all(
      stages.map(async ({ server }) => {
        const [baseUrl] = /http:\/\/127\.0\.0\.1:\d+/.exec(await server.sees("stdout", /is listening/)) ?? [];
        return createApiClient({ baseUrl: baseUrl ?? "", token: token ?? "" });
      }),
    );
    // What each of them sealed every one opens.
    for (const asking of clients) {
      const { elicitation } = await asking.create({ message: "Sure?" });
      for (const reading of clients)
        expect((await reading.get(elicitation.id)).elicitation.message).toBe("Sure?");
    }
  });

  test("every problem of its options is told at once, and it does not begin", async () => {
    const cwd = await temporaryFolder();
    const { code, stderr } = await runCli(["serve", "--port", "99999", "--engine", "mongo:x"], { cwd });

    expect(code).toBe(1);
    expect(stderr).toContain("--port");
    expect(stderr).toContain("--engine");
    expect(await readdir(cwd)).toEqual([]);
  });

  test("a database in a folder that is a file is told in one sentence, with what to do", async () => {
    const cwd = await temporaryFolder();
    await writeFile(join(cwd, "afile"), "");
    for (const path of ["afile/y.db", "afile/deeper/y.db"]) {
      const { code, stdout, stderr } = await runCli(["serve", "--port", "0", "--engine", `sqlite:${path}`], {
        cwd,
      });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^beckon: The folder of the database .*afile.*y\.db cannot be made \(\w+\)\. Give another path with --engine\./,
      );
    }
  });

  test("a port that is taken is told in one sentence, with what to do", async () => {
    const { url } = await startServe();
    const { port } = new URL(url);
    const { code, stdout, stderr } = await runCli(["serve", "--port", port], {
      cwd: await temporaryFolder(),
    });

    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd()).toBe(
      `beckon: Port ${port} is taken. Give another with --port, or 0 for any that is free.`,
    );
  });

  test("on standard input, beside a server that has the port, it names the inbox of its state folder or none", async () => {
    const stage = await startServe();
    const { port } = new URL(stage.url);
    const beside = async (cwd: string): Promise<string> => {
      const { code, stdout, stderr } = await runCli(["serve", "--stdio", "--port", port], { cwd, input: "" });
      expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
      return stderr;
    };

    expect(await beside(stage.cwd)).toContain(`the inbox is at ${stage.url}/inbox.`);
    const elsewhere = await beside(await temporaryFolder());
    expect(elsewhere).toContain("no inbox is known that shows what is asked here.");
    expect(elsewhere).not.toContain("http:");
  });

  test("its files are for their owner alone", async () => {
    const { cwd } = await startServe();
    const folder = join(cwd, ".beckon");
    for (const name of ["keys", "token", "tokens.json", "server.json"])
      expect(((await stat(join(folder, name))).mode & 0o077).toString(8), name).toBe("0");
  });
});

test("sign-in prints a link that signs somebody in once (W8)", async () => {
  const stage = await startServe();
  const link = (await stage.run(["sign-in"])).stdout.trim();
  const [first, second] = [
    await fetch(link, { redirect: "manual" }),
    await fetch(link, { redirect: "manual" }),
  ];

  expect(link).toContain(`${stage.url}/inbox/sign-in?code=`);
  expect([first.status, second.status]).toEqual([303, 403]);
});

describe("token", () => {
  test("a new token opens the server for its scope, until it is revoked", async () => {
    const stage = await startServe();
    const token = (await stage.run(["token", "add", "ci"])).stdout.trim();
    const list = () => stage.run(["list"], { env: { BECKON_TOKEN: token } });
    const ask = () => stage.run(["ask", "x", "--wait", "0"], { env: { BECKON_TOKEN: token } });

    expect((await ask()).code).toBe(7);
    expect((await stage.run(["decline", "x"], { env: { BECKON_TOKEN: token } })).code).toBe(1);
    expect((await list()).code).toBe(0);
    expect((await stage.run(["token", "list"])).stdout).toMatch(/^\w+ {2}ci {2}ask {2}since/m);
    expect((await stage.run(["token", "revoke", "ci"])).code).toBe(0);
    expect((await list()).code).toBe(1);
    expect((await stage.run(["token", "revoke", "ci"])).code).toBe(8);
  });

  test("no file holds the value of a token that was added", async () => {
    const stage = await startServe();
    const token = (await stage.run(["token", "add", "ci"])).stdout.trim();
    const folder = join(stage.cwd, ".beckon");
    const texts = await Promise.all(
      (await readdir(folder, { withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(folder, entry.name), "latin1")),
    );

    expect(texts.filter((text) => text.includes(token))).toEqual([]);
  });
});

describe("secret", () => {
  /** A state folder as `beckon serve` leaves it. */
  const stateFolder = async (): Promise<string> => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, ".beckon"), { mode: 0o700 });
    return cwd;
  };
  const VALUE = "correct horse battery staple";

  test("exec gives a command the secret in its environment, and nothing else ever prints it (C12)", async () => {
    const cwd = await stateFolder();
    const run = (args: readonly string[], input?: string, env = {}) =>
      runCli(["secret", ...args], { cwd, env, ...(input !== undefined && { input }) });
    const kept = await run(["set", "openai_key", "-"], `${VALUE}\n`);
    const listed = await run(["list", "--json"]);
    const script = `process.exit(process.env.OPENAI_KEY === ${JSON.stringify(VALUE)} && process.argv.length === 1 ? 42 : 1)`;
    const ran = await run(["exec", "--secret", "openai_key", "--", process.execPath, "-e", script]);
    const renamed = await run([
      "exec",
      "-s",
      "secret:openai_key=KEY",
      "--",
      "sh",
      "-c",
      'printf %s "$KEY" | wc -c',
    ]);
    const held = await run(["exec", "--", "sh", "-c", 'printf %s "$HELD" | wc -c'], undefined, {
      HELD: "secret:openai_key",
    });

    expect([kept.code, ran.code]).toEqual([0, 42]);
    expect(JSON.parse(listed.stdout)).toEqual(["openai_key"]);
    expect([renamed.stdout, held.stdout]).toEqual([`${VALUE.length}\n`, `${VALUE.length}\n`]);
    const said = [kept, listed, ran, renamed, held].map(({ stdout, stderr }) => stdout + stderr).join("");
    expect(said).not.toContain(VALUE);
    expect(await readFile(join(cwd, ".beckon/vault"), "latin1")).not.toContain(VALUE);
  });

  test("what is not there is exit code 8, and the command does not run", async () => {
    const cwd = await stateFolder();
    const ran = await runCli(["secret", "exec", "-s", "nope", "--", "touch", "ran"], { cwd });

    expect(ran.code).toBe(8);
    expect(await readdir(cwd)).toEqual([".beckon"]);
    expect((await runCli(["secret", "forget", "nope"], { cwd })).code).toBe(8);
  });

  test("a command that is not there is 127, and one that a signal ends is 128 and its number", async () => {
    const cwd = await stateFolder();
    await runCli(["secret", "set", "a", "-"], { cwd, input: "b" });
    const exec = (...command: string[]) => runCli(["secret", "exec", "-s", "a", "--", ...command], { cwd });

    expect((await exec("no-such-program-here")).code).toBe(127);
    expect((await exec("sh", "-c", "kill -9 $$")).code).toBe(137);
  });

  test("without a terminal a secret is never waited for (T12)", async () => {
    const { code, stderr } = await runCli(["secret", "set", "a"], { cwd: await stateFolder(), input: "b\n" });

    expect(code).toBe(6);
    expect(stderr).toContain("Give it on standard input, with - at the end.");
  });

  test.each([
    [["secret", "set", "9lives", "-"], "No secret can be called"],
    [["secret", "exec", "--", "true"], "No secret is named."],
    [["secret", "exec", "-s", "a=b-c", "--", "true"], "No variable can be called"],
    [["secret", "st"], "There is no command `beckon secret st`. Did you mean set?"],
  ])("%j is exit code 2", async (args, message) => {
    const { code, stderr } = await runCli(args, { cwd: await stateFolder(), input: "x" });

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe("doctor", () => {
  test("finds a server that answers, and everything it needs", async () => {
    const stage = await startServe();
    const { code, stdout } = await stage.run(["doctor"]);

    expect(code).toBe(0);
    for (const what of ["node", "packages", "state folder", "keys", "tokens", "engine", "clock", "server"])
      expect(stdout).toMatch(new RegExp(`^ok    ${what}`, "m"));
    expect(stdout).toMatch(/\n\nNothing is broken; \d of \d+ could be better, or are not needed here\.\n$/);
  });

  test("each thing that fails has a remedy, and the exit code is 1", async () => {
    const cwd = await temporaryFolder();
    await mkdir(join(cwd, ".beckon"), { mode: 0o700 });
    await writeFile(join(cwd, ".beckon/keys"), "short\n");
    await chmod(join(cwd, ".beckon/keys"), 0o644);
    const { code, stdout } = await runCli(["doctor", "--json", "--url", "http://127.0.0.1:1"], {
      cwd,
      env: { BECKON_TOKEN: "x" },
    });
    const findings: readonly { readonly [name: string]: string }[] = JSON.parse(stdout);
    const failed = findings.filter(({ verdict }) => verdict === "fail");

    expect(code).toBe(1);
    expect(failed.map(({ what }) => what)).toEqual(["state folder", "keys", "server"]);
    for (const { remedy } of failed) expect(remedy).toMatch(/\w.*\./);
    expect((await runCli(["doctor"], { cwd })).stdout).toMatch(/\n\n2 of \d+ must be mended\.\n$/);
  });

  test("it makes nothing that was not there", async () => {
    const cwd = await temporaryFolder();
    await runCli(["doctor"], { cwd });

    expect(await readdir(cwd)).toEqual([]);
  });
});
