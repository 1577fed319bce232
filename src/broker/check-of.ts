// Which check content has to pass: the form's, or that of what has nothing to fill in.

import type { FormContent } from "../core/elicitation/answer.js";
import type { CheckedContent } from "../core/elicitation/question.js";
import { isObject } from "../core/json.js";
import { firstProblems } from "../core/problem.js";
import type { Body } from "./body.js";

export type ContentCheck = (content: unknown) => CheckedContent<FormContent>;

/** The check for the content of an accepted answer. */
export function checkOf({ schema, more }: Pick<Body, "schema" | "more">): ContentCheck {
  if (schema === undefined) return more.url === undefined ? checkApproval : takeNothing;
  return Object.keys(schema.schema.properties).length === 0 ? checkApproval : schema.check;
}

/** Whatever somebody writes into a yes may mean a no, so that nothing but an empty one is taken. */
function checkApproval(content: unknown): CheckedContent<FormContent> {
  if (content === undefined) return NOTHING;
  if (!isObject(content)) return { problems: [NO_FIELDS] };
  const names = Object.keys(content);
  if (names.length === 0) return NOTHING;
  const strays = firstProblems(names, (path) => ({ path, message: "was not asked for" }));
  return { problems: [NO_FIELDS, ...strays] };
}

const NO_FIELDS = {
  path: "",
  message: "must be {}, which approves: an approval has no fields, and whoever says no declines",
};

/** The accept of a page says that somebody went there, and what a client sends with it is for nobody. */
const takeNothing = (): CheckedContent<FormContent> => NOTHING;

const NOTHING: CheckedContent<FormContent> = { value: {} };
