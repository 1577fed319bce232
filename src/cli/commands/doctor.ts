// beckon doctor: is everything there that Beckon needs?

import { messageOf } from "../../core/message-of.js";
import { neutralLine } from "../../core/neutral-text.js";
import { toJson } from "../../core/spelled-json.js";
import type { Check, CheckContext, Finding } from "../doctor/check.js";
import { columnsOf } from "../frame/columns-of.js";
import { type Command, defineCommand } from "../frame/command.js";
import { wrap } from "../frame/help-text.js";
import { say } from "../frame/surroundings.js";
import { serverPlaceOptions } from "../server/find-server.js";
import { findState } from "../state/find-state.js";

export const doctorCommand: Command = defineCommand({
  name: "doctor",
  summary: "check that everything is there that Beckon needs",
  description:
    "Looks at Node, packages, the state folder and who can read it, keys, tokens, the vault, the engine, the keyring, the terminal, the clock, the port and the server. Each line says ok, warn or fail, and below it what helps; the last one sums it up. It changes nothing. The exit code is 1 when something fails; warnings are none.",
  options: { ...serverPlaceOptions, json: { type: "flag", summary: "print what was found as JSON" } },
  examples: [{ line: "beckon doctor", does: "before asking somebody for help" }],
  async run({ options, surroundings }) {
    const { allChecks } = await import("../doctor/all-checks.js");
    const state = await findState(options.state, surroundings);
    const context: CheckContext = { surroundings, state };
    const findings: Finding[] = [];
    for (const check of allChecks(options)) {
      const finding = await lookAt(check, context);
      if (finding === undefined) continue;
      findings.push(finding);
      if (!options.json) say(surroundings, findingText(finding, columnsOf(surroundings.stdout)));
    }
    say(surroundings, options.json ? toJson(findings) : `\n${inAll(findings)}`);
    return findings.some(({ verdict }) => verdict === "fail") ? "failed" : undefined;
  },
});

async function lookAt({ what, look }: Check, context: CheckContext): Promise<Finding | undefined> {
  try {
    const found = await look(context);
    return found && { what, ...found };
  } catch (error) {
    return { what, verdict: "fail", says: messageOf(error) };
  }
}

/** How far in what was found stands. */
const INDENT = 20;

function findingText({ verdict, what, says, remedy }: Finding, columns: number): string {
  const lines = [neutralLine(says), remedy ?? ""].flatMap((text) => wrap(text, columns - INDENT));
  const [first = "", ...more] = lines;
  return [
    `${verdict.padEnd(4)}  ${what.padEnd(12)}  ${first}`,
    ...more.map((line) => " ".repeat(INDENT) + line),
  ].join("\n");
}

function inAll(findings: readonly Finding[]): string {
  const count = (verdict: Finding["verdict"]): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const [failed, warned] = [count("fail"), count("warn")];
  if (failed > 0) return `${failed} of ${findings.length} must be mended.`;
  return warned === 0
    ? "Everything is as it should be."
    : `Nothing is broken; ${warned} of ${findings.length} could be better, or are not needed here.`;
}
