// beckon sign-in: a new link to the inbox.

import { requestSignInLink } from "../../app/request-sign-in-link.js";
import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";

export const signInCommand: Command = defineCommand({
  name: "sign-in",
  summary: "print a new link that signs you in to the inbox",
  description:
    "The link works once, for ten minutes. Whoever opens it first is signed in; send it to nobody else.",
  options: { ...serverPlaceOptions, json: { type: "flag", summary: "print it as JSON, with its expiry" } },
  examples: [{ line: "beckon sign-in", does: "a link to open in a browser" }],
  async run({ options, surroundings }) {
    const { place } = await reachServer(options, surroundings);
    const link = await requestSignInLink({
      baseUrl: place.url,
      token: place.token,
      signal: surroundings.signal,
    });
    say(surroundings, options.json ? toJson(link) : link.url);
  },
});
