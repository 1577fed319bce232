// beckon token: who may use the server, and what for.

import { openTokens, SCOPES, type Tokens } from "../../app/access/tokens.js";
import { stateFolderAt } from "../../app/state-folder.js";
import { neutralLine } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";
import type { Scope } from "../../web/api/caller.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { type Surroundings, say } from "../frame/surroundings.js";
import { instant } from "../show/time-words.js";
import { requireState, stateOption } from "../state/find-state.js";

const tokensOf = async (named: string | undefined, surroundings: Surroundings): Promise<Tokens> =>
  openTokens(stateFolderAt(await requireState(named, surroundings)));

const tokenAdd: Command = defineCommand({
  name: "token add",
  summary: "make a token for an agent, a script or a person",
  description:
    "Its value is printed once, and kept nowhere: the server has only a digest of it. A running server knows it at once. What a token may do is its scopes: ask (ask, and see what it asked), answer (see and answer), read (see everything), admin (all of it).",
  arguments: [{ name: "NAME", summary: "what it is called to people" }],
  options: {
    scope: {
      type: "text",
      value: "SCOPE",
      choices: SCOPES,
      several: true,
      summary: "what it may do; ask without it",
    },
    ...stateOption,
    json: { type: "flag", summary: "print it as JSON" },
  },
  examples: [
    { line: "beckon token add ci > ci.token", does: "for a script that asks; only the value is printed" },
    { line: "beckon token add phone --scope answer --scope read", does: "for somebody who answers" },
  ],
  async run({ options, args: [name = ""], surroundings }) {
    const tokens = await tokensOf(options.state, surroundings);
    // Each is among the choices.
    const wanted = (options.scope.length === 0 ? ["ask"] : options.scope) as readonly Scope[];
    const token = await tokens.add(name, wanted);
    say(surroundings, options.json ? toJson(token) : token.value);
  },
});

const tokenList: Command = defineCommand({
  name: "token list",
  summary: "list the tokens and what they may do",
  description: "Their values are not shown: nobody has them but who was given them.",
  options: { ...stateOption, json: { type: "flag", summary: "print them as JSON" } },
  examples: [{ line: "beckon token list", does: "name, scopes, and since when" }],
  async run({ options, surroundings }) {
    const listed = await (await tokensOf(options.state, surroundings)).list();
    if (options.json) return say(surroundings, toJson(listed));
    for (const { id, name, scopes: may, createdAt } of listed)
      say(surroundings, `${id}  ${neutralLine(name)}  ${may.join(", ")}  since ${instant(createdAt)}`);
    if (listed.length === 0) say(surroundings, "There are no tokens.");
  },
});

const tokenRevoke: Command = defineCommand({
  name: "token revoke",
  summary: "take a token back",
  description: "It is refused from now on, by a running server too. What was asked with it stays.",
  arguments: [{ name: "TOKEN", summary: "its name or its id" }],
  options: { ...stateOption },
  examples: [{ line: "beckon token revoke ci", does: "by name" }],
  ends: ["unknown"],
  async run({ options, args: [token = ""], surroundings }) {
    const tokens = await tokensOf(options.state, surroundings);
    if (!(await tokens.revoke(token)))
      throw new CliError("unknown", `There is no token ${token}. \`beckon token list\` names them.`);
    say(surroundings, `Revoked ${neutralLine(token)}.`);
  },
});

export const tokenCommands: readonly Command[] = [tokenAdd, tokenList, tokenRevoke];
