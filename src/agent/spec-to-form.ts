// Turns a model's question into the form that a person is shown.

import type { FieldSchema, FormSchema } from "../core/elicitation/form-schema.js";
import type { ElicitSpec, SpecDefault } from "./spec.js";

/** What one question becomes. */
export interface SpecForm {
  readonly message: string;
  readonly schema: FormSchema;
}

/** The name of the only field of a question that is no form. */
export const ANSWER_FIELD = "answer";

/** The form for a question; the description stands under the prompt. */
export function specToForm(spec: ElicitSpec): SpecForm {
  const message = spec.description === undefined ? spec.prompt : `${spec.prompt}\n\n${spec.description}`;
  if (spec.type === "form") {
    const fields = spec.fields ?? [];
    const required = fields.filter((field) => field.required).map((field) => field.name);
    return {
      message,
      schema: {
        type: "object",
        properties: Object.fromEntries(
          fields.map(({ name, prompt, ...field }) => [
            name,
            { ...toField(field), ...(prompt !== undefined && { title: prompt }), ...described(field) },
          ]),
        ),
        ...(required.length > 0 && { required }),
      },
    };
  }
  const field = toField({ ...spec, type: spec.type === "confirmation" ? "boolean" : spec.type });
  return {
    message,
    schema: {
      type: "object",
      properties: { [ANSWER_FIELD]: { ...field, title: "Answer" } },
      required: [ANSWER_FIELD],
    },
  };
}

interface Asked {
  readonly type: "text" | "secret" | "choice" | "multi_choice" | "boolean" | "number";
  readonly options?: readonly string[];
  readonly default?: SpecDefault;
  readonly sensitive: boolean;
}

function toField(asked: Asked): FieldSchema {
  const { type, options = [], default: preset, sensitive } = asked;
  // The preset was held against the kind when the spec was read.
  const withPreset = (preset === undefined ? {} : { default: preset }) as { readonly default?: never };
  switch (type) {
    case "text":
      // A sensitive text with a preset is one that the model knows already, so it may be seen.
      return sensitive && preset === undefined ? { type: "secret" } : { type: "string", ...withPreset };
    case "secret":
      return { type: "secret" };
    case "choice":
      return { type: "string", enum: options, ...withPreset };
    case "multi_choice":
      return { type: "array", items: { type: "string", enum: options }, ...withPreset };
    case "boolean":
      return { type: "boolean", ...withPreset };
    case "number":
      return { type: "number", ...withPreset };
  }
}

const described = ({ description }: { readonly description?: string }): { readonly description?: string } =>
  description === undefined ? {} : { description };
