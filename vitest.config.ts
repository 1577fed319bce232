import { defineConfig } from "vitest/config";

/** Folders of test/ with a project of their own; every other folder mirrors src/ and belongs to `unit`. */
const own = ["contract", "property", "e2e", "chaos", "types", "surface"];

export default defineConfig({
  test: {
    pool: "forks",
    execArgv: ["--expose-gc"],
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // The built package runs as its users run it: loaded by Node, not rewritten by the test runner.
    server: { deps: { external: [/\/dist\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: own.map((folder) => `test/${folder}/**`),
        },
      },
      ...own.map((folder) => ({
        extends: true as const,
        test: {
          name: folder,
          include: [`test/${folder}/**/*.test.ts`],
          globalSetup: folder === "e2e" ? ["test/e2e/compile-servers.ts"] : [],
        },
      })),
    ],
  },
});
