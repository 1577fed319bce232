// beckon show: one elicitation, with everything that is known of it.

import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { idArgument } from "../server/id-argument.js";
import { elicitationText } from "../show/elicitation-text.js";

export const showCommand: Command = defineCommand({
  name: "show",
  summary: "show one question, its fields, and its answer if there is one",
  description: "Secrets are never shown: in their place stands [secret].",
  arguments: [idArgument],
  options: { ...serverPlaceOptions, json: { type: "flag", summary: "print it as JSON, with its schema" } },
  examples: [
    { line: "beckon show 6f1c…", does: "who asks what, and what has to be filled in" },
    { line: "beckon show 6f1c… --json | jq .elicitation.schema", does: "the form" },
  ],
  ends: ["unknown"],
  async run({ options, args: [id = ""], surroundings }) {
    const { client } = await reachServer(options, surroundings);
    const { elicitation, now } = await client.get(id);
    const { answer } = elicitation.settled === undefined ? {} : await client.answerOf(id);
    say(
      surroundings,
      options.json
        ? toJson({ elicitation, ...(answer && { answer }), now })
        : elicitationText(elicitation, answer, now),
    );
  },
});
