// beckon ask: asks a person from a shell script, here or through the inbox.

import type { ElicitSpec } from "../../agent/spec.js";
import { sensitiveNames } from "../../agent/with-handles.js";
import type { Answer } from "../../core/elicitation/answer.js";
import type { FormElicitation } from "../../core/elicitation/elicitation.js";
import { BeckonError } from "../../core/errors.js";
import { messageOf } from "../../core/message-of.js";
import { quote } from "../../core/quote.js";
import { answersOption } from "../answers/answers-file.js";
import { askInbox } from "../ask/ask-inbox.js";
import { readAskSpec, specOptions } from "../ask/ask-spec.js";
import { askedForm } from "../ask/asked-form.js";
import { keepSecrets } from "../ask/keep-secrets.js";
import { presetAnswer } from "../ask/preset-answer.js";
import { printAnswer } from "../ask/print-answer.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand, type Values } from "../frame/command.js";
import { type Surroundings, tell } from "../frame/surroundings.js";
import { findServer, reachServer, serverPlaceOptions } from "../server/find-server.js";
import { linearOption, openTerminal } from "../terminal/open-terminal.js";

const askOptions = {
  ...specOptions,
  ...answersOption,
  via: {
    type: "text",
    value: "WHERE",
    choices: ["auto", "here", "inbox"],
    default: "auto",
    summary: "ask here in the terminal, or in the inbox; auto asks here if there is a terminal",
  },
  from: {
    type: "text",
    value: "NAME",
    default: "a shell script",
    summary: "what the script is called to the person",
  },
  wait: {
    type: "number",
    value: "SECONDS",
    minimum: 0,
    summary: "how long to wait for the inbox before exit code 7; else for ever",
  },
  audience: { type: "text", value: "WHO", summary: "who may answer in the inbox" },
  key: {
    type: "text",
    value: "KEY",
    summary: "asking again in the inbox with the same key is the same question",
  },
  keep: { type: "flag", summary: "keep secrets in the vault, and print their handles" },
  name: { type: "text", value: "NAME", summary: "what the secret of --keep is called" },
  ...linearOption,
  ...serverPlaceOptions,
  json: { type: "flag", summary: "print what came of it as JSON, whatever it is" },
} as const;

export const askCommand: Command = defineCommand({
  name: "ask",
  summary: "ask a person from a shell script",
  description:
    "Asks here in the terminal, or in the inbox of a running server, and prints the answer: a text as it is, choices one a line, yes or no, a form as JSON. Prompts go to the terminal itself, so that standard input and output stay the script's.\n\nThe exit code says what came of it. Only an answer is 0, and for --confirm only a yes, so that `beckon ask --confirm … && deploy` is safe. Without a terminal and without a server nobody is asked: one line on standard error, exit code 6. Nothing is ever read from standard input as an answer, and no option says yes for somebody.\n\nA secret is printed only where standard output is no terminal; with --keep it goes to the vault, and its handle is printed. One that was given in the inbox is in the vault of its server, and always comes as a handle.",
  arguments: [
    { name: "QUESTION", summary: "what the person is asked; a form goes into --spec", optional: true },
  ],
  options: askOptions,
  examples: [
    { line: 'city=$(beckon ask "Which city?")', does: "a text" },
    { line: 'beckon ask "Deploy to production?" --confirm && ./deploy.sh', does: "yes or no" },
    { line: 'beckon ask "Where?" --choice staging --choice production', does: "one of several" },
    {
      line: "beckon ask --spec trip.json --via inbox --timeout 3600 --json",
      does: "a form, in the inbox, within an hour",
    },
    {
      line: 'beckon ask "OpenAI key?" --secret --keep --name openai_key',
      does: "a secret, to be used by its handle",
    },
  ],
  ends: ["declined", "cancelled", "timeout", "nobody", "waiting"],
  async run({ options, args: [question], surroundings }) {
    const spec = await readAskSpec(question, options, surroundings);
    requireHiding(spec, options.keep, surroundings);
    const elicitation = askedForm(spec, options.from);
    const preset = options.answers && (await presetAnswer(elicitation, options.answers, surroundings));
    const told = preset
      ? await kept(spec, preset, options, surroundings)
      : await ask(spec, elicitation, options, surroundings);
    return printAnswer(spec, told, options.json, surroundings);
  },
});

/** Refuses to ask for a secret that would then stand on the screen. */
function requireHiding(spec: ElicitSpec, isKept: boolean, { stdout }: Surroundings): void {
  if (isKept || !stdout.isTTY || sensitiveNames(spec).size === 0) return;
  throw new CliError(
    "usage",
    "The answer is a secret, and standard output is a terminal that would show it. Take it into a variable, as in key=$(beckon ask …), or give --keep.",
  );
}

/** With `--keep`, the answer as it may be shown. What came through the inbox is in the server's vault already. */
const kept = (
  spec: ElicitSpec,
  answer: Answer,
  { keep, state }: Values<typeof askOptions>,
  surroundings: Surroundings,
): Promise<Answer> | Answer => (keep ? keepSecrets(spec, answer, state, surroundings) : answer);

async function ask(
  spec: ElicitSpec,
  elicitation: FormElicitation,
  options: Values<typeof askOptions>,
  surroundings: Surroundings,
): Promise<Answer> {
  const terminal =
    options.via === "inbox" ? undefined : openTerminal(surroundings, { linear: options.linear });
  if (terminal !== undefined)
    try {
      return await kept(spec, await terminal.ask(elicitation), options, surroundings);
    } finally {
      await terminal.close();
    }
  if (options.via === "here")
    return nobody(elicitation, "There is no terminal.", surroundings, "leave out --via here");
  if ((await findServer(options, surroundings)) === undefined)
    return nobody(elicitation, "There is no terminal, and no server is known.", surroundings);
  try {
    const reached = await reachServer(options, surroundings);
    const { from, audience, key, wait } = options;
    return await askInbox(reached, spec, { from, audience, key, waitSeconds: wait }, surroundings);
  } catch (error) {
    if (!(error instanceof BeckonError) || error.code !== "unreachable") throw error;
    return nobody(elicitation, messageOf(error), surroundings);
  }
}

/** One line: who asks what, why nobody is asked, and how an answer can be supplied. */
function nobody(
  { asker, message, schema }: FormElicitation,
  why: string,
  surroundings: Surroundings,
  supply = "run `beckon serve` and answer in its inbox",
): Answer {
  const fields = Object.keys(schema.properties).join(", ");
  tell(
    surroundings,
    `${asker.server} asks for ${fields}: ${quote(message.replace(/\s+/g, " "))}. ${why} Nobody was asked. Give --answers FILE, or ${supply}.`,
  );
  return { action: "unavailable", reason: "nobody" };
}
