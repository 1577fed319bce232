// What is said of an error, and how the command ends: a sentence, never a stack.

import { BeckonError } from "../../core/errors.js";
import { messageOf } from "../../core/message-of.js";
import { problemLine } from "../../core/problem.js";
import { ApiError } from "../../web/api/api-error.js";
import { CliError } from "./cli-error.js";
import type { ExitName } from "./exit-codes.js";

/** An error as whoever typed the command hears of it. */
export interface DescribedError {
  readonly exit: ExitName;
  readonly text: string;
}

/** Says what went wrong, with the causes that say more. */
export function describeError(error: unknown): DescribedError {
  if (error instanceof CliError) return { exit: error.exit, text: withCauses(error) };
  if (error instanceof ApiError) return { exit: exitOf(error), text: apiText(error) };
  if (error instanceof BeckonError) return { exit: "failed", text: withCauses(error) };
  return {
    exit: "failed",
    text: `Something went wrong that should not: ${withCauses(error)} With BECKON_DEBUG=1 it says where.`,
  };
}

/** What the API calls it, as a way to end. */
function exitOf({ code, problems }: ApiError): ExitName {
  if (code === "unknown") return "unknown";
  // What somebody gave does not fit, as if it had been found here.
  if (code === "invalid" && problems !== undefined) return "usage";
  return code === "settled" || code === "conflict" ? "settled" : "failed";
}

/** What the server said, with every problem that is not in it on a line of its own. */
function apiText({ detail, problems = [], code, errorId }: ApiError): string {
  const said = [
    detail,
    ...(code === "unauthorized" ? ["Look at --token-file and BECKON_TOKEN."] : []),
    ...(errorId === undefined ? [] : [`The log of the server has more, under ${errorId}.`]),
  ].join(" ");
  const unsaid = problems.filter(({ message }) => !detail.includes(message));
  return [said, ...unsaid.map((problem) => `  ${problemLine(problem)}`)].join("\n");
}

/** How far down causes are followed: the last ones are the machine's own. */
const MOST_CAUSES = 4;

/** The message, then those of its causes that are not said yet, each as a sentence. */
function withCauses(error: unknown): string {
  const said: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < MOST_CAUSES && current !== undefined; depth++) {
    const text = sentence(messageOf(current));
    // What fetch says of itself; what it says of its cause says more.
    if (text !== "" && text !== "fetch failed." && !said.some((before) => before.includes(text.slice(0, -1))))
      said.push(text);
    current = current instanceof Error ? current.cause : undefined;
  }
  return said.join(" ");
}

const sentence = (text: string): string => {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?:`)]$/.test(trimmed) ? trimmed : `${trimmed}.`;
};
