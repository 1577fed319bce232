// Finds everything that is wrong with what somebody wants to ask, once it is known that something is.

import { requireAskedSchema } from "../../broker/require-asked-schema.js";
import { findHrefProblem } from "../../broker/require-href.js";
import { BeckonError } from "../../core/errors.js";
import { messageOf } from "../../core/message-of.js";
import type { Problem } from "../../core/problem.js";

/** What is asked, in one of three ways. */
export interface Asked {
  readonly message?: string;
  readonly schema?: unknown;
  readonly mode?: string;
  readonly url?: string;
  readonly spec?: unknown;
  readonly template?: string;
}

export function findAskedProblems(asked: Asked): readonly Problem[] {
  const { message, schema, url, spec, template } = asked;
  const ways = [message, spec, template].filter((one) => one !== undefined).length;
  const problems: Problem[] = [];
  if (ways !== 1)
    problems.push({ path: "", message: "must have a message, a spec or a template, and only one of them" });
  problems.push(...(message === undefined && ways > 0 ? findStrays(asked) : findMisfits(asked)));
  if (message?.trim() === "") problems.push({ path: "message", message: "has nothing but blanks in it" });
  const unreachable = url === undefined ? undefined : findHrefProblem(url);
  if (unreachable !== undefined) problems.push({ path: "url", message: unreachable });
  if (schema !== undefined)
    problems.push(
      ...within(
        "schema",
        problemsIn(() => requireAskedSchema(schema)),
      ),
    );
  return problems;
}

/** A spec or template says everything itself. */
function findStrays({ schema, mode, url }: Asked): readonly Problem[] {
  return Object.entries({ schema, mode, url }).flatMap(([path, given]) =>
    given === undefined ? [] : [{ path, message: "must be left out beside a spec or template" }],
  );
}

/** What does not go with the mode. */
function findMisfits({ schema, mode, url }: Asked): readonly Problem[] {
  if (mode !== "url")
    return url === undefined ? [] : [{ path: "url", message: "goes with the mode url only" }];
  return [
    ...(url === undefined ? [{ path: "url", message: "is required in the mode url" }] : []),
    ...(schema !== undefined ? [{ path: "schema", message: "must be left out in the mode url" }] : []),
  ];
}

/** What a check throws, as problems. */
function problemsIn(check: () => unknown): readonly Problem[] {
  try {
    check();
    return [];
  } catch (error) {
    const found = error instanceof BeckonError ? error.problems : undefined;
    return found ?? [{ path: "", message: messageOf(error) }];
  }
}

/** Problems as they are seen from outside. */
export const within = (place: string, problems: readonly Problem[]): readonly Problem[] =>
  problems.map(({ path, message }) => ({ path: path === "" ? place : `${place}.${path}`, message }));
