// beckon sample: sends yourself one of everything, to see how it looks.

import { inboxUrl } from "../../app/inbox-urls.js";
import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { elicitationRow } from "../show/elicitation-text.js";

export const sampleCommand: Command = defineCommand({
  name: "sample",
  summary: "send yourself a sample of every kind of question",
  description:
    "Puts a question with every kind of field and an approval into the inbox. Nobody waits for the answers; answer them in the inbox or with `beckon answer`, or cancel them.",
  options: { ...serverPlaceOptions, json: { type: "flag", summary: "print what was asked as JSON" } },
  examples: [{ line: "beckon sample && beckon answer", does: "try it out" }],
  async run({ options, surroundings }) {
    const { client, place } = await reachServer(options, surroundings);
    const elicitations = await client.sample();
    if (options.json) return say(surroundings, toJson(elicitations));
    for (const elicitation of elicitations)
      say(surroundings, elicitationRow(elicitation, elicitation.createdAt));
    say(surroundings, `\nAnswer here with \`beckon answer\`, or at ${inboxUrl(place.url)}`);
  },
});
