// The answer that a file has for a script's question.

import { basename } from "node:path";
import type { Answer } from "../../core/elicitation/answer.js";
import { checkContent } from "../../core/elicitation/check-content.js";
import type { FormElicitation } from "../../core/elicitation/elicitation.js";
import { defineResponder } from "../../core/elicitation/responder.js";
import { problemLine } from "../../core/problem.js";
import { withPolicy } from "../../responders/with-policy.js";
import { readRules } from "../answers/answers-file.js";
import { CliError } from "../frame/cli-error.js";
import { readJsonFile } from "../frame/read-input.js";
import type { Surroundings } from "../frame/surroundings.js";

/**
 * The answer in a file; `undefined` when it has none for this question. A list holds answers by their form, as for
 * `beckon call`. An object is the content of this one question, and must fit it.
 */
export async function presetAnswer(
  elicitation: FormElicitation,
  path: string,
  surroundings: Surroundings,
): Promise<Answer | undefined> {
  const given = await readJsonFile("The answers", path, surroundings);
  const file = basename(path);
  if (!Array.isArray(given)) {
    const checked = checkContent(elicitation.schema, given);
    if (checked.problems === undefined)
      return { action: "accept", content: checked.value, by: `policy:${file}` };
    throw new CliError(
      "usage",
      `The answers in ${file} do not fit the question:${checked.problems.map((problem) => `\n  ${problemLine(problem)}`).join("")}`,
    );
  }
  const nobody = defineResponder(["form"], async () => undefined);
  const { signal } = new AbortController();
  return withPolicy(nobody, { rules: readRules(given, file) })(elicitation, {
    signal,
    group: elicitation.id,
  });
}
