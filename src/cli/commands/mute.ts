// beckon mute, beckon unmute: whose questions are kept, and neither shown nor announced.

import { neutralLine } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";
import type { MuteResource } from "../../web/api/resources.js";
import { CliError } from "../frame/cli-error.js";
import { type Command, defineCommand } from "../frame/command.js";
import { say } from "../frame/surroundings.js";
import { reachServer, serverPlaceOptions } from "../server/find-server.js";
import { ago, until as untilWords } from "../show/time-words.js";

const muteCommand: Command = defineCommand({
  name: "mute",
  summary: "mute an asker, or list who is muted",
  description:
    "What a muted server or agent asks is kept and stays open, and is neither shown nor announced: not in the inbox, and not by `beckon answer`, where it goes away at once. It is so for everybody who answers, and everybody sees by whom. `beckon list` has what it asks, marked as muted.\n\nWithout SERVER it lists who is muted.",
  arguments: [
    { name: "SERVER", summary: "who asks, by the name that the question shows first", optional: true },
  ],
  options: {
    for: { type: "number", value: "MINUTES", minimum: 1, summary: "for how long; until undone without it" },
    ...serverPlaceOptions,
    json: { type: "flag", summary: "print who is muted as JSON" },
  },
  examples: [
    { line: "beckon mute travel --for 60", does: "for an hour" },
    { line: "beckon mute", does: "who is muted, since when, and by whom" },
  ],
  async run({ options, args: [server], surroundings }) {
    if (server === undefined && options.for !== undefined)
      throw new CliError("usage", "SERVER is missing: --for says how long it is muted.");
    const { client } = await reachServer(options, surroundings);
    // Instants are told by the clock of whoever writes them.
    const { now } = await client.list({ limit: 1 });
    if (server !== undefined)
      await client.mutes.add(server, options.for === undefined ? {} : { until: now + options.for * 60_000 });
    const all = await client.mutes.list();
    const mutes = server === undefined ? all : all.filter((mute) => mute.server === server);
    if (options.json) return say(surroundings, toJson({ mutes, now }));
    if (mutes.length === 0) return say(surroundings, "Nobody is muted.");
    for (const mute of mutes) say(surroundings, muteRow(mute, now));
  },
});

function muteRow({ server, since, until, by, name }: MuteResource, now: number): string {
  const ends = until === undefined ? "" : `, ends ${untilWords(until, now)}`;
  return `${neutralLine(server)}  muted ${ago(since, now)} by ${neutralLine(name ?? by)}${ends}`;
}

const unmuteCommand: Command = defineCommand({
  name: "unmute",
  summary: "hear of a muted asker again",
  description: "What it has asked meanwhile, and is still open, is shown again everywhere.",
  arguments: [{ name: "SERVER", summary: "who is muted, as `beckon mute` lists it" }],
  options: { ...serverPlaceOptions },
  examples: [{ line: "beckon unmute travel", does: "by name" }],
  ends: ["unknown"],
  async run({ options, args: [server = ""], surroundings }) {
    const { client } = await reachServer(options, surroundings);
    await client.mutes.remove(server);
    say(surroundings, `${neutralLine(server)} is not muted any more.`);
  },
});

export const muteCommands: readonly Command[] = [muteCommand, unmuteCommand];
