// Commands that settle a question without what it asks for: they differ in what they say.

import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { askerWords } from "../show/elicitation-text.js";
import { reachServer, serverPlaceOptions } from "./find-server.js";
import { idArgument } from "./id-argument.js";
import { keyOption, reasonOption } from "./settle-options.js";

/** What a command of this kind is, and how it ends a question. */
export interface Settling extends Pick<Command, "name" | "summary" | "examples"> {
  /** What the asker hears, and what else there is to know. */
  readonly description: string;
  /** Which of the ways to end it. */
  readonly way: "decline" | "cancel";
  /** What is said when it is done: `Declined`. */
  readonly done: string;
}

export const defineSettling = ({ way, done, description, ...words }: Settling): Command =>
  defineCommand({
    ...words,
    description: `${description} The first answer counts: a question that was settled before is exit code 9, with who and when.`,
    arguments: [idArgument],
    options: {
      ...reasonOption,
      ...keyOption,
      ...serverPlaceOptions,
      json: { type: "flag", summary: "print the question as it is now as JSON" },
    },
    ends: ["unknown", "settled"],
    async run({ options, args: [id = ""], surroundings }) {
      const { client } = await reachServer(options, surroundings);
      const { reason, key } = options;
      const elicitation = await client[way](id, {
        ...(reason !== undefined && { reason }),
        ...(key !== undefined && { key }),
      });
      if (options.json) return say(surroundings, toJson(elicitation));
      say(surroundings, `${done} what ${askerWords(elicitation)} asked.`);
    },
  });
