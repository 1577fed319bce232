// beckon runs: who asked, over all the rounds of a run.

import { neutralLine } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";
import type { RunResource } from "../../web/api/resources.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { elicitationRow } from "../show/elicitation-text.js";
import { ago } from "../show/time-words.js";

export const runsCommand: Command = defineCommand({
  name: "runs",
  summary: "list the runs that asked, or show one with its rounds",
  description:
    "A run is one execution of a tool that may ask, over all its rounds. Newest first; what is forgotten is no longer listed.",
  arguments: [{ name: "RUN", summary: "the id of a run; without it, all of them", optional: true }],
  options: {
    limit: { type: "number", value: "COUNT", minimum: 1, default: 20, summary: "how many at the most" },
    ...serverPlaceOptions,
    json: { type: "flag", summary: "print them as JSON" },
  },
  examples: [
    { line: "beckon runs", does: "the newest" },
    { line: "beckon runs 0b7e… --json", does: "one, with all its questions" },
  ],
  ends: ["unknown"],
  async run({ options, args: [runId], surroundings }) {
    const { client } = await reachServer(options, surroundings);
    // Ages are told by the clock of whoever wrote the instants.
    const { now } = await client.list({ limit: 1 });
    if (runId !== undefined) {
      const run = await client.runs.get(runId);
      return say(surroundings, options.json ? toJson(run) : runText(run, now));
    }
    const runs: RunResource[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.runs.list(cursor === undefined ? {} : { cursor });
      runs.push(...page.runs);
      ({ cursor } = page);
    } while (cursor !== undefined && runs.length < options.limit);
    const shown = runs.slice(0, options.limit);
    if (options.json) return say(surroundings, toJson({ runs: shown, now }));
    if (shown.length === 0) return say(surroundings, "No run has asked anything.");
    for (const run of shown) say(surroundings, runRow(run, now));
  },
});

function runRow({ runId, asker, startedAt, open, rounds }: RunResource, now: number): string {
  const about = neutralLine(asker.target === undefined ? asker.server : `${asker.server}, ${asker.target}`);
  const count = rounds.length === 1 ? "1 round" : `${rounds.length} rounds`;
  // Whoever asks through the API says itself what its run is called.
  return `${neutralLine(runId)}  ${ago(startedAt, now)}  ${count}${open > 0 ? `, ${open} open` : ""}  ${about}`;
}

const runText = (run: RunResource, now: number): string =>
  [
    runRow(run, now),
    ...run.rounds.flatMap((round, index) => [
      "",
      `Round ${index + 1}:`,
      ...round.map((elicitation) => elicitationRow(elicitation, now)),
    ]),
  ].join("\n");
