// The command line in a real terminal: answer, ask and call.

import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createServer, form } from "beckon";
import { listen } from "beckon/node";
import { createApiClient } from "beckon/web";
import { describe, expect, onTestFinished, test } from "vitest";
import { program, stdioServer } from "../cli/run-cli.js";
import { freePort, type ServeStage, startServe } from "../cli/serve-stage.js";
import { temporaryFolder } from "../cli/temporary-folder.js";
import { looks, Pane } from "./pane.js";

const beckon = `'${process.execPath}' '${program}'`;

/** Runs a command in a terminal of its own; its exit code is printed after it. */
async function inTerminal(command: string, cwd: string): Promise<Pane> {
  const line = `cd '${cwd}'; export CI= LANG=C.UTF-8; ${command}; echo "exit $?"; exec cat`;
  const pane = await Pane.open("", { shell: line });
  onTestFinished(() => pane[Symbol.asyncDispose]());
  return pane;
}

const TRIP = {
  message: "Where to?",
  schema: { type: "object", properties: { city: { type: "string", title: "City" } }, required: ["city"] },
  asker: { server: "travel", target: "plan" },
} as const;

/** Fills in the one field that is shown, and sends it. */
async function fillIn(pane: Pane, text: string): Promise<void> {
  await looks();
  await pane.type(text);
  await pane.until(`│ ${text}`);
  await pane.press("Enter");
  await pane.until("[ Send ]");
  await pane.press("Enter");
}

const answerIn = (stage: ServeStage, ...args: string[]): Promise<Pane> =>
  inTerminal(`${beckon} answer ${args.join(" ")}`, stage.cwd);

/** The card of a question as the inbox shows it to who signs in with the token. */
async function inboxCard(stage: ServeStage, id: string): Promise<string> {
  const { stdout } = await stage.run(["sign-in"]);
  const link = /http\S+/.exec(stdout)?.[0] ?? "";
  const signedIn = await fetch(link, { redirect: "manual" });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0] ?? "")
    .join("; ");
  return (await fetch(`${stage.url}/inbox/e/${id}`, { headers: { cookie } })).text();
}

