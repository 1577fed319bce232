/** What a modern round of Beckon costs as its journal grows, without HTTP. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stop, track } from "../run/children.mjs";
import { nextMessage } from "../run/within.mjs";

const script = fileURLToPath(new URL("../run/time-journal.mjs", import.meta.url));
const builtDist = fileURLToPath(new URL("../../dist", import.meta.url));

const variants = [
  ...[0, 1, 5, 20].map((answers) => ({
    name: `answers/${answers}`,
    title: `${answers} earlier ${answers === 1 ? "answer" : "answers"}`,
    answers,
  })),
  // 58 of the 64 KiB that a client is given to carry at most: the rest is for what a round adds.
  ...[1, 16, 58].map((kibibytes) => ({
    name: `state/${kibibytes}`,
    title: `state of ${kibibytes} KiB`,
    answers: 1,
    kibibytes,
  })),
  // What the client is not given to carry: the journal is left with the engine, and read there again.
  { name: "left/64", title: "64 KiB of answers, left with the engine", answers: 1, leftKibibytes: 64 },
];

/** @type {import("../run/context.mjs").Case} */
export const journalCase = {
  name: "journal",
  title: "A modern round by what its state holds: opened, replayed, sealed with one more question; no HTTP",
  async run({ servers, effort, serverOptions }) {
    if (!servers.some(({ name }) => name === "beckon")) return [];
    const { dist = builtDist } = serverOptions("beckon", {});
    const job = { variants, rounds: effort.rounds, retries: effort.journalRetries };
    const child = track(
      fork(script, [dist, JSON.stringify(job)], { stdio: ["ignore", "inherit", "inherit", "ipc"] }),
    );
    try {
      const { done } = await nextMessage(child, 300_000, "the times of the journal");
      return variants.map(({ name, title }, index) => ({
        id: `journal/${name}`,
        title,
        unit: "µs",
        better: "lower",
        values: new Map([["beckon", done[index]]]),
      }));
    } finally {
      await stop(child);
    }
  },
};
