// Runs the official conformance suite against the fixture server, and then with the client of test/conformance, once
// per era each, and reads every check itself, because the suite's own summary and exit code pass over warnings.
//
//   node scripts/conformance.mjs                  starts the compiled fixture (test/conformance/fixture.ts)
//   node scripts/conformance.mjs --url <url>      takes a server that already runs, and leaves the client out
//   node scripts/conformance.mjs --client         only the client (test/conformance/client.ts)
//
// A scenario is good with at least one SUCCESS and neither FAILURE nor WARNING, and every scenario must be good:
// test/conformance/expected-failures.yaml, where the suite keeps the known exceptions of a server, must list none.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { root } from "./run.mjs";

/** How many server scenarios the pinned suite has for each revision. */
const revisions = { "2025-11-25": 33, "2026-07-28": 40 };

/** How many client scenarios it has for each revision, apart from those about authorization. */
const clientRevisions = { "2025-11-25": 5, "2026-07-28": 8 };

const suite = join(root, "node_modules", "@modelcontextprotocol", "conformance", "dist", "index.js");
const shim = join(root, "scripts", "glob-sync-shim.mjs");
const baseline = join(root, "test", "conformance", "expected-failures.yaml");

const client = join(root, ".cache", "conformance", "client.js");
const given = process.argv.indexOf("--url");
const onlyClient = process.argv.includes("--client");
const fixture = given < 0 && !onlyClient ? await startFixture() : undefined;
const url = fixture?.url ?? process.argv[given + 1];
let problems = findExpectedFailures();
if (!onlyClient)
  try {
    for (const [revision, count] of Object.entries(revisions)) {
      problems = [...problems, ...(await judge(revision, count))];
    }
  } finally {
    await fixture?.stop();
  }
if (given < 0)
  for (const [revision, count] of Object.entries(clientRevisions)) {
    problems = [...problems, ...(await judgeClient(revision, count))];
  }
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;

/** One run of the suite; gives a line for everything that is not as it must be. */
async function judge(revision, count) {
  const listed = await listScenarios(revision);
  const results = mkdtempSync(join(tmpdir(), "beckon-conformance-"));
  try {
    const args = ["--url", url, "--suite", "all", "--spec-version", revision, "-o", results];
    const { code, output } = await runSuite(["server", ...args, "--expected-failures", baseline]);
    const scenarios = readScenarios(results);
    const found = [...listed]
      .filter((name) => !scenarios.has(name))
      .map((name) => `${revision} ${name}: did not run`);
    if (listed.size !== count) {
      found.push(`${revision}: the suite has ${listed.size} scenarios, this script knows ${count}.`);
    }
    if (scenarios.size === 0) found.push(`${revision}: the suite wrote no results. It said:\n${output}`);

    const tally = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
    for (const [name, checks] of scenarios) {
      for (const { status } of checks) tally[status] = (tally[status] ?? 0) + 1;
      found.push(...judgeScenario(`${revision} ${name}`, checks));
    }
    if (code !== 0) found.push(`${revision}: the suite itself ended with code ${code}.`);
    const counts = Object.entries(tally).map(([status, number]) => `${number} ${status}`);
    console.log(`${revision}: ${scenarios.size} of ${count} scenarios, checks: ${counts.join(", ")}`);
    return found;
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
}

/** The scenarios of the client, one after the other: as a suite they all run at once. */
async function judgeClient(revision, count) {
  const listed = [...(await listScenarios(revision, "--client"))].filter((name) => !name.startsWith("auth/"));
  const found =
    listed.length === count
      ? []
      : [`${revision}: the suite has ${listed.length} client scenarios, this script knows ${count}.`];
  const tally = { SUCCESS: 0, FAILURE: 0, WARNING: 0, SKIPPED: 0, INFO: 0 };
  for (const name of listed) {
    const results = mkdtempSync(join(tmpdir(), "beckon-conformance-"));
    try {
      const args = ["--scenario", name, "--spec-version", revision, "-o", results];
      const command = `${process.execPath} ${client}`;
      const { code, output } = await runSuite(["client", "--command", command, ...args]);
      const [checks] = readScenarios(results).values();
      for (const { status } of checks ?? []) tally[status] = (tally[status] ?? 0) + 1;
      found.push(...judgeScenario(`${revision} client ${name}`, checks ?? []));
      if (code !== 0) found.push(`${revision} client ${name}: ended with code ${code}. It said:\n${output}`);
    } finally {
      rmSync(results, { recursive: true, force: true });
    }
  }
  const counts = Object.entries(tally).map(([status, number]) => `${number} ${status}`);
  console.log(`${revision}: ${listed.length} of ${count} client scenarios, checks: ${counts.join(", ")}`);
  return found;
}

function judgeScenario(name, checks) {
  const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const good = bad.length === 0 && checks.some(({ status }) => status === "SUCCESS");
  if (good) return [];
  if (bad.length === 0) return [`${name}: nothing was checked.`];
  return bad.map(
    ({ status, id, errorMessage }) => `${name}: ${status} ${id}: ${errorMessage ?? "no message"}`,
  );
}

/** Scenario to checks, from `<scenario>-<timestamp>/checks.json`; those of a server have `server-` before. */
function readScenarios(folder) {
  const found = new Map();
  for (const name of readdirSync(folder)) {
    const scenario = name.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T.*$/, "");
    found.set(scenario, JSON.parse(readFileSync(join(folder, name, "checks.json"), "utf8")));
  }
  return found;
}

async function listScenarios(revision, side = "--server") {
  const { output } = await runSuite(["list", side, "--spec-version", revision]);
  return new Set([...output.matchAll(/^ {2}- (\S+)/gm)].map((match) => match[1]));
}

function runSuite(args) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, ["--import", shim, suite, ...args], { cwd: root });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.once("error", fail);
    child.once("close", (code) => done({ code, output }));
  });
}

/** Every entry of the baseline, which is to have none. */
function findExpectedFailures() {
  const lines = readFileSync(baseline, "utf8").split("\n");
  const said = lines.map((line) => line.replace(/(^|\s)#.*$/, "").trimEnd()).filter((line) => line !== "");
  return said
    .filter((line) => line !== "server: []")
    .map((line) => `${baseline}: must list nothing, has "${line}"`);
}

async function startFixture() {
  const program = join(root, ".cache", "conformance", "fixture.js");
  const child = spawn(process.execPath, [program, "--port", "0"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise((done) => child.once("exit", done));
  const stop = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  const ready = await Promise.race([
    listeningAt(child.stdout),
    ended.then((code) => ({ error: `The fixture ended with code ${code} before it listened.` })),
    new Promise((done) =>
      setTimeout(done, 20_000, { error: "The fixture did not say within 20 s where it listens." }).unref(),
    ),
  ]);
  if (ready.error) {
    await stop();
    console.error(ready.error);
    process.exit(1);
  }
  return { url: ready.url, stop };
}

async function listeningAt(stdout) {
  for await (const line of createInterface({ input: stdout })) {
    const url = /listening on (http:\S+)/.exec(line)?.[1];
    if (url) {
      stdout.resume();
      return { url };
    }
  }
  return new Promise(() => {});
}
