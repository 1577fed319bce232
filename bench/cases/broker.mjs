/** Elicitations created and settled in a broker, with many pending, against a bare Map with a timer wheel and a bare SQLite file. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stop, track } from "../run/children.mjs";
import { nextMessage } from "../run/within.mjs";

const fileOf = (name) => fileURLToPath(new URL(`../broker/${name}.mjs`, import.meta.url));
const builtDist = fileURLToPath(new URL("../../dist", import.meta.url));
const patienceMs = 600_000;

/** In how many shorter ones a round is taken where a disk is written: what else the machine does then hits both alike. */
const sqliteTurns = 5;
const pendingCounts = [1_000, 100_000, 1_000_000];
/** From how many pending ones on SQLite is measured in one round: each takes longer, and making them took a minute. */
const veryMany = 1_000_000;

/** @type {import("../run/context.mjs").Case} */
export const brokerCase = {
  name: "broker",
  title:
    "Elicitations created and settled in the broker, no HTTP; “floor” is a bare Map with a timer wheel, or a bare SQLite file",
  async run({ servers, effort, serverOptions }) {
    if (!servers.some(({ name }) => name === "beckon")) return [];
    const { dist = builtDist } = serverOptions("beckon", {});
    const measurements = [];
    for (const pending of pendingCounts) measurements.push(...(await measureMemory(dist, pending, effort)));
    measurements.push(...(await measureSqlite(dist, effort)));
    measurements.push(...(await measureStalls(dist, effort)));
    return measurements;
  },
};

/** Both processes hold as many pending ones, and take turns. */
async function measureMemory(dist, pending, { rounds, brokerPairs }) {
  const subjects = [
    ["floor", start("map", dist)],
    ["beckon", start("memory", dist)],
  ];
  try {
    const bytes = new Map();
    for (const [name, { child, ready }] of subjects) {
      await ready;
      bytes.set(name, [(await ask(child, { fill: pending })).bytesEach]);
    }
    const results = subjects.map(([name, { child }]) => ({ name, child, rounds: [] }));
    // Round 0 is thrown away: it is for the compiler.
    for (let round = 0; round <= rounds; round++) {
      for (const result of results) {
        const measured = await ask(result.child, { pairs: brokerPairs });
        if (round > 0) result.rounds.push(measured);
      }
    }
    const pick = (field) =>
      new Map(results.map(({ name, rounds: all }) => [name, all.map((one) => one[field])]));
    const column = `${pending.toLocaleString("en")} pending`;
    return [
      {
        id: `broker/memory/${pending}`,
        title: `memory, pairs, ${column}`,
        unit: "pairs/s",
        better: "higher",
        values: pick("perSecond"),
        perProcessorSecond: pick("perProcessorSecond"),
      },
      ...["p50", "p99", "p999"].map((at) => ({
        id: `broker/memory-${at}/${pending}`,
        title: `memory, ${at}, ${column}`,
        unit: "µs",
        better: "lower",
        values: pick(at),
      })),
      {
        id: `broker/bytes/${pending}`,
        title: `heap of one, ${column}`,
        unit: "bytes",
        better: "lower",
        values: bytes,
      },
    ];
  } finally {
    await Promise.all(subjects.map(([, { child }]) => stop(child)));
  }
}

/** Beckon and the bare file hold as many pending ones, and take turns in short rounds; in fewer with very many. */
async function measureSqlite(dist, effort) {
  const subjects = [
    { name: "floor", ...start("bare-sqlite", dist) },
    { name: "beckon", ...start("sqlite", dist) },
  ];
  try {
    const measurements = [];
    let filled = 0;
    for (const pending of effort.brokerSqlitePending) {
      const missing = pending - filled;
      await Promise.all(subjects.map(({ child, ready }) => ready.then(() => ask(child, { fill: missing }))));
      filled = pending;
      const rounds = pending < veryMany ? effort.rounds : 1;
      for (const callers of [1, 64])
        measurements.push(...(await measureSqliteCallers(subjects, pending, callers, { ...effort, rounds })));
    }
    return measurements;
  } finally {
    await Promise.all(subjects.map(({ child }) => stop(child)));
  }
}

async function measureSqliteCallers(subjects, pending, callers, { rounds, brokerSqlitePairs }) {
  const measured = new Map(subjects.map(({ name }) => [name, []]));
  const pairs = Math.ceil(brokerSqlitePairs / sqliteTurns);
  // Round 0 is thrown away: it is for the compiler.
  for (let round = 0; round <= rounds * sqliteTurns; round++) {
    for (const { name, child } of subjects) {
      const one = await ask(child, { pairs, callers });
      if (round > 0) measured.get(name).push(one);
    }
  }
  const title = `SQLite, ${callers} ${callers === 1 ? "caller" : "callers"}, ${pending.toLocaleString("en")} pending`;
  const values = (field) => new Map([...measured].map(([name, all]) => [name, all.map((one) => one[field])]));
  return [
    {
      id: `broker/sqlite/${callers}/${pending}`,
      title,
      unit: "pairs/s",
      better: "higher",
      values: values("perSecond"),
      perProcessorSecond: values("perProcessorSecond"),
    },
    ...["p50", "p99"].map((at) => ({
      id: `broker/sqlite-${at}/${callers}/${pending}`,
      title: `${title}, ${at}`,
      unit: "µs",
      better: "lower",
      values: values(at),
    })),
  ];
}

async function measureStalls(dist, { rounds, brokerEndings }) {
  const { child, ready } = startScript("time-stalls", [dist]);
  try {
    await ready;
    const measured = [];
    for (let round = 0; round < rounds; round++) measured.push(await ask(child, { count: brokerEndings }));
    const count = brokerEndings.toLocaleString("en");
    return Object.entries({ expiring: "expire", leaving: "are withdrawn" }).map(([field, what]) => ({
      id: `broker/stall/${field}`,
      title: `longest turn when ${count} ${what} at once`,
      unit: "ms",
      better: "lower",
      values: new Map([["beckon", measured.map((one) => one[field])]]),
    }));
  } finally {
    await stop(child);
  }
}

const start = (subject, dist) => startScript("time-broker", [subject, dist]);

function startScript(name, args) {
  const child = track(
    fork(fileOf(name), args, {
      execArgv: ["--expose-gc", "--max-old-space-size=4096"],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    }),
  );
  return { child, ready: nextMessage(child, patienceMs, `that ${[name, ...args].join(" ")} is ready`) };
}

function ask(child, question) {
  const answer = nextMessage(child, patienceMs, JSON.stringify(question));
  child.send(question);
  return answer;
}
