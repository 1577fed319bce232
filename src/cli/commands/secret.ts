// beckon secret: the secrets of the state folder, which agents know by handle only.

import { toJson } from "../../core/spelled-json.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { readStdin } from "../frame/read-input.js";
import { say, tell } from "../frame/surroundings.js";
import { execWith, secretVariables } from "../secret/exec-with.js";
import { readSecret } from "../secret/read-secret.js";
import { requireState, stateOption } from "../state/find-state.js";
import { openSecrets, secretName } from "../state/open-vault.js";

const nameArgument = { name: "NAME", summary: "the name; agents know it as secret:NAME" };

const secretSet: Command = defineCommand({
  name: "secret set",
  summary: "keep a secret, typed without echo",
  description:
    "It is sealed in the vault of the state folder, and replaces one of the same name. The value is typed in the terminal, or read from standard input with -; never give it as an argument, which other processes can see.",
  arguments: [
    nameArgument,
    { name: "-", summary: "read the value from standard input", optional: true, choices: ["-"] },
  ],
  options: { ...stateOption },
  examples: [
    { line: "beckon secret set openai_key", does: "type or paste it" },
    { line: "pass show openai | beckon secret set openai_key -", does: "from another program" },
  ],
  ends: ["cancelled", "nobody"],
  async run({ options, args: [given = "", from], surroundings }) {
    const name = secretName(given);
    const state = await requireState(options.state, surroundings);
    const value =
      from === "-"
        ? (await readStdin(surroundings)).replace(/\r?\n$/, "")
        : await readSecret(name, surroundings);
    if (value === undefined) return "cancelled";
    if (value === "") throw new CliError("usage", "The secret is empty. Nothing was kept.");
    const secrets = await openSecrets(state);
    try {
      await secrets.set(name, value);
    } finally {
      await secrets.close();
    }
    tell(surroundings, `Kept. Agents know it as secret:${name}.`);
  },
});

const secretList: Command = defineCommand({
  name: "secret list",
  summary: "list the names of the secrets",
  description: "Names only; no command shows a value.",
  options: { ...stateOption, json: { type: "flag", summary: "print them as JSON" } },
  examples: [{ line: "beckon secret list", does: "one name a line" }],
  async run({ options, surroundings }) {
    const secrets = await openSecrets(await requireState(options.state, surroundings));
    try {
      const names = await secrets.names();
      if (options.json) return say(surroundings, toJson(names));
      for (const name of names) say(surroundings, name);
    } finally {
      await secrets.close();
    }
  },
});

const secretForget: Command = defineCommand({
  name: "secret forget",
  summary: "forget a secret",
  description: "It is gone from the vault. Who was given it before still has it.",
  arguments: [nameArgument],
  options: { ...stateOption },
  examples: [{ line: "beckon secret forget openai_key", does: "away with it" }],
  ends: ["unknown"],
  async run({ options, args: [given = ""], surroundings }) {
    const name = secretName(given);
    const secrets = await openSecrets(await requireState(options.state, surroundings));
    try {
      if (!(await secrets.forget(name)))
        throw new CliError("unknown", `There is no secret ${name}. \`beckon secret list\` names them.`);
    } finally {
      await secrets.close();
    }
  },
});

const secretExec: Command = defineCommand({
  name: "secret exec",
  summary: "run a command with secrets in its environment",
  description:
    "The command gets each secret in a variable, and nothing is printed. NAME alone goes to the variable of that name in capitals: openai_key to OPENAI_KEY. Variables that hold a handle and nothing else, such as KEY=secret:openai_key, get the value too. The exit code is the command's own; 127 when there is no such command.",
  arguments: [{ name: "COMMAND", summary: "the command and its arguments, behind --", several: true }],
  options: {
    secret: {
      type: "text",
      value: "NAME[=VARIABLE]",
      several: true,
      short: "s",
      summary: "a secret, and its variable",
    },
    ...stateOption,
  },
  examples: [
    {
      line: "beckon secret exec -s openai_key=OPENAI_API_KEY -- node agent.mjs",
      does: "one secret, one variable",
    },
    { line: "KEY=secret:openai_key beckon secret exec -- ./deploy.sh", does: "a handle that an agent wrote" },
  ],
  ends: ["unknown"],
  async run({ options, args: [command = "", ...args], surroundings }) {
    const wanted = secretVariables(options.secret, surroundings.env);
    const secrets = await openSecrets(await requireState(options.state, surroundings));
    const values: [string, string][] = [];
    try {
      for (const { name, variable } of wanted) {
        const value = await secrets.get(name);
        if (value === undefined)
          throw new CliError(
            "unknown",
            `There is no secret ${name}. \`beckon secret set ${name}\` keeps one.`,
          );
        values.push([variable, value]);
      }
    } finally {
      await secrets.close();
    }
    return execWith(command, args, Object.fromEntries(values), surroundings);
  },
});

export const secretCommands: readonly Command[] = [secretSet, secretList, secretForget, secretExec];
