// Holds the content of an answer against its form: fills in defaults, drops what was not asked, says what is wrong.

import { isObject } from "../json.js";
import { firstProblems, type Problem } from "../problem.js";
import type { FormContent, FormValue } from "./answer.js";
import type { FieldSchema, FormSchema } from "./form-schema.js";
import type { CheckedContent } from "./question.js";
import { findValueProblem } from "./value-problem.js";

/**
 * Checks content against a form. A field that is absent takes its default; members that are no field are dropped. No
 * content at all counts as empty. Never throws, whatever the content.
 */
export function checkContent(schema: FormSchema, content: unknown): CheckedContent<FormContent> {
  const given = content === undefined ? {} : content;
  if (!isObject(given)) return { problems: [{ path: "", message: "must be an object of values by field" }] };
  const required = new Set(schema.required);
  const entries: [string, FormValue][] = [];
  const problems: Problem[] = [];
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = givenOrDefault(given, name, field);
    const problem = value === undefined ? absence(required.has(name)) : findValueProblem(field, value);
    if (problem !== undefined) problems.push({ path: name, message: problem });
    // A value without problem is of its field's type.
    else if (value !== undefined) entries.push([name, value as FormValue]);
  }
  if (problems.length > 0) return { problems: firstProblems(problems, (problem) => problem) };
  // Unlike assignment, this makes a plain member of any name.
  return { value: Object.fromEntries(entries) };
}

function givenOrDefault(
  given: { readonly [name: string]: unknown },
  name: string,
  field: FieldSchema,
): unknown {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (value !== undefined) return value;
  // A list of its own, so that nobody changes the form by changing the content.
  return Array.isArray(field.default) ? [...field.default] : field.default;
}

const absence = (isRequired: boolean): string | undefined => (isRequired ? "is required" : undefined);
