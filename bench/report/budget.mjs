/** The performance budget of the design (section 10), as far as there are cases that measure it. */
import { middle, ratio } from "../run/measurement.mjs";

/**
 * @typedef {object} BudgetLine
 * @property {string} rule
 * @property {"at least" | "at most" | "above"} sense
 * @property {number} bar
 * @property {number} [aim]
 * @property {string} unit  `×` for ratios.
 * @property {(find: (id: string) => import("../run/measurement.mjs").Measurement | undefined) => number | undefined} value
 * @property {(find: (id: string) => import("../run/measurement.mjs").Measurement | undefined) => number | undefined} [ofFloor]
 *   The ratio to the floor, where the value itself is absolute and so depends on the machine.
 */

const ofOther = (id, server, other) => (find) => {
  const measurement = find(id);
  return measurement && ratio(measurement, server, other);
};
const absolute = (id, server) => (find) => {
  const measurement = find(id);
  return measurement && middle(measurement, server);
};

/** @type {readonly BudgetLine[]} */
export const budget = [
  ...["modern", "legacy"].flatMap((era) =>
    [32, 256].map((connections) => ({
      rule: `\`tools/call\`, ${era} era, ${connections} connections, of the floor`,
      sense: "at least",
      bar: 0.8,
      aim: 0.9,
      unit: "×",
      value: ofOther(`call/${era}/${connections}`, "beckon", "floor"),
    })),
  ),
  ...[32, 256].map((connections) => ({
    rule: `\`tools/call\`, modern era, ${connections} connections, of SDK v2 as documented`,
    sense: "at least",
    bar: 15,
    unit: "×",
    value: ofOther(`call/modern/${connections}`, "beckon", "sdk-v2"),
  })),
  ...[32, 256].map((connections) => ({
    rule: `\`tools/call\`, legacy era, ${connections} connections, of SDK v2 sessions`,
    sense: "at least",
    bar: 6,
    unit: "×",
    value: ofOther(`call/legacy/${connections}`, "beckon", "sdk-v2-sessions"),
  })),
  {
    rule: "`tools/call` with 100 tools, modern era, of SDK v2 as documented",
    sense: "at least",
    bar: 100,
    unit: "×",
    value: ofOther("call-many-tools/modern", "beckon", "sdk-v2"),
  },
  ...["modern", "legacy"].map((era) => ({
    rule: `\`tools/call\` with 100 tools, ${era} era, of the floor (the cost must not grow with the tools)`,
    sense: "at least",
    bar: 0.8,
    aim: 0.9,
    unit: "×",
    value: ofOther(`call-many-tools/${era}`, "beckon", "floor"),
  })),
  ...["modern", "legacy"].map((era) => ({
    rule: `\`tools/list\` with 100 tools, ${era} era, of the floor`,
    sense: "above",
    bar: 1,
    unit: "×",
    value: ofOther(`list/${era}`, "beckon", "floor"),
  })),
  ...Object.entries({ modern: 0.6, legacy: 0.7 }).map(([era, bar]) => ({
    rule: `elicitation, ${era} era, 32 flows, of the floor`,
    sense: "at least",
    bar,
    aim: 0.8,
    unit: "×",
    value: ofOther(`elicit/${era}/32`, "beckon", "floor"),
  })),
  {
    rule: "elicitation, modern era, 32 flows, of SDK v2 as documented",
    sense: "at least",
    bar: 12,
    unit: "×",
    value: ofOther("elicit/modern/32", "beckon", "sdk-v2"),
  },
  ...["sdk-v2-sessions", "sdk-v2-sessions, shim"].map((server) => ({
    rule: `elicitation, legacy era, 32 flows, of SDK v2 sessions${server.endsWith("shim") ? ", shim" : " (`elicitInput`)"}`,
    sense: "at least",
    bar: 4,
    unit: "×",
    value: ofOther("elicit/legacy/32", "beckon", server),
  })),
  {
    rule: "heap of a parked legacy elicitation above the floor's open socket",
    sense: "at most",
    bar: 3072,
    unit: "bytes",
    value: absolute("parked/above-floor", "beckon"),
  },
  ...Object.entries({ 1000: [0.15, 0.3], 1000000: [0.075, 0.15] }).map(([pending, [bar, aim]]) => ({
    rule: `broker, memory engine, create + settle with ${Number(pending).toLocaleString("en")} pending, of a bare Map with a timer wheel`,
    sense: "at least",
    bar,
    aim,
    unit: "×",
    value: ofOther(`broker/memory/${pending}`, "beckon", "floor"),
  })),
  {
    rule: "heap of a pending elicitation, with its message",
    sense: "at most",
    bar: 700,
    aim: 500,
    unit: "bytes",
    value: absolute("broker/bytes/1000000", "beckon"),
  },
  ...Object.entries({ expiring: "expire", leaving: "are withdrawn" }).map(([id, what]) => ({
    rule: `broker, memory engine, longest turn of the event loop when 100,000 ${what} at once`,
    sense: "at most",
    bar: 20,
    unit: "ms",
    value: absolute(`broker/stall/${id}`, "beckon"),
  })),
  ...Object.entries({ 64: 10_000, 1: 4_000 }).map(([callers, bar]) => ({
    rule: `broker, SQLite engine, durable create + settle, ${callers} ${callers === "1" ? "caller" : "callers"}`,
    sense: "at least",
    bar,
    unit: "pairs/s",
    value: absolute(`broker/sqlite/${callers}/1000`, "beckon"),
    ofFloor: ofOther(`broker/sqlite/${callers}/1000`, "beckon", "floor"),
  })),
  ...[1, 100].map((tools) => ({
    rule: `heap of an idle legacy session, ${tools} ${tools === 1 ? "tool" : "tools"}`,
    sense: "at most",
    bar: 1024,
    unit: "bytes",
    value: absolute(`session-memory/heap/${tools}`, "beckon"),
  })),
  {
    rule: "cold start with a plain JSON Schema, of the floor's",
    sense: "at most",
    bar: 1.5,
    unit: "×",
    value: ofOther("cold-start/time", "beckon", "floor"),
  },
  {
    rule: "cold start without an input schema, of the floor's",
    sense: "at most",
    bar: 1.5,
    unit: "×",
    value: ofOther("cold-start/time", "beckon, no input schema", "floor"),
  },
  {
    rule: "modules behind the main door",
    sense: "at most",
    bar: 120,
    unit: "modules",
    value: absolute("cold-start/modules", "beckon"),
  },
];

/**
 * @param {readonly import("../run/measurement.mjs").Measurement[]} measurements
 * @returns {{ rule: string, wanted: string, value: number | undefined, ofFloor: number | undefined, unit: string, verdict: string }[]}
 */
export function judge(measurements) {
  const find = (id) => measurements.find((measurement) => measurement.id === id);
  return budget.map((line) => {
    const value = line.value(find);
    const aim = line.aim === undefined ? "" : `, aim ${line.aim}`;
    return {
      rule: line.rule,
      wanted: `${line.sense} ${line.bar}${line.unit === "×" ? "" : ` ${line.unit}`}${aim}`,
      value,
      ofFloor: line.ofFloor?.(find),
      unit: line.unit,
      verdict: verdictOf(line, value),
    };
  });
}

function verdictOf({ sense, bar, aim }, value) {
  if (value === undefined) return "not measured";
  const meets = (limit) =>
    sense === "at most" ? value <= limit : sense === "above" ? value > limit : value >= limit;
  if (!meets(bar)) return "**not reached**";
  return aim !== undefined && meets(aim) ? "reached, aim too" : "reached";
}
