// beckon call and beckon inspect, against servers of ours and of the official SDK.

import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCli, stdioServer } from "./run-cli.js";
import { temporaryFolder } from "./temporary-folder.js";

/** A server of the official SDK v1, of the legacy era, with a tool that asks. */
async function officialServer(): Promise<string> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const server = new McpServer({ name: "official", version: "2.0.0" });
    server.registerTool("greet", { description: "Greets whoever answers" }, async () => {
      const { action, content } = await server.server.elicitInput({
        message: "Who is there?",
        requestedSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      });
      return { content: [{ type: "text", text: action === "accept" ? `Hello ${content?.name}.` : action }] };
    });
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport as Parameters<McpServer["connect"]>[0]);
    return transport;
  };
  const http = createServer(async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    await (known ?? (await open())).handleRequest(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await Promise.all([...sessions.values()].map((transport) => transport.close()));
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
}

const rawServer = `"${process.execPath}" "${fileURLToPath(new URL("raw-server.mjs", import.meta.url))}"`;

/** The only line of ours on standard error. */
function theLine(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.startsWith("beckon: "));
  expect(lines).toHaveLength(1);
  return lines[0] ?? "";
}

const answersFile = async (entries: unknown): Promise<string> => {
  const path = join(await temporaryFolder(), "answers.json");
  await writeFile(path, JSON.stringify(entries));
  return path;
};

