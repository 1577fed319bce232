// Holds the content of an answer against its form: fills in defaults, drops what was not asked, says what is wrong.

import { isObject } from "../json.js";
import { firstProblems, type Problem } from "../problem.js";
import type { FormContent, FormValue } from "./answer.js";
import type { FieldSchema, FormSchema } from "./form-schema.js";
import { newPatience } from "./match-pattern.js";
import type { CheckedContent } from "./question.js";
import { findValueProblem } from "./value-problem.js";

/**
 * Checks content against a form. A field that is absent takes its default; members that are no field are dropped. No
 * content at all counts as empty. Never throws, whatever the content.
 */
export function checkContent(schema: FormSchema, content: unknown): CheckedContent<FormContent> {
  return prepareContentCheck(schema)(content);
}

/** The check of a form that many answers are held against. The schema must not change any more. */
export function prepareContentCheck(schema: FormSchema): (content: unknown) => CheckedContent<FormContent> {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    field,
    isRequired: required.has(name),
  }));
  return (content) => {
    const given = content === undefined ? {} : content;
    if (!isObject(given))
      return { problems: [{ path: "", message: "must be an object of values by field" }] };
    const value: Record<string, FormValue> = {};
    let problems: Problem[] | undefined;
    const patience = newPatience();
    for (const { name, field, isRequired } of fields) {
      const one = givenOrDefault(given, name, field);
      const problem = one === undefined ? absence(isRequired) : findValueProblem(field, one, patience);
      if (problem !== undefined) {
        problems ??= [];
        problems.push({ path: name, message: problem });
      }
      // A value without problem is of its field's type. Journals keep 0 for -0, so it is 0 from the beginning.
      else if (one !== undefined) setMember(value, name, one === 0 ? 0 : (one as FormValue));
    }
    return problems === undefined ? { value } : { problems: firstProblems(problems, (problem) => problem) };
  };
}

/** Makes a plain member of any name. */
function setMember(value: Record<string, FormValue>, name: string, one: FormValue): void {
  if (name !== "__proto__") value[name] = one;
  else
    Object.defineProperty(value, name, { value: one, enumerable: true, writable: true, configurable: true });
}

function givenOrDefault(
  given: { readonly [name: string]: unknown },
  name: string,
  field: FieldSchema,
): unknown {
  const value = Object.hasOwn(given, name) ? given[name] : undefined;
  if (field.type === "file" && Array.isArray(value) && value.length === 0) return undefined;
  if (value !== undefined) return value;
  if (!("default" in field)) return undefined;
  // A list of its own, so that nobody changes the form by changing the content.
  return Array.isArray(field.default) ? [...field.default] : field.default;
}

const absence = (isRequired: boolean): string | undefined => (isRequired ? "is required" : undefined);
