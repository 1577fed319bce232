// beckon call: calls a tool of any MCP server, and shows what it asks.

import type { ConnectedClient } from "../../client/connect-client.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { neutralLine } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";
import { answersOption } from "../answers/answers-file.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { parseJson, readJsonFile } from "../frame/read-input.js";
import { suggest } from "../frame/suggest.js";
import { type Surroundings, say, tell } from "../frame/surroundings.js";
import { connectServer, serverArgument, serverOptions } from "../host/connect-server.js";
import { couldNotAsk, refusedToAsk } from "../host/could-not-ask.js";
import { hostResponder } from "../host/host-responder.js";
import { createProgressLines, type ProgressLines } from "../host/progress-lines.js";
import { progressText } from "../host/progress-text.js";
import { resultText } from "../host/result-text.js";
import { linearOption } from "../terminal/open-terminal.js";

export const callCommand: Command = defineCommand({
  name: "call",
  summary: "call a tool of an MCP server, and answer what it asks here",
  description:
    "A small MCP host, to try servers out. It speaks both eras. What the server asks is shown in the terminal: forms to fill in, and pages to go to, which are never fetched. While you answer, no time limit counts.\n\nWithout a terminal nobody is asked, and the server is told so. When it says that it wanted to ask, that is one line on standard error, and the exit code is 6. Answers to forms that are known beforehand can be given in a file; then the server is told that forms can be answered, and each one that the file has no answer for gets a line with its fingerprint, by which an entry can name it, and is cancelled.\n\nA question that cannot be shown, such as a form with fields inside fields or a page that is none, is cancelled with a line on standard error that says who asked what, and why. So is one whose answer in the file does not fit its form.",
  arguments: [
    serverArgument,
    { name: "TOOL", summary: "the tool" },
    { name: "JSON", summary: "its arguments as a JSON object, or - for standard input", optional: true },
  ],
  options: {
    ...serverOptions,
    ...answersOption,
    ...linearOption,
    timeout: {
      type: "number",
      value: "SECONDS",
      minimum: 1,
      default: 300,
      summary: "how long the tool may take, waits for people not counted",
    },
    json: { type: "flag", summary: "print the whole result as JSON" },
  },
  examples: [
    {
      line: `beckon call http://127.0.0.1:3000/mcp book_table '{"day":"2026-12-24"}'`,
      does: "a server on HTTP",
    },
    { line: `beckon call "node server.mjs --stdio" book_table '{}' --json`, does: "a server on stdio" },
    {
      line: "beckon call http://127.0.0.1:3000/mcp book_table --answers answers.json",
      does: "without a person",
    },
  ],
  ends: ["nobody"],
  async run({ options, args: [server = "", tool = "", json], surroundings }) {
    const input = await readInput(json, surroundings);
    const lines = createProgressLines({
      isAsking: () => host.isAsking,
      tell: (line) => tell(surroundings, line),
    });
    const host = await hostResponder(options, surroundings, { givenBack: lines.flush });
    try {
      const connected = await connectServer(server, host.responder, options, surroundings, {
        onComplete: host.onComplete,
        onUnshown: host.onUnshown,
      });
      const about = `${connected.client.getServerVersion()?.name ?? server} (tools/call ${tool})`;
      try {
        const result = await callTool(connected, tool, input, options.timeout * 1000, surroundings, lines);
        // The card of a page that the person went to may still be there: what is printed below it would go with it.
        await host.close();
        const unasked = couldNotAsk(result);
        if (unasked !== undefined) host.onNotAsked(about, unasked);
        if (options.json) say(surroundings, toJson(result));
        else if (result.isError === true)
          tell(surroundings, `The tool says: ${resultText(result) || "it failed."}`);
        else say(surroundings, resultText(result));
        if (host.missed) return "nobody";
        return result.isError === true ? "failed" : undefined;
      } catch (error) {
        const unasked = error instanceof CliError ? refusedToAsk(error.cause) : undefined;
        if (unasked !== undefined && host.onNotAsked(about, unasked)) return "nobody";
        throw error;
      } finally {
        await connected.close();
      }
    } finally {
      await host.close();
    }
  },
});

/** Calls, and says which tools there are when there is none of that name. */
async function callTool(
  { client }: ConnectedClient,
  tool: string,
  input: JsonObject,
  timeout: number,
  surroundings: Surroundings,
  lines: ProgressLines,
): Promise<JsonObject> {
  const { signal, stderr } = surroundings;
  try {
    const result = await client.callTool(
      { name: tool, arguments: { ...input } },
      {
        signal,
        timeout,
        resetTimeoutOnProgress: true,
        onprogress: ({ progress, total, message = "" }) => {
          if (!stderr.isTTY || message.startsWith(ROUND_NOTE)) return;
          lines.hear(progressText(progress, total, message));
        },
      },
    );
    if (result.isError === true) await explainUnknown(client, tool);
    return result;
  } catch (error) {
    if (error instanceof CliError || signal.aborted) throw error;
    await explainUnknown(client, tool);
    throw new CliError("failed", `The call of ${tool} failed.`, { cause: error });
  }
}

/** How the official client's note on each round begins; the question says that itself. */
const ROUND_NOTE = "Fulfilling input required by ";

async function readInput(json: string | undefined, surroundings: Surroundings): Promise<JsonObject> {
  if (json === undefined) return {};
  const given = json === "-" ? await readJsonFile("JSON", "-", surroundings) : parseJson("JSON", json);
  if (!isObject(given)) throw new CliError("usage", "JSON is no object. The arguments of a tool are one.");
  return given;
}

/** Throws when there is no such tool, with those that there are. A server that cannot say so changes nothing. */
async function explainUnknown(client: ConnectedClient["client"], tool: string): Promise<void> {
  const listed = await client.listTools().catch(() => undefined);
  if (listed === undefined) return;
  const names = listed.tools.map(({ name }) => neutralLine(name));
  if (names.includes(tool)) return;
  const meant = suggest(tool, names);
  throw new CliError(
    "usage",
    `The server has no tool ${tool}.${meant === undefined ? "" : ` Did you mean ${meant}?`} It has ${names.join(", ") || "none"}.`,
  );
}
