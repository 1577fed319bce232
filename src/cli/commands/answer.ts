// beckon answer: answers what waits, in this terminal or from a file.

import { cardUrl, inboxUrl } from "../../app/inbox-urls.js";
import { isObject, type JsonObject } from "../../core/json.js";
import { neutralLine } from "../../core/neutral-text.js";
import type { ElicitationResource } from "../../web/api/resources.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { readJsonFile } from "../frame/read-input.js";
import { suggest } from "../frame/suggest.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { keyOption } from "../server/settle-options.js";
import { askerWords } from "../show/elicitation-text.js";
import { linearOption } from "../terminal/open-terminal.js";

export const answerCommand: Command = defineCommand({
  name: "answer",
  summary: "answer what waits, here in the terminal",
  description:
    "Attaches this terminal to a running server: shows what waits, one after the other, and what comes. While you type, others see that you are at it. What is answered elsewhere goes away with a line that says so. What a muted server asks, and what you have put aside, is shown only when you name it; when that changes, it comes and goes at once. Questions that are asked for a terminal only are shown nowhere but here. Esc puts a question aside for later; Ctrl-C detaches, and answers nothing. What you typed and did not send is kept on the server for you, but for secrets, and is there when you come back. With a token of the scope admin, which can sign in to the inbox, both are the same there.\n\nWithout a terminal nothing is shown or read: one line on standard error says who asks what, and where to answer, and the exit code is 6.\n\nWith an ID it answers that question only. With --json the answer is read from a file, or from standard input: an object of values by field, checked as everywhere else. What does not fit changes nothing, and is exit code 2. An approval has no fields: {} approves it.",
  arguments: [{ name: "ID", summary: "only this question, as `beckon list` shows it", optional: true }],
  options: {
    json: { type: "text", value: "FILE", summary: "the answer as JSON in a file; - is standard input" },
    once: { type: "flag", summary: "end when nothing waits any more, instead of waiting for more" },
    ...linearOption,
    ...keyOption,
    ...serverPlaceOptions,
  },
  examples: [
    { line: "beckon answer", does: "everything that waits, and what comes" },
    { line: "beckon answer 6f1c…", does: "one question" },
    { line: `echo '{"city":"Oslo"}' | beckon answer 6f1c… --json -`, does: "from a script" },
  ],
  ends: ["nobody", "waiting", "unknown", "settled"],
  async run({ options, args: [id], surroundings }) {
    // What is asked in a terminal only is answered in one.
    const view = options.json === undefined ? "terminal" : "cli";
    const { client, place } = await reachServer(options, surroundings, view);
    if (options.json === undefined) {
      const { answerHere } = await import("../answer/answer-here.js");
      const { once, linear } = options;
      const inbox = { url: inboxUrl(place.url), cardOf: (asked: string) => cardUrl(place.url, asked) };
      return answerHere(client, { id, once, linear, inbox }, surroundings);
    }
    if (id === undefined) throw new CliError("usage", "ID is missing: --json answers one question.");
    const content = await readJsonFile("The answer", options.json, surroundings);
    if (!isObject(content))
      throw new CliError(
        "usage",
        "The answer is no object. Write the values by field, as `beckon show` names them.",
      );
    requireKnown(content, (await client.get(id)).elicitation);
    const { key } = options;
    const elicitation = await client.answer(id, content, key === undefined ? {} : { key });
    say(surroundings, `Answered what ${askerWords(elicitation)} asked.`);
  },
});

/** A member that the question has no field for is a slip, and in an approval perhaps a no. */
function requireKnown(content: JsonObject, { schema, mode, settled }: ElicitationResource): void {
  if (settled !== undefined) return;
  const known = Object.keys(schema?.properties ?? {});
  const unknown = Object.keys(content).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const meant = suggest(unknown, known);
  throw new CliError(
    "usage",
    `The question has no field ${neutralLine(unknown)}.${meant === undefined ? "" : ` Did you mean ${neutralLine(meant)}?`} ${known.length > 0 ? `It has ${known.map(neutralLine).join(", ")}.` : NO_FIELDS[mode === "url" ? "page" : "approval"]}`,
  );
}

/** What is said of a question that has nothing to fill in. */
const NO_FIELDS = {
  approval: "It is an approval: {} approves it, and `beckon decline` says no.",
  page: "It is a page to go to: {} says that you have been there, and `beckon decline` says no.",
} as const;
