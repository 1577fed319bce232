// Templates: elicitations with variables, declared once and used by name.

import { checkContent } from "../core/elicitation/check-content.js";
import type { CheckedContent } from "../core/elicitation/question.js";
import { BeckonError } from "../core/errors.js";
import { andThen, type MaybePromise } from "../core/maybe-promise.js";
import { messageOf } from "../core/message-of.js";
import { problemLine } from "../core/problem.js";
import { isStandardSchema, validateStandard } from "../core/standard-schema.js";
import type { NewElicitation } from "./broker.js";
import { requireAskedSchema } from "./require-asked-schema.js";
import type { Template, TemplateUse } from "./template.js";

export interface Templates {
  define<Variables>(name: string, template: Template<Variables>): void;
  /** The elicitation that a template makes of variables. Throws everything that is wrong with them. */
  fill(name: string, variables: unknown, use: TemplateUse): MaybePromise<NewElicitation>;
}

interface Defined {
  check(variables: unknown): MaybePromise<CheckedContent<unknown>>;
  make(variables: unknown): NewElicitation | ReturnType<Template<never>["elicitation"]>;
}

export function createTemplates(): Templates {
  const defined = new Map<string, Defined>();
  return {
    define(name, template) {
      requireTemplate(name, template);
      if (defined.has(name))
        throw new BeckonError("duplicate-name", `A template ${name} is defined already.`);
      const { variables, elicitation } = template;
      const check = isStandardSchema(variables)
        ? (given: unknown) => validateStandard(variables, given)
        : checkOf(name, variables);
      // What passed the check is what the template takes.
      defined.set(name, { check, make: (given) => elicitation(given as never) });
    },
    fill(name, variables, use) {
      const template = defined.get(name);
      if (template === undefined)
        throw new BeckonError(
          "unknown-name",
          `There is no template ${String(name)}. Define it with broker.defineTemplate.`,
        );
      return andThen(template.check(variables), (checked) => {
        if (checked.problems !== undefined)
          throw new BeckonError(
            "invalid-arguments",
            `The variables of template ${name} do not fit: ${checked.problems.map(problemLine).join("; ")}.`,
            { problems: checked.problems },
          );
        return { ...template.make(checked.value), ...present(use) };
      });
    },
  };
}

function checkOf(name: string, schema: unknown): Defined["check"] {
  try {
    const known = requireAskedSchema(schema);
    return (given) => checkContent(known, given);
  } catch (cause) {
    throw new BeckonError(
      "invalid-definition",
      `The variables of template ${name} are no schema: ${messageOf(cause)}`,
      {
        cause,
      },
    );
  }
}

function requireTemplate(name: unknown, template: { readonly elicitation?: unknown }): void {
  if (typeof name !== "string" || name === "")
    throw new BeckonError("invalid-definition", "A template has no name. Give it one.");
  if (typeof template?.elicitation !== "function")
    throw new BeckonError(
      "invalid-definition",
      `Template ${name} has no function that makes the elicitation.`,
    );
}

/** What whoever uses a template may say: never what it asks, nor where it sends people. */
const USED = ["id", "key", "audience", "asker", "tags", "timeoutMs", "lease", "group"] as const;

/** What is said to be absent does not override the template. */
function present(use: TemplateUse): TemplateUse {
  const entries = USED.filter((name) => use[name] !== undefined).map((name) => [name, use[name]]);
  // Nothing was added, and what is missing is found when the elicitation is checked.
  return Object.fromEntries(entries) as TemplateUse;
}
