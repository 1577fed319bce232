// The frame: help, typos, exit codes, pipes and signals.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { describe, expect, onTestFinished, test } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { program, runCli, startCli } from "./run-cli.js";

describe("help", () => {
  test("without arguments it lists every command", async () => {
    const { code, stdout } = await runCli([]);

    expect(code).toBe(0);
    for (const { name, summary } of commands) {
      expect(stdout).toContain(`  ${name} `);
      expect(stdout.replace(/\s+/g, " ")).toContain(summary);
    }
  });

  test("commands stand under what they are for, once each", async () => {
    const { stdout } = await runCli(["help"]);
    const topics = stdout.split("\n\n").filter((part) => /^[A-Z].*:\n {2}/.test(part));
    const listed = topics.flatMap((topic) => [...topic.matchAll(/^ {2}(\S+(?: \S+)?) {2,}/gm)]);

    expect(topics.map((topic) => topic.split("\n")[0])).toContain("Answer:");
    expect(listed.map(([, name]) => name)).toEqual(commands.map(({ name }) => name));
  });

  test.each(commands.map((command) => [command.name, command] as const))(
    "`%s --help` has usage, every option, an example and exit codes",
    async (name, command) => {
      const { code, stdout, stderr } = await runCli([...name.split(" "), "--help"]);

      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toContain(`Usage: beckon ${name}`);
      for (const option of Object.keys(command.options)) expect(stdout).toContain(`--${option}`);
      expect(command.examples.length).toBeGreaterThan(0);
      for (const { line } of command.examples) expect(stdout).toContain(line);
      expect(stdout).toContain("Exit codes:");
      expect(await runCli(["help", ...name.split(" ")])).toEqual({ code, stdout, stderr });
    },
  );

  test("the version is that of the package", async () => {
    const { default: manifest } = await import("../../package.json", { with: { type: "json" } });

    expect(await runCli(["--version"])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
  });
});

describe("mistakes", () => {
  test.each([
    [["inspct"], "There is no command `beckon inspct`. Did you mean inspect?"],
    [["completion", "bsh"], 'SHELL is "bsh", and can be bash, zsh, fish. Did you mean bash?'],
    [["inspect", "x", "--jsno"], "There is no option --jsno. Did you mean --json?"],
    [["inspect", "x", "--json=1"], "--json takes no value."],
    [["inspect", "x", "--era"], "--era needs a value: ERA."],
    [["inspect", "x", "--era", "--json"], "--era needs a value, and --json looks like an option."],
    [["inspect", "x", "--era", "old"], '--era is "old", and can be auto, legacy, modern.'],
    [["call", "x", "y", "--timeout", "soon"], '--timeout is "soon", which is no number.'],
    [["call", "x", "y", "--timeout", "0"], "--timeout is 0, and must be at least 1."],
    [["call", "x"], "TOOL is missing: the tool."],
    [["call", "x", "y", "{}", "z"], '"z" is one argument too many.'],
    [["call", "ftp://x", "y"], "ftp://x cannot be called: give a url with http: or https:, or a command."],
    [["list", "--all"], "There is no option --all. Did you mean --status all?"],
    [["call", "x", "y", "[]"], "JSON is no object."],
    [["call", "x", "y", "{"], "JSON is no JSON:"],
    [["call", 'a "b', "y"], "has a quotation mark that does not end"],
  ])("%j is exit code 2, and says what is wrong", async (args, message) => {
    const { code, stdout, stderr } = await runCli(args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(`beckon: ${message}`.slice(0, message.startsWith("has") ? 0 : undefined));
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
  });

  test("--yes does not answer questions, and says so (T12)", async () => {
    const { code, stderr } = await runCli(["call", "x", "y", "--yes"]);

    expect(code).toBe(2);
    expect(stderr).toContain("--yes does not answer questions");
  });

  test("BECKON_DEBUG adds the stack, and nothing else does", async () => {
    const args = ["call", "http://127.0.0.1:9/mcp", "x"];
    const plain = await runCli(args);
    const debugged = await runCli(args, { env: { BECKON_DEBUG: "1" } });

    expect([plain.code, debugged.code]).toEqual([1, 1]);
    expect(plain.stderr.trim().split("\n")).toHaveLength(1);
    expect(debugged.stderr).toContain("    at ");
  });
});

test("a way to end that a command does not list is 1 there, whatever the server says", async () => {
  const problem = JSON.stringify({ type: "about:blank", title: "Not found", status: 404, code: "unknown" });
  const other = createServer((_, response) =>
    response.writeHead(404, { "Content-Type": "application/problem+json" }).end(problem),
  ).listen(0, "127.0.0.1");
  onTestFinished(() => {
    other.closeAllConnections();
    other.close();
  });
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  const env = { BECKON_URL: `http://127.0.0.1:${port}`, BECKON_TOKEN: "beckon_of_elsewhere" };

  expect((await runCli(["show", "x"], { env })).code).toBe(8);
  expect((await runCli(["list"], { env })).code).toBe(1);
});

describe("the process", () => {
  test("a reader that closes the pipe ends it without a word", async () => {
    const script = `"${process.execPath}" "${program}" help call | head -n 1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await promisify(execFile)("bash", ["-c", script]);

    expect(stdout).toMatch(/^beckon call: .*\n0\n$/);
    expect(stderr).toBe("");
  });

  test("Ctrl-C is exit code 130, without a stack", async () => {
    // A server that never answers.
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    onTestFinished(() => {
      silent.closeAllConnections();
      silent.close();
    });
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const cli = startCli(["call", `http://127.0.0.1:${port}/mcp`, "x"]);
    await once(silent, "request");
    cli.child.kill("SIGINT");

    expect(await cli.ended).toEqual({ code: 130, stdout: "", stderr: "" });
  });

  test.each([{}, { NO_COLOR: "1" }, { TERM: "dumb" }])(
    "no escape sequence goes into a pipe %j",
    async (env) => {
      const { stdout, stderr } = await runCli(["help", "call"], { env });

      expect(stdout + stderr).not.toContain("\u001b");
    },
  );
});

describe("completion", () => {
  const complete = async (...words: string[]): Promise<readonly string[]> => {
    const script = `source <("${process.execPath}" "${program}" completion bash)
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _beckon; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const { stdout } = await promisify(execFile)("bash", ["-c", script, "bash", "beckon", ...words]);
    return stdout.split("\n").filter((word) => word !== "");
  };

  test("bash completes commands, options and their values", async () => {
    expect(await complete("insp")).toEqual(["inspect"]);
    expect(await complete("inspect", "--er")).toEqual(["--era"]);
    expect(await complete("inspect", "--era", "")).toEqual(["auto", "legacy", "modern"]);
    expect(await complete("completion", "z")).toEqual(["zsh"]);
  });

  test.each(["bash", "zsh", "fish"])("%s gets every command and every option", async (shell) => {
    const { code, stdout } = await runCli(["completion", shell]);

    expect(code).toBe(0);
    for (const { name, options } of commands) {
      expect(stdout).toContain(name.split(" ").at(-1));
      for (const option of Object.keys(options)) expect(stdout).toContain(option);
    }
  });
});
