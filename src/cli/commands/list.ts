// beckon list: what waits for an answer.

import { finalStatuses, openStatuses } from "../../core/engine/statuses.js";
import { toJson } from "../../core/spelled-json.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { elicitationRow } from "../show/elicitation-text.js";

const statuses = ["open", ...openStatuses, ...finalStatuses, "all"] as const;

export const listCommand: Command = defineCommand({
  name: "list",
  summary: "list what waits for an answer",
  description:
    "Oldest first, with who asks, since when, and until when. `open` is what is pending or active; settled questions are listed by their status until they are forgotten.",
  options: {
    status: {
      type: "text",
      value: "STATUS",
      choices: statuses,
      several: true,
      summary: "how they stand; open without it",
    },
    asker: { type: "text", value: "NAME", summary: "only what this server or agent asks" },
    tag: { type: "text", value: "TAG", summary: "only what has this tag" },
    audience: { type: "text", value: "WHO", summary: "only what this audience is asked" },
    limit: { type: "number", value: "COUNT", minimum: 1, default: 100, summary: "how many at the most" },
    ...serverPlaceOptions,
    json: { type: "flag", summary: "print them as JSON" },
  },
  examples: [
    { line: "beckon list", does: "what is open" },
    { line: "beckon list --json | jq -r '.elicitations[].id'", does: "the ids" },
    { line: "beckon list --status declined --status expired", does: "what came to nothing" },
  ],
  async run({ options, surroundings }) {
    const { client } = await reachServer(options, surroundings);
    const wanted = options.status.length === 0 ? ["open" as const] : options.status;
    // Each is among the choices.
    const status = wanted.filter((one) => one !== "all") as Exclude<(typeof statuses)[number], "all">[];
    const elicitations = [];
    let cursor: string | undefined;
    let now = 0;
    do {
      const page = await client.list({
        ...(wanted.includes("all") ? {} : { status }),
        ...(options.asker !== undefined && { asker: options.asker }),
        ...(options.tag !== undefined && { tag: options.tag }),
        ...(options.audience !== undefined && { audience: options.audience }),
        ...(cursor !== undefined && { cursor }),
        limit: Math.min(options.limit - elicitations.length, 100),
      });
      elicitations.push(...page.elicitations);
      ({ cursor, now } = page);
    } while (cursor !== undefined && elicitations.length < options.limit);
    if (options.json) return say(surroundings, toJson({ elicitations, now, isMore: cursor !== undefined }));
    if (elicitations.length === 0)
      return say(
        surroundings,
        options.status.length === 0 ? "Nothing waits for an answer." : "There is nothing of that status.",
      );
    for (const elicitation of elicitations) say(surroundings, elicitationRow(elicitation, now));
    if (cursor !== undefined) say(surroundings, `There are more; --limit ${options.limit * 2} shows them.`);
  },
});
