// Any handler means the same in every era and through every fault: what a plain run of it, with the answers at hand,
// does. The reference is in asking-reference.ts, the faults are in asking-modern.ts and asking-legacy.ts.
//
// ASKING_SEED and ASKING_PATH play a reported run again; ASKING_RUNS multiplies the number of runs.

import fc from "fast-check";
import { expect, test } from "vitest";
import { check, meaningOf } from "./asking-check.js";
import { anyLegacyPlay, playLegacyHttp, playLine } from "./asking-legacy.js";
import { anyModernPlay, type ModernPlay, playModern } from "./asking-modern.js";
import { anyScripts, type Script } from "./asking-person.js";
import { anyProgram, has, type Program } from "./asking-program.js";
import { anyEngine, anyLearned, openStage } from "./asking-stage.js";

const { ASKING_SEED, ASKING_PATH, ASKING_RUNS = "1" } = process.env;
const seed = ASKING_SEED === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(ASKING_SEED);
console.info(`asking: ASKING_SEED=${seed}`);

/** A run that takes this long has no end; most take milliseconds. */
const HANGS_MS = 10_000;
const LIMIT_MS = 120_000 * Number(ASKING_RUNS);

const parameters = (runs: number): fc.Parameters<unknown> => ({
  seed,
  numRuns: runs * Number(ASKING_RUNS),
  timeout: HANGS_MS,
  ...(ASKING_PATH !== undefined && { path: ASKING_PATH }),
});

// On one engine, what is made again may come to either server. On engines of their own, to the one that had it: the
// other would do the steps of that round again.
test(
  "a modern run means what its handler says, through lost, doubled, broken and forged requests on two servers",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        anyScripts,
        anyModernPlay,
        anyEngine,
        fc.boolean(),
        anyLearned,
        async (program, scripts, given, engineThat, sharesEngine, learned) => {
          // Each engine counts by itself what came with an old state, so two of them may each go on from it.
          fc.pre(sharesEngine || !given.faults.includes("rewound") || new Set(given.route).size === 1);
          // On engines of their own, states have to be carried.
          const stage = openStage(program, engineThat, sharesEngine, sharesEngine ? learned : 0);
          const meaning = meaningOf(program, scripts);
          const play = { ...given, strays: sharesEngine, sharesEngine };
          const { result, requests, repeated } = await playModern({ ...stage, scripts, meaning, play });
          const { rounds } = await check({ ...stage, program, scripts, result });
          // What is brought with an old state, and what a round ends without, is asked for anew.
          if (!play.faults.includes("rewound") && !has(program, "pause"))
            expect(repeated, "questions asked again").toEqual([]);
          if (!play.foretells && asksAtOnce(program, scripts)) expect(requests, "requests").toBe(rounds + 1);
          await stage.close();
        },
      ),
      parameters(200),
    );
  },
  LIMIT_MS,
);

test(
  "identical requests that come to two servers of one engine at the same moment are one round",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        anyScripts,
        anyModernPlay,
        anyEngine,
        async (program, scripts, given, engineThat) => {
          const stage = openStage(program, engineThat, true);
          const meaning = meaningOf(program, scripts);
          const play = { ...given, faults: ["twice-apart" as const], strays: true, sharesEngine: true };
          const { result } = await playModern({ ...stage, scripts, meaning, play });
          await check({ ...stage, program, scripts, result });
          await stage.close();
        },
      ),
      parameters(60),
    );
  },
  LIMIT_MS,
);

test("a step that was broken off while another answer was missing was given the values that the handler has", async () => {
  const program: Program = [
    {
      do: "late",
      ask: { kind: "party", naming: "own" },
      body: [
        { do: "ask", ask: { kind: "confirm", naming: "own" } },
        { do: "value", kind: "uuid" },
        { do: "step", kind: "echo", turns: 0 },
      ],
    },
  ];
  const final = {
    action: "accept",
    number: 1,
    flag: true,
    seat: "in",
    note: undefined,
    extra: false,
  } as const;
  // The late question is the one whose answer is invalid at first.
  const scripts = [
    { missing: 0, invalid: 3, final },
    { missing: 0, invalid: 0, final },
  ];
  const stage = openStage(program, "answers at once", true);
  const play: ModernPlay = {
    faults: ["closed-in-step-and-waits"],
    route: [0],
    strays: false,
    sharesEngine: true,
    foretells: false,
  };
  const { result } = await playModern({ ...stage, scripts, meaning: meaningOf(program, scripts), play });
  await check({ ...stage, program, scripts, result });
});

test("an answer that was given in vain is not what a step was done for", async () => {
  const program: Program = [
    {
      do: "both",
      left: [
        { do: "ask", ask: { kind: "party", naming: "own" } },
        { do: "step", kind: "echo", turns: 0 },
      ],
      right: [{ do: "ask", ask: { kind: "confirm", naming: "own" } }],
    },
  ];
  const final = {
    action: "accept",
    number: 7,
    flag: true,
    seat: "in",
    note: undefined,
    extra: false,
  } as const;
  const scripts = [{ missing: 0, invalid: 0, final }];
  const stage = openStage(program, "answers at once", true);
  const play: ModernPlay = {
    faults: ["reconsidered"],
    route: [0],
    strays: false,
    sharesEngine: true,
    foretells: false,
  };
  const { result } = await playModern({ ...stage, scripts, meaning: meaningOf(program, scripts), play });
  await check({ ...stage, program, scripts, result });
});

/** True when every question gets its answer the first time it is asked, and nothing else keeps a round waiting. */
const asksAtOnce = (program: Program, scripts: readonly Script[]): boolean =>
  scripts.every(({ missing, invalid }) => missing + invalid === 0) &&
  !has(program, "pause") &&
  // One that is refused leaves others behind that nobody awaits.
  !JSON.stringify(program).includes('"shared"');

test(
  "on engines of their own, a server that gets another's request again does the steps of that round again, and no others",
  async () => {
    const faults = fc.array(fc.constantFrom("none" as const, "lost" as const), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        anyScripts,
        anyModernPlay,
        faults,
        async (program, scripts, given, faults) => {
          const stage = openStage(program, "answers at once", false);
          const meaning = meaningOf(program, scripts);
          const play = { ...given, faults, strays: true, sharesEngine: false };
          const { result } = await playModern({ ...stage, scripts, meaning, play });
          await check({ ...stage, program, scripts, result, mostEffects: 2 });
          await stage.close();
        },
      ),
      parameters(40),
    );
  },
  LIMIT_MS,
);

test(
  "a run means the same in every era, over HTTP and over a line",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        anyScripts,
        anyLegacyPlay,
        anyEngine,
        async (program, scripts, play, engineThat) => {
          for (const way of ["http", "legacy", "modern"] as const) {
            const stage = openStage(program, engineThat, true);
            const [server] = stage.servers;
            const result =
              way === "http"
                ? await playLegacyHttp(server, scripts, play)
                : await playLine(server, scripts, play, way);
            await check({ ...stage, program, scripts, result });
            await stage.close();
          }
        },
      ),
      parameters(70),
    );
  },
  LIMIT_MS,
);
