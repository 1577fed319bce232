// The table of commands, in the order in which help shows them.

import { answerCommand } from "./commands/answer.js";
import { askCommand } from "./commands/ask.js";
import { callCommand } from "./commands/call.js";
import { cancelCommand } from "./commands/cancel.js";
import { defineCompletion } from "./commands/completion.js";
import { declineCommand } from "./commands/decline.js";
import { doctorCommand } from "./commands/doctor.js";
import { defineHelp } from "./commands/help.js";
import { initCommand } from "./commands/init.js";
import { inspectCommand } from "./commands/inspect.js";
import { listCommand } from "./commands/list.js";
import { muteCommands } from "./commands/mute.js";
import { runsCommand } from "./commands/runs.js";
import { sampleCommand } from "./commands/sample.js";
import { secretCommands } from "./commands/secret.js";
import { serveCommand } from "./commands/serve.js";
import { showCommand } from "./commands/show.js";
import { signInCommand } from "./commands/sign-in.js";
import { tokenCommands } from "./commands/token.js";
import { watchCommand } from "./commands/watch.js";
import type { Command, Topic } from "./frame/command.js";

/** Every command, among those that somebody looks for together. */
export const topics: readonly Topic[] = [
  {
    title: "Run the inbox",
    commands: [serveCommand, signInCommand, sampleCommand, ...tokenCommands, doctorCommand],
  },
  {
    title: "Answer",
    commands: [
      answerCommand,
      listCommand,
      showCommand,
      watchCommand,
      declineCommand,
      cancelCommand,
      ...muteCommands,
      runsCommand,
    ],
  },
  { title: "Ask from a script", commands: [askCommand, ...secretCommands] },
  { title: "Write and try MCP servers", commands: [initCommand, callCommand, inspectCommand] },
  { title: "Find your way", commands: [defineCompletion(() => commands), defineHelp(() => topics)] },
];

/** The same in one list. Help, completion and docs/reference/cli.md are made of it. */
export const commands: readonly Command[] = topics.flatMap((topic) => topic.commands);
