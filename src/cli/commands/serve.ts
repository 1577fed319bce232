// beckon serve: an inbox for agents on this machine.

import { type ConfigOption, configOptions, flagOf } from "../../app/config/options.js";
import {
  type Recorded,
  type RunningServer,
  recordRunning,
  recordUnlessOther,
} from "../../app/running-server.js";
import { type Command, defineCommand, type Option } from "../frame/command.js";
import { say, tell } from "../frame/surroundings.js";

/** The options of the app, as this command line writes them. What can only be set in a file is not among them. */
const flags = Object.entries<ConfigOption>(configOptions).filter(([, option]) => option.only !== "file");

const options = Object.fromEntries(
  flags.map(([name, option]): [string, Option] => [flagOf(name).slice(2), toOption(option)]),
);

function toOption({ about, placeholder, fallback, shownDefault }: ConfigOption): Option {
  const says = about.replace(/\.$/, "");
  const summary = says.charAt(0).toLowerCase() + says.slice(1);
  if (placeholder === undefined) return { type: "flag", summary };
  const preset =
    shownDefault ?? (Array.isArray(fallback) || fallback === undefined ? undefined : String(fallback));
  return {
    type: "text",
    value: placeholder.toUpperCase(),
    summary: preset === undefined ? summary : `${summary} (default: ${preset})`,
  };
}

export const serveCommand: Command = defineCommand({
  name: "serve",
  summary: "run an inbox for agents: MCP endpoint, web inbox, HTTP API",
  description:
    "Agents ask through its MCP tools, whether or not their client can show a question; people answer in the web inbox, with `beckon answer`, or through the HTTP API. What waits survives restarts.\n\nState is in the folder .beckon: database, keys, tokens, secrets. It prints a link that signs you in, and how to set up common hosts. Every option can also be set as BECKON_… in the environment, or in config.json in the state folder; webhooks and templates only there.\n\nCtrl-C stops it in order: nothing that waits is lost.",
  options,
  examples: [
    { line: "beckon serve", does: "on http://127.0.0.1:4747, with its state in .beckon" },
    { line: "beckon serve --stdio", does: "for hosts that start their servers" },
    { line: "beckon serve --host 0.0.0.0 --base-url https://ask.example.com", does: "behind a proxy" },
  ],
  async run({ options: given, surroundings }) {
    const { serve } = await import("../../app/serve.js");
    const { cwd, env, signal } = surroundings;
    const set = flags
      .map(([name]) => [name, given[flagOf(name).slice(2)]] as const)
      .filter(([, value]) => value !== undefined && value !== false);
    const app = await serve({ flags: Object.fromEntries(set), env, cwd });
    const running = { url: app.baseUrl, pid: process.pid, engine: app.config.engine };
    const stop = (): void => void app.close();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) stop();
    let recorded: Recorded | undefined;
    try {
      // What is started for one client ends with it: a server that runs stays where commands find it.
      const record = app.config.stdio ? recordUnlessOther : recordRunning;
      if (app.isListening) recorded = await record(app.folder.path, running);
      if (recorded?.before !== undefined) tell(surroundings, placeTaken(recorded.before));
      // With --stdio, standard output belongs to the protocol.
      if (app.config.stdio) tell(surroundings, `Serving standard input${inboxWords(app.inboxUrl)}.`);
      else say(surroundings, await app.startText());
      await app.closed;
    } finally {
      signal.removeEventListener("abort", stop);
      await app.close();
      await recorded?.remove();
    }
    return "done";
  },
});

/** That two servers have one folder, of which only one is found in it. */
const placeTaken = ({ url, pid }: RunningServer): string =>
  `The server at ${url} (process ${pid}) has this state folder too. Until this one ends, commands find this one; name the other with --url and --token-file.`;

/** Where people answer, if anybody serves an inbox just now. */
const inboxWords = (url: string | undefined): string =>
  url === undefined ? "; no inbox is known that shows what is asked here" : `; the inbox is at ${url}`;
