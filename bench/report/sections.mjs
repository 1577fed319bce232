/** The parts of the report, each as Markdown: the budget, the ratios, the absolute values. */
import { middle, ratio } from "../run/measurement.mjs";
import { judge } from "./budget.mjs";
import { table, toText } from "./table.mjs";

/**
 * @typedef {object} CaseResult
 * @property {string} title
 * @property {readonly import("../run/measurement.mjs").Measurement[]} measurements
 */

/** @param {readonly CaseResult[]} results */
export function budgetTable(results) {
  const lines = judge(results.flatMap(({ measurements }) => measurements));
  const rows = lines.map(({ rule, wanted, value, ofFloor, verdict }) => [
    rule,
    wanted,
    ofFloor === undefined ? toText(value) : `${toText(value)}, ${toText(ofFloor)} of the floor`,
    verdict,
  ]);
  return table(["budget", "wanted", "measured", ""], rows);
}

/**
 * Each server relative to the floor, and how many times better Beckon is than each.
 * @param {CaseResult} result
 */
export function ratioTables({ title, measurements }) {
  const comparable = measurements.filter(({ values }) => values.has("floor"));
  if (comparable.length === 0) return undefined;
  const headings = comparable.map((measurement) => measurement.title);
  const names = namesIn(comparable);
  const ofFloor = names.map((name) => [name, ...comparable.map((one) => toText(ratio(one, name, "floor")))]);
  const parts = [`### ${title}`, table(["of the floor", ...headings], ofFloor)];

  const byProcessor = comparable
    .filter(({ perProcessorSecond }) => perProcessorSecond !== undefined)
    .map((one) => ({ ...one, values: one.perProcessorSecond }));
  if (byProcessor.length > 0) {
    const rows = names.map((name) => [name, ...byProcessor.map((one) => toText(ratio(one, name, "floor")))]);
    parts.push(table(["of the floor, by processor time", ...byProcessor.map(({ title }) => title)], rows));
  }

  const others = names.filter((name) => !name.startsWith("beckon") && name !== "floor");
  if (names.includes("beckon") && others.length > 0) {
    const times = others.map((name) => [name, ...comparable.map((one) => toText(timesBetter(one, name)))]);
    parts.push(table(["Beckon is better than, times", ...headings], times));
  }
  return parts.join("\n\n");
}

/** @param {CaseResult} result */
export function absoluteTable({ title, measurements }) {
  const headings = measurements.map((one) =>
    one.title === one.unit ? one.unit : `${one.title} (${one.unit})`,
  );
  const rows = namesIn(measurements).map((name) => [
    name,
    ...measurements.map((one) => toText(middle(one, name))),
  ]);
  return `### ${title}\n\n${table(["", ...headings], rows)}`;
}

function namesIn(measurements) {
  return [...new Set(measurements.flatMap(({ values }) => [...values.keys()]))];
}

function timesBetter(measurement, name) {
  return measurement.better === "higher"
    ? ratio(measurement, "beckon", name)
    : ratio(measurement, name, "beckon");
}
