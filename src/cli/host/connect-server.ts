// Connects to the MCP server that a command line names.

import { readVersion } from "../../app/find-package.js";
import type { AnswerOptions } from "../../client/answer-elicitations.js";
import type { ConnectedClient } from "../../client/connect-client.js";
import type { StdioCommand } from "../../client/server-target.js";
import type { Responder } from "../../core/elicitation/responder.js";
import { neutralLine } from "../../core/neutral-text.js";
import { CliError } from "../frame/cli-error.js";
import type { Argument, Values } from "../frame/command.js";
import { readText } from "../frame/read-input.js";
import { silentLogger } from "../frame/silent-logger.js";
import type { Surroundings } from "../frame/surroundings.js";
import { splitWords } from "./split-words.js";

/** The argument that names a server. */
export const serverArgument: Argument = {
  name: "SERVER",
  summary: "its url, or the command that starts it, in quotation marks; no shell sees it",
};

/** How a server is reached. */
export const serverOptions = {
  era: {
    type: "text",
    value: "ERA",
    choices: ["auto", "legacy", "modern"],
    default: "auto",
    summary: "which era to speak; auto tries the modern one first",
  },
  header: { type: "text", value: "NAME:VALUE", several: true, summary: "a header of every request" },
  "bearer-file": { type: "text", value: "FILE", summary: "a file with a bearer token for the server" },
  env: {
    type: "text",
    value: "NAME[=VALUE]",
    several: true,
    summary: "a variable for the command; without a value, the one you have",
  },
  stderr: { type: "flag", summary: "show what the command writes to standard error in the terminal too" },
} as const;

type ServerOptions = Values<typeof serverOptions>;

/** Connects, with a responder for what the server asks. */
export async function connectServer(
  server: string,
  responder: Responder,
  { era, ...options }: ServerOptions,
  surroundings: Surroundings,
  events: Pick<AnswerOptions, "onComplete" | "onUnshown"> = {},
): Promise<ConnectedClient> {
  const { connectClient } = await import("../../client/connect-client.js");
  const connecting = connectClient(
    isUrl(server) ? server : commandOf(server, options.env, surroundings),
    responder,
    {
      name: "beckon",
      version: await readVersion(),
      era,
      headers: await headersOf(options, surroundings),
      signal: surroundings.signal,
      ...events,
      // What a command writes there would stand in the middle of a question.
      stderr: options.stderr || !surroundings.stderr.isTTY ? "inherit" : "ignore",
      logger: silentLogger,
    },
  );
  // A server that does not answer at all does not hold Ctrl-C up.
  return Promise.race([connecting, whenAborted(surroundings.signal)]);
}

const whenAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });

/** A word before `://` is no command either. */
const OTHER_URL = /^[a-z][a-z0-9+.-]*:\/\//i;

const isUrl = (server: string): boolean => /^https?:\/\//i.test(server);

function commandOf(server: string, variables: readonly string[], { env }: Surroundings): StdioCommand {
  const [command = "", ...args] = splitWords(server);
  if (command === "") throw new CliError("usage", "SERVER is empty. Give a url, or a command.");
  if (OTHER_URL.test(command))
    throw new CliError(
      "usage",
      `${neutralLine(command)} cannot be called: give a url with http: or https:, or a command.`,
    );
  const given = variables.map((variable): [string, string] => {
    const [, name = "", value] = /^([A-Za-z_][A-Za-z0-9_]*)(?:=(.*))?$/s.exec(variable) ?? [];
    if (name === "")
      throw new CliError("usage", `--env ${JSON.stringify(variable)} is not NAME or NAME=VALUE.`);
    const known = value ?? env[name];
    if (known === undefined)
      throw new CliError("usage", `--env ${name} has no value, and you have no such variable.`);
    return [name, known];
  });
  return { command, args, ...(given.length > 0 && { env: Object.fromEntries(given) }) };
}

async function headersOf(
  { header, "bearer-file": bearer }: Omit<ServerOptions, "era">,
  surroundings: Surroundings,
): Promise<Readonly<Record<string, string>>> {
  const entries = header.map((line): [string, string] => {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).trim();
    if (colon < 0 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
      throw new CliError("usage", `--header ${JSON.stringify(line)} is not NAME:VALUE.`);
    return [name, line.slice(colon + 1).trim()];
  });
  if (bearer !== undefined) {
    const token = (await readText("The bearer token", bearer, surroundings)).trim();
    entries.push(["Authorization", `Bearer ${token}`]);
  }
  return Object.fromEntries(entries);
}
