/** `npm run bench`: measures Beckon beside a bare server and its peers, prints the tables and writes RESULTS.md. */
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cases } from "./cases/index.mjs";
import { report } from "./report/report.mjs";
import { absoluteTable, ratioTables } from "./report/sections.mjs";
import { stopAllOnExit } from "./run/children.mjs";
import { fullEffort, quickEffort } from "./run/context.mjs";
import { startLoad } from "./run/start-load.mjs";
import { servers } from "./servers/index.mjs";
import { setUp } from "./setup.mjs";

const usage = `npm run bench -- [options]
  --quick              short rounds, few sessions and starts
  --case name,...      only these cases: ${cases.map(({ name }) => name).join(", ")}
  --variant text,...   only the variants of elicit whose ids contain one of these, such as modern/32
  --only server,...    only these servers: ${servers.map(({ name }) => name).join(", ")}
  --dist directory     measure this build of Beckon instead of building the repository
  --profile server     write processor profiles of this server to bench/profiles
  --write              write RESULTS.md even if any of the options above is given`;

const { values: given } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    case: { type: "string" },
    variant: { type: "string" },
    only: { type: "string" },
    dist: { type: "string" },
    profile: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});
if (given.help) {
  console.log(usage);
  process.exit(0);
}

stopAllOnExit();
try {
  await main();
} catch (error) {
  console.error(`The bench failed: ${error.message}`);
  process.exit(1);
}

async function main() {
  const chosenCases = choose(cases, given.case, "case");
  const chosenServers = choose(servers, given.only, "server");
  const withBeckon = chosenServers.some(({ name }) => name === "beckon");
  setUp({ build: withBeckon && given.dist === undefined });

  const effort = given.quick ? quickEffort : fullEffort;
  const load = await startLoad();
  const variants = given.variant?.split(",");
  const context = {
    servers: chosenServers,
    variants,
    load,
    effort,
    serverOptions,
    usage: [],
    progress: tell,
  };
  const results = [];
  for (const { name, title, run } of chosenCases) {
    tell(`${name} (load average ${loadavg()[0].toFixed(1)})`);
    const result = { title, measurements: await run(context) };
    results.push(result);
    tell(`${ratioTables(result) ?? absoluteTable(result)}\n`);
  }
  await load.stop();

  const text = report({ results, usage: context.usage, effort, quick: given.quick });
  console.log(text);
  const partial =
    given.quick ||
    [given.case, given.variant, given.only, given.dist, given.profile].some((value) => value !== undefined);
  if (!partial || given.write) await writeFile(fileURLToPath(new URL("RESULTS.md", import.meta.url)), text);
}

/** @type {import("./run/context.mjs").Context["serverOptions"]} */
function serverOptions(name, options) {
  return {
    ...options,
    ...(name === "beckon" && given.dist !== undefined && { dist: resolve(given.dist) }),
    ...(name === given.profile && { profileDirectory: fileURLToPath(new URL("profiles", import.meta.url)) }),
  };
}

function choose(all, names, kind) {
  if (names === undefined) return all;
  return names.split(",").map((name) => {
    const found = all.find((one) => one.name === name);
    if (found === undefined)
      throw new Error(`There is no ${kind} ${name}. Choose from ${all.map((one) => one.name).join(", ")}.`);
    return found;
  });
}

function tell(line) {
  console.error(`· ${line}`);
}
