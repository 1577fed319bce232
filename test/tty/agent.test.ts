// An agent with nobody else to ask ends at the terminal that it runs in.

import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { looks, Pane } from "./pane.js";

const program = fileURLToPath(new URL("agent.mjs", import.meta.url));
const inPane = (flag = ""): Promise<Pane> =>
  Pane.open("", { shell: `env CI= LANG=C.UTF-8 node '${program}' ${flag}; echo "exit $?"; exec cat` });

describe("an agent that was given nobody to ask", () => {
  test("[A1, acceptance 35] asks in its terminal, which holds nothing open afterwards", async () => {
    await using pane = await inPane();
    expect(await pane.until("Which city?")).toContain("travel asks you");
    await looks();
    await pane.type("Oslo");
    await pane.press("Enter");
    // Not before the first one was taken: keys that come in a heap press no button.
    await pane.until("[ Send ]");
    await pane.press("Enter");
    const last = await pane.until("exit 0");

    expect(last).toContain('told {"action":"accept","content":{"answer":"Oslo"}}');
  });

  test("leaves the terminal alone when it is told to", async () => {
    await using pane = await inPane("alone");
    const screen = await pane.until("exit 0");

    expect(screen).toContain('told {"action":"cancel","reason":"Nobody could be asked."}');
    expect(screen).not.toContain("Which city?");
  });

  test("[A1, T12] cancels without a terminal: it waits for nothing, reads nothing, and says so in one line", async () => {
    const { CI: _, ...env } = process.env;
    // In a session of its own, which has no terminal.
    const child = spawn(process.execPath, [program], { detached: true, env });
    child.stdin.end("Oslo\n");
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);

    expect(out).toBe('told {"action":"cancel","reason":"Nobody could be asked."}\n');
    expect(err).toBe(
      "beckon: travel (elicit text) asks for answer: “Which city?” There is no terminal to answer in. Run it in a terminal to answer.\n",
    );
  });
});