describe("answer", () => {
  test("shows what waits one after the other, and what comes, until Ctrl-C (T3, T9, C3)", async () => {
    const stage = await startServe();
    const { elicitation: first } = await stage.client.create(TRIP);
    await stage.client.create({ message: "Deploy?", asker: { server: "deploys" } });
    const pane = await answerIn(stage);
    const screen = await pane.until("1 of 2 waiting");
    expect(screen).toContain("travel asks you");
    expect(screen).toContain("at token first");
    await fillIn(pane, "Oslo");
    await pane.until("deploys asks you");
    expect(await stage.client.answerOf(first.id)).toMatchObject({
      answer: { action: "accept", content: { city: "Oslo" } },
    });
    expect((await stage.client.get(first.id)).elicitation.settled?.from).toBe("terminal");
    await looks();
    await pane.press("y");
    await pane.until("Nothing is waiting");
    await stage.client.create({ ...TRIP, message: "And then?" });
    await pane.until("And then?");
    await pane.press("C-c");

    await pane.until("exit 130");
    expect((await stage.client.list({ status: ["open"] })).elicitations).toHaveLength(1);
  });

  test("while somebody types others see who is at it, and what is answered elsewhere vanishes with a line (C5, C7, T9)", async () => {
    const stage = await startServe();
    const { elicitation } = await stage.client.create(TRIP);
    const pane = await answerIn(stage, "--once");
    await pane.until("Where to?");
    await looks();
    await pane.type("Par");
    await expect
      .poll(async () => (await stage.client.get(elicitation.id)).elicitation.status, { timeout: 10_000 })
      .toBe("active");
    await stage.client.answer(elicitation.id, { city: "Rome" });

    const screen = await pane.until("exit 0");
    expect(screen).toMatch(/is gone: answered by token first \(api\) at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/);
  });

  test("Esc leaves a question for later: it stays open, and the exit code is 7 (T3, C1)", async () => {
    const stage = await startServe();
    const { elicitation } = await stage.client.create(TRIP);
    const pane = await answerIn(stage, elicitation.id);
    await pane.until("Where to?");
    await looks();
    await pane.press("Escape");

    await pane.until("exit 7");
    expect((await stage.client.get(elicitation.id)).elicitation.settled).toBeUndefined();
  });

  test("a muted asker's question goes away with a line, and comes again with the asker (C17)", async () => {
    const stage = await startServe();
    await stage.client.create(TRIP);
    const pane = await answerIn(stage);
    await pane.until("Where to?");
    expect((await stage.run(["mute", "travel"])).code).toBe(0);
    const muted = await pane.until("Nothing is waiting");
    expect(muted.replaceAll("\n", "")).toContain(
      "Where to? is gone: its asker is muted now, and it stays open",
    );
    expect((await stage.run(["unmute", "travel"])).code).toBe(0);
    await pane.until("travel asks you");
    await pane.press("C-c");

    await pane.until("exit 130");
    expect((await stage.client.list({ status: ["open"] })).elicitations).toHaveLength(1);
  });

  test("what was put aside is not brought up until that is undone, unless it is named (C17)", async () => {
    const stage = await startServe();
    const { elicitation } = await stage.client.create(TRIP);
    await stage.client.putAside(elicitation.id);
    expect(await (await answerIn(stage, "--once")).until("exit 0")).toContain("Nothing waits for an answer.");
    const named = await answerIn(stage, elicitation.id);
    await named.until("travel asks you");
    const pane = await answerIn(stage);
    await pane.until("Nothing is waiting");
    await stage.client.bringBack(elicitation.id);
    await pane.until("travel asks you");
    await stage.client.putAside(elicitation.id);

    const screen = await pane.until("Nothing is waiting");
    expect(screen.replaceAll("\n", "")).toContain("is gone: you have put it aside, and it stays open");
    expect(await named.screen()).toContain("travel asks you");
  });

  test("what was typed is kept when the terminal is closed, and is there again, in the inbox too (C6)", async () => {
    const stage = await startServe();
    const { client } = stage;
    const { id } = (await client.create(TRIP)).elicitation;
    const one = await answerIn(stage);
    await one.until("Where to?");
    await looks();
    await one.type("Oslo");
    await one.until("│ Oslo");
    // The window is closed: whoever reads it hangs up.
    await one[Symbol.asyncDispose]();
    await expect.poll(() => client.draft.get(id), { timeout: 10_000 }).toEqual({ city: "Oslo" });

    const two = await answerIn(stage);
    const screen = await two.until("│ Oslo");
    expect(screen).toContain("What you typed before is here again");
    expect(await inboxCard(stage, id)).toContain("Oslo");
    // Who has another token, and cannot sign in with it, has drafts of their own.
    const made = await stage.run(["token", "add", "helper", "--scope", "answer", "--json"]);
    const helper = createApiClient({ baseUrl: stage.url, token: JSON.parse(made.stdout).value });
    expect(await helper.draft.get(id)).toBeUndefined();
  });

  test("what was typed while the server was away is kept when it is back (C6)", async () => {
    const port = String(await freePort());
    const stage = await startServe({ args: ["--port", port] });
    const { id } = (await stage.client.create(TRIP)).elicitation;
    const pane = await answerIn(stage);
    await pane.until("Where to?");
    await looks();
    stage.server.child.kill("SIGKILL");
    await stage.server.ended;
    await pane.type("Rome");
    await pane.until("│ Rome");
    const again = await startServe({ cwd: stage.cwd, args: ["--port", port] });

    await expect.poll(() => again.client.draft.get(id), { timeout: 20_000 }).toEqual({ city: "Rome" });
  });

  test("Esc puts it aside in the inbox too, with what was typed; brought back there, it comes again (C6, T3)", async () => {
    const stage = await startServe();
    const { client } = stage;
    const { id } = (await client.create(TRIP)).elicitation;
    const pane = await answerIn(stage);
    await pane.until("Where to?");
    await looks();
    await pane.type("Oslo");
    await pane.until("│ Oslo");
    await pane.press("Escape");
    const idle = await pane.until("Nothing is waiting");
    expect(idle).not.toContain("City");
    await expect.poll(async () => (await client.get(id)).elicitation.aside).toBe(true);
    expect(await client.draft.get(id)).toEqual({ city: "Oslo" });
    expect(await inboxCard(stage, id)).toContain("You have put this aside");
    expect(await (await answerIn(stage, "--once")).until("exit 0")).toContain("You have put 1 aside");
    await client.bringBack(id);

    await pane.until("│ Oslo");
  });

  test.each([
    ["--linear", ""],
    ["", "BECKON_LINEAR=1"],
  ])("is line by line with %s%s (T14)", async (flag, env) => {
    const stage = await startServe();
    const { elicitation } = await stage.client.create(TRIP);
    const pane = await inTerminal(`${env} ${beckon} answer ${elicitation.id} ${flag}`, stage.cwd);
    const asked = await pane.until("City");
    expect(asked).not.toMatch(/[│─╭╮╰╯]|\[ Send \]/);
    // Where the machine is slow, what comes too early is ignored with a line, and typed again (T4).
    for (let screen = asked, tries = 1; !screen.includes("send? >"); tries++) {
      await looks();
      await pane.type("Oslo");
      await pane.press("Enter");
      screen = await pane.until(
        (now) => now.includes("send? >") || now.split("and is ignored").length > tries,
      );
    }
    await pane.type("send");
    await pane.press("Enter");

    await pane.until("exit 0");
    expect(await stage.client.answerOf(elicitation.id)).toMatchObject({
      answer: { action: "accept", content: { city: "Oslo" } },
    });
  });

  test("Ctrl-C by lines detaches in order: what was typed is kept on the server (C6, T3)", async () => {
    const stage = await startServe();
    const { id } = (await stage.client.create(TRIP)).elicitation;
    const pane = await answerIn(stage, "--linear");
    for (let screen = await pane.until("City"), tries = 1; !screen.includes("send? >"); tries++) {
      await looks();
      await pane.type("Oslo");
      await pane.press("Enter");
      screen = await pane.until(
        (now) => now.includes("send? >") || now.split("and is ignored").length > tries,
      );
    }
    await pane.press("C-c");
    await pane.until("exit 130");

    expect(await stage.client.draft.get(id)).toEqual({ city: "Oslo" });
    expect((await stage.client.get(id)).elicitation.settled).toBeUndefined();
  });

  describe("a page to go to", () => {
    /** Somebody who has gone there, and whose terminal waits for them. */
    async function goThere(...args: string[]) {
      const stage = await startServe();
      const { elicitation } = await stage.client.create({
        message: "Sign in.",
        mode: "url",
        // An address, so that no name is looked up. Nobody opens it.
        url: "https://8.8.8.8/sign-in",
      });
      const pane = await answerIn(stage, ...(args.length === 0 ? [elicitation.id] : args));
      await pane.until("Goes to");
      await looks();
      await pane.press("Tab", "Tab");
      await pane.until("[ I opened it myself ]");
      await pane.press("Enter");
      const screen = await pane.until("[ Finished ]");
      const look = async () => (await stage.client.get(elicitation.id)).elicitation;
      await expect.poll(async () => (await look()).status).toBe("active");
      return { stage, id: elicitation.id, pane, screen, look };
    }

    test("waits for who goes there, and is accepted when they say that they have finished (C13)", async () => {
      const { pane, screen, look } = await goThere("--once");
      expect(screen).toContain("[ Finished ]   Open again     Copy     Decline     Not now     Cancel");
      await looks();
      await pane.press("Enter");

      expect(await pane.until("exit 0")).toContain("Sent: ");
      expect((await look()).status).toBe("accepted");
    });

    test("closes by itself when its asker hears that it is done (C13)", async () => {
      const { stage, id, pane } = await goThere();
      await stage.client.withdraw(id, "answered");

      expect(await pane.until("exit 0")).toContain("Done: ");
    });

    test("can be cancelled while somebody is there (C13)", async () => {
      const { pane, look } = await goThere();
      await looks();
      await pane.press("Tab", "Tab", "Tab", "Tab", "Tab");
      await pane.until("[ Cancel ]");
      await pane.press("Enter");

      expect(await pane.until("exit 0")).toContain("Cancelled: ");
      expect((await look()).status).toBe("cancelled");
    });
  });

  test("a session goes on where another terminal left it: lines, forms, and then its end (C6)", async () => {
    const stage = await startServe();
    const { client } = stage;
    const { elicitation } = await client.create({ message: "Set up the service", mode: "terminal" });
    const { id } = elicitation;
    await client.transcript.say(id, "Looking around.");
    const first = await client.transcript.ask(id, { message: "Which name?", schema: TRIP.schema });
    const one = await answerIn(stage);
    expect(await one.until("Which name?")).toContain("Looking around.");
    await fillIn(one, "tables");
    await expect.poll(async () => (await client.transcript.read(id, first)).entries.length).toBe(1);
    await one.press("C-c");
    await one.until("exit 130");
    await client.transcript.say(id, "Made tables.");
    const second = await client.transcript.ask(id, { message: "Which port?", schema: TRIP.schema });
    const two = await answerIn(stage, id);
    const again = await two.until("Which port?");
    expect(again).toContain("Made tables.");
    expect(again).toContain("> Which name?: answered");
    await fillIn(two, "4711");
    await two.until("ends it when it is done");
    await looks();
    await two.press("y");

    await two.until("exit 0");
    const { entries, ended } = await client.transcript.read(id, second);
    expect(ended).toBe(true);
    expect(entries).toMatchObject([{ answer: { entry: second, action: "accept" } }]);
    expect((await client.get(id)).elicitation).toMatchObject({
      status: "accepted",
      settled: { from: "terminal" },
    });
  });

  test("a session that its asker ends is over with its last words, and was answered (C5)", async () => {
    const stage = await startServe();
    const { client } = stage;
    const { elicitation } = await client.create({
      message: "Set it up",
      mode: "terminal",
      schema: TRIP.schema,
    });
    const { id } = elicitation;
    const entry = await client.transcript.ask(id, { message: "Which name?", schema: TRIP.schema });
    const pane = await answerIn(stage, id);
    await pane.until("Which name?");
    await fillIn(pane, "tables");
    await expect.poll(async () => (await client.transcript.read(id, entry)).entries.length).toBe(1);
    await client.transcript.end(id, { content: { city: "tables" }, line: "The service runs." });

    expect((await pane.until("exit 0")).replaceAll("\n", "")).toContain(
      "first: Set it up is gone: the asker has finished: The service runs.",
    );
    expect((await client.answerOf(id)).answer).toMatchObject({ content: { city: "tables" } });
  });

  test("a session that its asker takes back says why (C5)", async () => {
    const stage = await startServe();
    const { client } = stage;
    const { elicitation } = await client.create({ message: "Set it up", mode: "terminal" });
    const pane = await answerIn(stage, elicitation.id);
    await pane.until("Set it up");
    await client.withdraw(elicitation.id, "The machine is gone.");

    const screen = (await pane.until("exit 9")).replaceAll("\n", "");
    expect(screen).toMatch(/Set it up is gone: withdrawn by .*: The machine is gone\./);
  });
});

