// Runs every check of the project, one phase after the other, and ends with `N passed, N failed`.
//
//   node scripts/test.mjs                 everything: what `npm test` runs
//   node scripts/test.mjs --fast          the quick part: what `npm run check` runs
//   node scripts/test.mjs lint vitest     only the phases named

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureChromium } from "./chromium.mjs";
import { ensureKeyring } from "./keyring.mjs";
import { root, run } from "./run.mjs";
import { ensureShells } from "./shells.mjs";
import { ensureTmux } from "./tmux.mjs";

const fast = process.argv.includes("--fast");
const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));

/** A phase resolves with an exit code, or with counts where it holds many tests. */
const phases = [
  { name: "lint", fast: true, run: () => run("biome", ["check", "--error-on-warnings"]) },
  { name: "build", fast: true, run: () => run("node", ["scripts/build.mjs"]) },
  { name: "types", fast: true, run: types },
  {
    name: "imports",
    fast: true,
    run: () => run("depcruise", ["src", "--config", ".dependency-cruiser.mjs"]),
  },
  { name: "graph", fast: true, run: () => run("node", ["scripts/graph.mjs", "--check"]) },
  { name: "knip", fast: true, run: () => run("knip") },
  { name: "publint", run: () => run("publint", ["--strict"]) },
  { name: "attw", run: () => run("attw", ["--pack", ".", "--profile", "esm-only"], { quiet: true }) },
  { name: "snippets", run: () => run("node", ["scripts/snippets.mjs"]) },
  { name: "vitest", fast: true, run: vitest },
  { name: "examples", run: examples },
  { name: "conformance", run: conformance },
];

const unknown = named.filter((name) => !phases.some((phase) => phase.name === name));
if (unknown.length > 0) {
  console.error(`No phase ${unknown.join(", ")}. There are ${phases.map((phase) => phase.name).join(", ")}.`);
  process.exit(2);
}
const chosen = phases.filter((phase) =>
  named.length > 0 ? named.includes(phase.name) : !fast || phase.fast,
);

const rows = [];
for (const phase of chosen) {
  console.log(`\n=== ${phase.name} ===`);
  const startedAt = performance.now();
  const result = await phase.run().catch((error) => {
    console.error(error);
    return 1;
  });
  const counts =
    typeof result === "number" ? { passed: result === 0 ? 1 : 0, failed: result === 0 ? 0 : 1 } : result;
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  rows.push({ name: phase.name, seconds, ...counts });
  console.log(`--- ${phase.name} ${counts.failed > 0 ? "failed" : "passed"} in ${seconds} s`);
}

console.log("\n=== summary ===");
for (const { name, seconds, passed, failed, skipped } of rows) {
  const verdict = failed > 0 ? "FAILED" : "ok";
  const tests = passed + failed > 1 ? `  ${passed} passed, ${failed} failed` : "";
  console.log(
    `${name.padEnd(12)} ${verdict.padEnd(7)} ${seconds.padStart(6)} s${tests}${skipped ? `, ${skipped} skipped` : ""}`,
  );
}
const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 ? 1 : 0;

async function vitest() {
  const report = join(root, ".cache", "vitest.json");
  mkdirSync(join(root, ".cache"), { recursive: true });
  rmSync(report, { force: true });
  const projects = fast
    ? ["unit", "contract", "surface"].flatMap((name) => ["--project", name])
    : await leftOut();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run("vitest", ["run", ...projects, ...reporters]);
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, "utf8"),
  );
  return {
    passed: numPassedTests,
    // A file that does not load, or an error outside every test, fails the run without a failed test.
    failed: numFailedTests === 0 && code !== 0 ? 1 : numFailedTests,
    skipped: numPendingTests + numTodoTests,
  };
}

/** The tests with all that they import, and what runs in browsers, where there is no Node. */
async function types() {
  const code = await run("tsc", ["-p", "test/tsconfig.json"]);
  return code === 0 ? run("tsc", ["-p", "src/web/browser/tsconfig.json"]) : code;
}

/** Leaves out the suites that this machine cannot run, and says so. Where everything must run they are not left out. */
async function leftOut() {
  const tmux = await ensureTmux();
  const shells = await ensureShells();
  const suites = [
    { name: "browser", found: await ensureChromium(), needs: "Chromium", variable: "BECKON_CHROMIUM" },
    { name: "tty", found: tmux, needs: "tmux", variable: "BECKON_TMUX" },
    {
      name: "shells",
      // zsh completes only for somebody who types, so that it needs a terminal.
      found: tmux && shells,
      needs: "zsh, fish and tmux",
      variable: "BECKON_ZSH, BECKON_FISH and BECKON_TMUX",
    },
    {
      name: "keyring",
      found: await ensureKeyring(),
      needs: "dbus and gnome-keyring",
      variable: "BECKON_KEYRING",
    },
  ];
  if (process.env.CI) return [];
  const missing = suites.filter(({ found }) => found === undefined);
  for (const { name, needs, variable } of missing)
    console.log(
      `Left out: ${name}. To run it install ${needs}, or set ${variable} to where that is, then \`npx vitest run --project ${name}\`.`,
    );
  return missing.flatMap(({ name }) => ["--project", `!${name}`]);
}

/** Examples check themselves: each `*.check.ts` runs its example and fails when it does not do its job. */
async function examples() {
  const out = join(root, ".cache", "examples");
  rmSync(out, { recursive: true, force: true });
  if ((await run("tsc", ["-p", "examples/tsconfig.json"])) !== 0) return 1;
  const checks = readdirSync(out, { recursive: true }).filter((path) => path.endsWith(".check.js"));
  if (checks.length === 0) console.error("examples/ has no *.check.ts.");
  const failed = [];
  for (const check of checks.sort()) {
    const code = await run("node", [join(out, check)], { timeoutMs: 60_000 });
    console.log(`${code === 0 ? "ok" : "FAILED"} ${check.replace(/\.js$/, ".ts")}`);
    if (code !== 0) failed.push(check);
  }
  return checks.length > 0 && failed.length === 0 ? 0 : 1;
}

async function conformance() {
  const code = await run("tsc", ["-p", "test/conformance/tsconfig.json"]);
  return code === 0 ? run("node", ["scripts/conformance.mjs"]) : code;
}
