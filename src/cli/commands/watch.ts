// beckon watch: every change, as it happens.

import { neutralLine } from "../../core/neutral-text.js";
import { toJsonLine } from "../../core/spelled-json.js";
import { ApiError } from "../../web/api/api-error.js";
import type { ChangeResource } from "../../web/api/resources.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say, tell } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { askerWords } from "../show/elicitation-text.js";
import { instant } from "../show/time-words.js";

export const watchCommand: Command = defineCommand({
  name: "watch",
  summary: "print every change of a question as it happens",
  description:
    "One line for each: asked, taken up, answered, declined, cancelled, expired, withdrawn. It connects again by itself when the server restarts, and misses nothing that the server still knows. Ctrl-C ends it.",
  options: {
    after: {
      type: "number",
      value: "NUMBER",
      minimum: 0,
      summary: "begin after the change with this number; from now on without it",
    },
    ...serverPlaceOptions,
    json: { type: "flag", summary: "print each change as a line of JSON" },
  },
  examples: [
    { line: "beckon watch", does: "what happens from now on" },
    { line: "beckon watch --json | jq --unbuffered -r 'select(.status == \"pending\").id'", does: "new ids" },
  ],
  async run({ options, surroundings }) {
    const { client } = await reachServer(options, surroundings);
    const { signal } = surroundings;
    let { feed, feedId } = await client.list({ limit: 1 });
    let after = options.after ?? feed;
    while (!signal.aborted)
      try {
        for await (const change of client.watch({ after, feedId, signal })) {
          after = change.number;
          say(surroundings, options.json ? toJsonLine(change) : changeLine(change));
        }
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== "events-lost") throw error;
        tell(surroundings, `The server no longer knows what came after change ${after}. Going on from now.`);
        ({ feed, feedId } = await client.list({ limit: 1 }));
        after = feed;
      }
  },
});

function changeLine({ number, at, status, id, elicitation }: ChangeResource): string {
  const about =
    elicitation === undefined
      ? ""
      : `  ${askerWords(elicitation)}: ${neutralLine(elicitation.message).slice(0, 80)}`;
  const who = elicitation?.settled?.name ?? elicitation?.settled?.by;
  const by = who === undefined ? "" : ` by ${neutralLine(who)}`;
  return `${number}  ${instant(at)}  ${id}  ${status}${by}${about}`;
}