test.each(["legacy", "modern"] as const)(
  "a question whose call waits survives kill -9, is asked once, and is answered in a terminal, in the %s era (C6, A5)",
  async (era) => {
    const cwd = await temporaryFolder();
    const port = await freePort();
    const before = await startServe({ cwd, args: ["--port", String(port)] });
    const connect = async (): Promise<Client> => {
      const mode = era === "modern" ? { pin: "2026-07-28" } : era;
      const client = new Client(
        { name: "plain-agent", version: "1.0.0" },
        { versionNegotiation: { mode }, capabilities: {} },
      );
      const headers = { Authorization: `Bearer ${before.token}` };
      await client.connect(
        new StreamableHTTPClientTransport(new URL(`${before.url}/mcp`), { requestInit: { headers } }),
      );
      onTestFinished(() => client.close());
      return client;
    };
    const call = async (agent: Client, name: string, args: Record<string, unknown>): Promise<string> =>
      JSON.stringify((await agent.callTool({ name, arguments: args })).content);
    const spec = { type: "text", prompt: "Which city?" };
    const agent = await connect();
    const lost = call(agent, "elicit", spec).catch(() => "lost");
    const openIds = async (): Promise<readonly string[]> =>
      (await before.client.list({ status: ["open"] })).elicitations.map(({ id }) => id);
    await expect.poll(openIds).toHaveLength(1);
    const [id = ""] = await openIds();

    before.server.child.kill("SIGKILL");
    await before.server.ended;
    await agent.close();
    expect(await lost).toBe("lost");
    // A process that was killed could not take it away.
    await rm(resolve(cwd, ".beckon/server.json"));
    const after = await startServe({ cwd, args: ["--port", String(port)] });
    const pane = await answerIn(after, "--once");
    expect(await pane.until("Which city?")).toContain("plain-agent");
    const next = await connect();
    // The agent that lost its call asks again.
    expect(await call(next, "elicit", { ...spec, wait_seconds: 0.1 })).toContain(`under the id ${id}`);
    await fillIn(pane, "Lisbon");
    const screen = await pane.until("exit 0");

    expect(screen.match(/Sent: /g)).toHaveLength(1);
    expect(await call(next, "get_answer", { id })).toContain("Lisbon");
    expect((await after.client.list()).elicitations).toMatchObject([{ id, status: "accepted" }]);
  },
);

