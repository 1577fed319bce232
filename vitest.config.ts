import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { bundledText } from "./scripts/bundled-text.mjs";

/** Folders of test/ with a project of their own; every other folder mirrors src/ and belongs to `unit`. */
const own = [
  "contract",
  "property",
  "e2e",
  "chaos",
  "browser",
  "tty",
  "keyring",
  "cli",
  "shells",
  "types",
  "surface",
];

/** Of two cores vitest would leave one idle. */
const workers = Math.max(2, availableParallelism() - 1);

/** Browsers, terminals, keyrings, programs and compilers share the machine with every other suite. */
const slow = ["browser", "tty", "keyring", "cli", "shells", "surface"];

/** Projects that fill the machine by themselves, or measure it: they come last, one file at a time. */
const alone = ["chaos"];

export default defineConfig({
  plugins: [bundledText()],
  test: {
    pool: "forks",
    execArgv: ["--expose-gc"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // The default of a second is as long as some of what is waited for takes by itself.
    expect: { poll: { timeout: 15_000 } },
    // The built package runs as its users run it: loaded by Node, not rewritten by the test runner.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          maxWorkers: workers,
          include: ["test/**/*.test.ts"],
          exclude: own.map((folder) => `test/${folder}/**`),
        },
      },
      ...own.map((folder) => ({
        extends: true as const,
        test: {
          name: folder,
          maxWorkers: alone.includes(folder) ? 1 : workers,
          sequence: { groupOrder: alone.includes(folder) ? 1 : 0 },
          include: [`test/${folder}/**/*.test.ts`],
          testTimeout: slow.includes(folder) ? 90_000 : 20_000,
          hookTimeout: slow.includes(folder) ? 90_000 : 20_000,
          globalSetup: ["e2e", "tty", "cli"].includes(folder) ? ["test/e2e/compile-servers.ts"] : [],
        },
      })),
    ],
  },
});
