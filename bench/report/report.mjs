/** The whole report: what was measured when and on what, the budget, the ratios, then the absolute values. */
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { servers } from "../servers/index.mjs";
import { absoluteTable, budgetTable, ratioTables } from "./sections.mjs";

/**
 * @param {object} options
 * @param {readonly import("./sections.mjs").CaseResult[]} options.results
 * @param {readonly { id: string, server: string, load: number, own: number }[]} options.usage
 * @param {import("../run/context.mjs").Effort} options.effort
 * @param {boolean} options.quick
 */
export function report({ results, usage, effort, quick }) {
  const notes = results.flatMap(({ measurements }) => measurements.flatMap((one) => one.notes ?? []));
  return `${[
    "# Results",
    `Written by \`npm run bench${quick ? " -- --quick" : ""}\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores. ` +
      "Server and load are two processes on loopback; use the ratios, the absolute values drift.",
    `Each figure is the median of ${effort.rounds} rounds of ${effort.durationMs} ms (cold start: ${effort.starts} starts); in every round the servers take turns, and a ratio is taken within its round. Every answer is checked.`,
    "## Budget",
    budgetTable(results),
    "## Ratios",
    ...results.map(ratioTables).filter((part) => part !== undefined),
    "## Absolute values",
    ...results.map(absoluteTable),
    "## Notes",
    [...drift(results), ...processorTime(usage), ...notes].map((note) => `- ${note}`).join("\n") || "None.",
    "## Servers",
    servers.map(({ name, title }) => `- \`${name}\`: ${title}`).join("\n"),
    `Versions: ${versions()}.`,
  ].join("\n\n")}\n`;
}

function drift(results) {
  const spreads = results
    .flatMap(({ measurements }) => measurements)
    .filter(({ values }) => (values.get("floor")?.length ?? 0) > 1)
    .map(({ values }) => Math.max(...values.get("floor")) / Math.min(...values.get("floor")));
  if (spreads.length === 0) return [];
  return [
    `The floor itself varied between rounds of one case by up to ${Math.round((Math.max(...spreads) - 1) * 100)} %.`,
  ];
}

function processorTime(usage) {
  const kinds = [
    { what: "connections", pattern: /^call\/\w+\/(32|256)$/ },
    { what: "flows of elicitation", pattern: /^elicit\/\w+\/(32|256)$/ },
  ];
  return kinds.flatMap(({ what, pattern }) => {
    const floor = usage.filter(({ server, id }) => server === "floor" && pattern.test(id));
    if (floor.length === 0) return [];
    const percent = (values) =>
      `${Math.round((100 * values.reduce((sum, value) => sum + value, 0)) / values.length)} %`;
    return `With 32 and 256 ${what} on the floor the load process used ${percent(floor.map(({ load }) => load))} of a core, the server ${percent(floor.map(({ own }) => own))}.`;
  });
}

function versions() {
  const { dependencies } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
  return Object.keys(dependencies)
    .map((name) => `${name} ${lock.packages[`node_modules/${name}`].version}`)
    .join(", ");
}