describe("ask", () => {
  test("asks in the terminal although standard output is a pipe, and only the answer goes there (T11)", async () => {
    const pane = await inTerminal(
      `city=$(echo no | ${beckon} ask 'Which city?'); echo "got [$city]"`,
      await temporaryFolder(),
    );
    await pane.until("a shell script asks you");
    await fillIn(pane, "Oslo");

    const screen = await pane.until("got [Oslo]");
    expect(screen).toContain("exit 0");
  });

  test("a no to --confirm is exit code 3, Esc is 4, Ctrl-C 130 (C1, T3)", async () => {
    const cwd = await temporaryFolder();
    const codes: string[] = [];
    for (const [keys, wanted] of [
      [["C-x", "Enter"], "exit 3"],
      [["Escape"], "exit 4"],
      [["C-c"], "exit 130"],
    ] as const) {
      const pane = await inTerminal(`${beckon} ask 'Deploy?' --confirm`, cwd);
      await pane.until("Deploy?");
      await looks();
      for (const key of keys) {
        await pane.press(key);
        await looks();
      }
      codes.push(/exit \d+/.exec(await pane.until(/exit \d+/))?.[0] ?? "");
      expect(codes.at(-1)).toBe(wanted);
    }
  });

  test("nobody who answers in time is exit code 5, and nothing is printed (C1, C7)", async () => {
    const pane = await inTerminal(
      `got=$(${beckon} ask 'Which city?' --timeout 1); echo "exit $? [$got]"`,
      await temporaryFolder(),
    );

    expect(await pane.until(/exit \d+ \[/)).toContain("exit 5 []");
  });

  test("a secret is not echoed, and not asked for where it would be printed onto the screen (T8, C12)", async () => {
    const cwd = await temporaryFolder();
    const shown = await inTerminal(`${beckon} ask 'Key?' --secret`, cwd);
    const refusal = (await shown.until("exit 2")).replaceAll("\n", "");
    expect(refusal).toContain("standard output is a terminal that would show it");
    const pane = await inTerminal(`key=$(${beckon} ask 'Key?' --secret); echo "length \${#key}"`, cwd);
    await pane.until("Key?");
    await looks();
    await pane.type("hunter2");
    expect(await pane.until("hidden")).not.toContain("hunter2");
    await pane.press("Enter");
    await pane.until("[ Send ]");
    await pane.press("Enter");

    expect(await pane.until("length 7")).not.toContain("hunter2");
  });
});

test.each([
  ["ask", `${beckon} ask 'Go ahead?' --confirm --linear`],
  ["call", `${beckon} call '${stdioServer("asking")}' approve --linear`],
])("%s is line by line with --linear (T14)", async (_, command) => {
  const pane = await inTerminal(command, resolve(import.meta.dirname, "../.."));

  expect(await pane.until(/Go ahead\?[\s\S]*>/)).not.toMatch(/[│─╭╮╰╯]/);
});

describe("call", () => {
  test.each(["legacy", "modern"])(
    "shows what a server asks, in the %s era, and prints the result (C3, T3)",
    async (era) => {
      const cwd = resolve(import.meta.dirname, "../..");
      const pane = await inTerminal(`${beckon} call '${stdioServer("asking")}' approve --era ${era}`, cwd);
      const screen = await pane.until("Go ahead?");
      expect(screen).toContain("tool approve");
      await looks();
      await pane.press("y");

      expect(await pane.until("exit 0")).toContain('{"action":"accept","content":{}}');
    },
  );

  test("by lines, Ctrl-C ends the legacy session of a call in order (C1, T3)", async () => {
    const ended: string[] = [];
    const server = createServer({
      name: "tables",
      version: "1.0.0",
      terminate: ({ reason }) => void ended.push(reason),
    });
    server.tool("approve", {}, async (_input, ctx) => (await ctx.elicit(form("Go ahead?", {}))).action);
    const listening = await listen(server, { port: 0 });
    onTestFinished(() => listening.close());
    const call = `${beckon} call ${listening.url} approve --era legacy --linear`;
    const pane = await inTerminal(call, await temporaryFolder());
    await pane.until("yes or no?");
    await looks();
    await pane.press("C-c");
    await pane.until("exit 130");

    expect(ended).toEqual(["deleted"]);
  });

  test("shows a page whole before it goes there, and declining goes nowhere (C13)", async () => {
    const cwd = resolve(import.meta.dirname, "../..");
    const call = `${beckon} call '${stdioServer("asking")}' send_to '{"url":"https://pages.example.com/sign?in=1"}'`;
    const pane = await inTerminal(call, cwd);
    await pane.until("https://pages.example.com/sign?in=1");
    await looks();
    await pane.press("C-x");
    await looks();
    await pane.press("Enter");

    expect(await pane.until("exit 0")).toContain('"action":"decline"');
  });

  test("says who asked what, and why nobody saw it, where a question cannot be shown (C8, C18)", async () => {
    const root = resolve(import.meta.dirname, "../..");
    const raw = `"${process.execPath}" "${resolve(root, "test/cli/raw-server.mjs")}"`;
    const pane = await inTerminal(`${beckon} call '${raw}' nested`, root);

    const screen = (await pane.until("exit 0")).replaceAll("\n", "");
    expect(screen).toContain("(tools/call nested) asked “Where");
    expect(screen).toContain("and it was cancelled unseen: ");
    expect(screen).toContain("The answer is cancel.");
  });

  test("prints the result after a page that the person went to, which is no longer on the screen then", async () => {
    const cwd = resolve(import.meta.dirname, "../..");
    const call = `${beckon} call '${stdioServer("asking")}' send_to '{"url":"https://pages.example.com/"}' --era modern`;
    const pane = await inTerminal(call, cwd);
    await pane.until("https://pages.example.com/");
    await looks();
    await pane.press("Tab", "Tab", "Enter");

    expect(await pane.until("exit 0")).toContain('"action":"accept"');
  });
});