describe("call", () => {
  test.each(["legacy", "modern"])("prints the text that a tool gives, in the %s era", async (era) => {
    const { code, stdout } = await runCli(["call", stdioServer("features"), "say", "--era", era]);

    expect(code).toBe(0);
    expect(stdout.trim()).not.toBe("");
  });

  test("--json prints the whole result", async () => {
    const { stdout } = await runCli([
      "call",
      stdioServer("features"),
      "weather",
      '{"city":"Oslo"}',
      "--json",
    ]);

    expect(JSON.parse(stdout)).toMatchObject({ content: [{ type: "text" }], structuredContent: {} });
  });

  test("the arguments can come from standard input", async () => {
    const { stdout } = await runCli(["call", stdioServer("features"), "weather", "-"], {
      input: '{"city":"Oslo"}',
    });

    expect(stdout).toContain("Oslo");
  });

  test("a tool error is exit code 1, and on standard error", async () => {
    const { code, stdout, stderr } = await runCli(["call", stdioServer("features"), "give_up"]);

    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain("beckon: The tool says: ");
  });

  test("a tool that is not there is named, with the one that was meant", async () => {
    const { code, stderr } = await runCli(["call", stdioServer("features"), "wether"]);

    expect(code).toBe(2);
    expect(stderr).toContain("The server has no tool wether. Did you mean weather?");
  });

  test.each(["legacy", "modern"])(
    "without a terminal a server that wanted to ask gets one line, and the exit code is 6, in the %s era (C2, T12)",
    async (era) => {
      const { code, stdout, stderr } = await runCli(["call", stdioServer("asking"), "approve", "--era", era]);

      expect(code).toBe(6);
      expect(JSON.parse(stdout)).toEqual({ action: "unavailable", reason: "nobody" });
      const line = theLine(stderr);
      expect(line).toContain("asking (tools/call approve) wanted to ask, and nobody is there: ");
      expect(line).toContain("--answers FILE");
    },
  );

  test("a secret that no client can be asked for is not said to need a terminal or a file", async () => {
    const { code, stdout, stderr } = await runCli(["call", stdioServer("asking"), "unlock"]);

    expect(code).toBe(6);
    expect(stdout).toBe("The door: unavailable.\n");
    const line = theLine(stderr);
    expect(line).toContain(
      "wanted to ask, and could not: “Please enter door code.”. Secrets and files are given",
    );
    expect(line).not.toContain("--answers");
  });

  test.each(["legacy", "modern"])(
    "with a file of answers that has none, the line says what is asked, in the %s era (C2, T12)",
    async (era) => {
      const answers = await answersFile([]);
      const { code, stdout, stderr } = await runCli([
        ...["call", stdioServer("asking"), "approve"],
        ...["--era", era, "--answers", answers],
      ]);

      expect(code).toBe(6);
      expect(JSON.parse(stdout)).toMatchObject({ action: "cancel" });
      const line = theLine(stderr);
      expect(line).toContain("(tools/call approve) asks for approval: “Go ahead?”");
      expect(line).toContain("--answers FILE");
    },
  );

  test("without a terminal nothing is declared, and forms where there is a file of answers (C2)", async () => {
    const answers = await answersFile([]);

    expect((await runCli(["call", rawServer, "declared"])).stdout).toBe("null\n");
    expect(JSON.parse((await runCli(["call", rawServer, "declared", "--answers", answers])).stdout)).toEqual({
      form: { applyDefaults: true },
    });
  });

  test("a question that is asked all the same gets a line with everything, and is cancelled (C1, T12)", async () => {
    const { code, stdout, stderr } = await runCli(["call", rawServer, "push"]);

    expect({ code, stdout }).toEqual({ code: 6, stdout: "The answer is cancel.\n" });
    expect(theLine(stderr)).toContain("(tools/call push) asks for name: “Who is there?”");
  });

  test.each([
    ["a form that nobody can fill in", "nested", "Where\uFFFD[2J?", "address"],
    ["a page that is no web page", "ftp", "Fetch it.", "ftp: instead of https:"],
  ])(
    "%s is cancelled with a line that says who asked what, and why (C8, C13, T12)",
    async (_, tool, asked, why) => {
      for (const answers of [[], ["--answers", await answersFile([])]]) {
        const { code, stdout, stderr } = await runCli(["call", rawServer, tool, ...answers]);

        expect({ code, stdout }).toEqual({ code: 6, stdout: "The answer is cancel.\n" });
        const line = theLine(stderr);
        expect(line).toContain(`(tools/call ${tool}) asked “${asked}”, and it was cancelled unseen: `);
        expect(line).toContain(why);
      }
    },
  );

  const insisted = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

  test.each(["legacy", "modern"])(
    "an answer in the file that does not fit its form gets a line that says why, in the %s era (C9, C16, T12)",
    async (era) => {
      const answers = await answersFile([{ name: "sure", schema: insisted, content: { text: 5 } }]);
      const { code, stdout, stderr } = await runCli([
        ...["call", stdioServer("asking"), "insist", '{"times":1}'],
        ...["--era", era, "--answers", answers],
      ]);

      expect({ code, stdout }).toEqual({ code: 6, stdout: "cancel\n" });
      const line = theLine(stderr);
      expect(line).toContain("(tools/call insist) asked “Are you sure?”, and it was cancelled unseen: ");
      expect(line).toContain("The preset of the policy sure does not fit: text");
    },
  );

  test("an answer can be for the server at one address, whatever it calls itself (C16)", async () => {
    const server = stdioServer("asking");
    const said = async (origin: string) => {
      const answers = await answersFile([{ origin, schema: insisted, content: { text: "yes" } }]);
      const { code, stdout } = await runCli(["call", server, "insist", '{"times":1}', "--answers", answers]);
      return { code, stdout };
    };

    expect((await said(server.replaceAll(/["']/g, ""))).code).toBe(0);
    expect(await said("https://elsewhere.example")).toEqual({ code: 6, stdout: "cancel\n" });
  });

  test("what a file cancels is cancelled without a word (C16)", async () => {
    const answers = await answersFile([{ tool: "insist", cancel: true }]);
    const { code, stdout, stderr } = await runCli([
      ...["call", stdioServer("asking"), "insist", '{"times":1}'],
      ...["--answers", answers],
    ]);

    expect({ code, stdout }).toEqual({ code: 0, stdout: "cancel\n" });
    expect(stderr).not.toContain("beckon: ");
  });

  test.each(["legacy", "modern"])(
    "the same question for the fifth time is cancelled with a line that says so, in the %s era (C11, T12)",
    async (era) => {
      const answers = await answersFile([{ schema: insisted, content: { text: "yes" } }]);
      const { code, stdout, stderr } = await runCli([
        ...["call", stdioServer("asking"), "insist", '{"times":5}'],
        ...["--era", era, "--answers", answers],
      ]);

      expect({ code, stdout }).toEqual({ code: 6, stdout: "accept, accept, accept, accept, cancel\n" });
      expect(theLine(stderr)).toContain("and it was cancelled unseen: The call asked the same 4 times: ");
    },
  );

  test("a page that is required gets a line without what is secret in its address (C2, T12)", async () => {
    const { code, stderr } = await runCli(["call", rawServer, "page"]);

    expect(code).toBe(6);
    const line = theLine(stderr);
    expect(line).toContain("example.com");
    expect(line).not.toContain("abc");
  });

  test("a capability that is missing gets a line, and the exit code is 6 (C2, T12)", async () => {
    const { code, stderr } = await runCli(["call", rawServer, "needs"]);

    expect(code).toBe(6);
    expect(theLine(stderr)).toContain("raw (tools/call needs) wanted to ask, and nobody is there: ");
  });

  test("a server of the official SDK that may not ask gets a line (C2, T12)", async () => {
    const { code, stderr } = await runCli(["call", await officialServer(), "greet"]);

    expect(code).toBe(6);
    expect(stderr).toContain("official (tools/call greet) wanted to ask, and nobody is there: ");
  });

  test("what is on standard input is never an answer (T12)", async () => {
    const answers = await answersFile([]);
    const input = "y\nyes\n{}\n";

    const { stderr, ...called } = await runCli(["call", stdioServer("asking"), "confirm"], { input });
    expect(called).toMatchObject({ code: 6, stdout: "false\n" });
    expect(stderr.match(/^.*wanted to ask, and nobody is there: “[^”]+”.*--answers.*$/gm)).toHaveLength(1);
    expect(
      await runCli(["call", stdioServer("asking"), "confirm", "--answers", answers], { input }),
    ).toMatchObject({ code: 6, stdout: "false\n" });
  });

  test("the line has the fingerprint with which a file of answers names the form (C16)", async () => {
    const url = await officialServer();
    const first = await runCli(["call", url, "greet", "--answers", await answersFile([])]);
    const schema = /"schema":"([\w-]+)"/.exec(first.stderr)?.[1];
    const answers = await answersFile([{ schema, content: { name: "Ann" } }]);

    expect(await runCli(["call", url, "greet", "--answers", answers])).toEqual({
      code: 0,
      stdout: "Hello Ann.\n",
      stderr: "",
    });
  });

  test("a form can be named by its schema; one that has changed is not answered (C16)", async () => {
    const url = await officialServer();
    const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const renamed = { ...schema, properties: { name: { type: "string", title: "Name" } } };
    const [known, changed] = await Promise.all([
      answersFile([{ schema, content: { name: "Ann" } }]),
      answersFile([{ schema: renamed, content: { name: "Ann" } }]),
    ]);

    expect((await runCli(["call", url, "greet", "--answers", known])).stdout).toBe("Hello Ann.\n");
    expect((await runCli(["call", url, "greet", "--answers", changed])).code).toBe(6);
  });

  test.each([
    ["no list", {}, "is no list"],
    ["no object", [1], "has an entry 1 that is no object"],
    ["an unknown member", [{ schma: "x" }], 'has an entry 1 that has "schma"'],
    ["no schema", [{ content: {} }], "has an entry 1 that has no schema"],
    ["no content", [{ schema: "x" }], "has an entry 1 that has no content"],
    ["a schema that is none", [{ schema: { type: "list" }, content: {} }], "has a schema that is no form"],
  ])("a file of answers with %s is refused before anything is called", async (_what, entries, message) => {
    const answers = await answersFile(entries);
    const { code, stderr } = await runCli(["call", stdioServer("asking"), "approve", "--answers", answers]);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test("a command that cannot be started is one sentence", async () => {
    const { code, stderr } = await runCli(["call", "no-such-program-here", "x"]);

    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 });
    expect(stderr).toContain("Could not connect to no-such-program-here.");
  });
});

describe("inspect", () => {
  test("shows what a server offers, and both eras where it speaks both", async () => {
    const { code, stdout } = await runCli(["inspect", stdioServer("features")]);

    expect(code).toBe(0);
    expect(stdout).toContain("Every feature (features) 1.2.3");
    expect(stdout).toContain("eras: legacy, modern; spoken: 2026-07-28");
    expect(stdout).toContain("  weather(city): Returns structured content");
    expect(stdout).toContain("  poem(topic, style?, many?, told?): ");
    expect(stdout).toContain("  app:///studies/{study}/cover");
  });

  test("a server of the official SDK v1 speaks the legacy era only", async () => {
    const { stdout } = await runCli(["inspect", await officialServer(), "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({
      name: "official",
      version: "2.0.0",
      eras: ["legacy"],
      tools: [{ name: "greet" }],
    });
  });

  test("--era asks for one era and no other", async () => {
    const { stdout } = await runCli(["inspect", stdioServer("features"), "--era", "legacy", "--json"]);

    expect(JSON.parse(stdout)).toMatchObject({ eras: ["legacy"], revision: "2025-11-25" });
  });
});
