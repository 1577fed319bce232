// One field of a form as a terminal shows it.

import type { FormContent, FormValue } from "../../core/elicitation/answer.js";
import { hintFor } from "../../core/elicitation/field-hint.js";
import { hasDefault, type KnownField, kindOf } from "../../core/elicitation/field-kind.js";
import type { FormSchema } from "../../core/elicitation/form-schema.js";
import { optionsOf } from "../../core/elicitation/options-of.js";
import { neutralText } from "../../core/neutral-text.js";
import { cutLine } from "../text/cut-line.js";

/** Something to choose. */
export interface CardOption {
  readonly label: string;
  /** What choosing it means; `undefined` for no answer. */
  readonly value: string | boolean | undefined;
  readonly isDefault: boolean;
}

/** One field of a form. */
export interface CardField {
  /** Tells it from every other field on its card, also from one of the same name in another question. */
  readonly key: string;
  /** The question that it belongs to, by its key. */
  readonly question: string;
  readonly name: string;
  readonly label: string;
  readonly description: string | undefined;
  readonly hint: string | undefined;
  readonly warning: string | undefined;
  readonly isRequired: boolean;
  readonly hasDefault: boolean;
  readonly known: KnownField;
  /** True for the decision of an approval, which `y` and `n` make. */
  readonly isDecision: boolean;
  /** What is typed is shown to nobody. */
  readonly isMasked: boolean;
  /** What was put into it before and not sent. */
  readonly draft: FormValue | undefined;
  /** What there is to choose from; `undefined` for what is typed. */
  readonly options: readonly CardOption[] | undefined;
}

/** The fields in their order, and the names of those that cannot be shown. */
export interface CardFields {
  readonly fields: readonly CardField[];
  readonly unknown: readonly string[];
  /** The labels of files that need not be given, and are not asked for here. */
  readonly leftOut: readonly string[];
}

/** Reads the fields of a form; `question` is the key of what asks for them. */
export function toCardFields(schema: FormSchema, question: string, draft: FormContent = {}): CardFields {
  const required = new Set(schema.required);
  const fields: CardField[] = [];
  const unknown: string[] = [];
  const files: string[] = [];
  for (const [name, field] of Object.entries(schema.properties)) {
    const known = kindOf({ name, field });
    if (known?.kind === "file" && !required.has(name)) files.push(name);
    else if (known === undefined || known.kind === "file") unknown.push(name);
    else {
      const typed = Object.hasOwn(draft, name) ? draft[name] : undefined;
      fields.push({ ...toField(question, name, known, required.has(name)), draft: typed });
    }
  }
  // With nothing else to fill in there would be a button to agree with, and nothing to be agreed to.
  if (fields.length === 0 || unknown.length > 0)
    return { fields, unknown: [...unknown, ...files], leftOut: [] };
  const leftOut = files.map((name) => labelOf(name, schema.properties[name]?.title));
  return {
    fields: fields.length === 1 && files.length === 0 ? fields.map(namedOnce) : fields,
    unknown,
    leftOut,
  };
}

const labelOf = (name: string, title = ""): string =>
  cutLine(title, LONGEST_LABEL) || cutLine(name, LONGEST_LABEL) || "(no name)";

/** True when every field of a form can be shown. */
export const isShowable = (schema: FormSchema): boolean => toCardFields(schema, "").unknown.length === 0;

/** A title that only repeats what can be chosen asks nothing: the message is the question. */
const namedOnce = (field: CardField): CardField =>
  field.known.kind === "boolean" && field.label === "Yes" ? { ...field, label: "Answer" } : field;

const LONGEST_LABEL = 200;
const LONGEST_DESCRIPTION = 4_000;
const LONGEST_OPTION = 1_000;

/** Tells fields of the same name apart. */
export const fieldKey = (question: string, name: string): string => JSON.stringify([question, name]);

/** What an approval asks for where it stands among other questions: its yes or no is chosen, and sent with theirs. */
export const decisionField = (question: string): CardField => ({
  ...toField(question, "", { kind: "boolean", field: { type: "boolean", title: "Your decision" } }, true),
  isDecision: true,
  options: [
    { label: "Approve", value: true, isDefault: false },
    { label: "Decline", value: false, isDefault: false },
  ],
});

function toField(question: string, name: string, known: KnownField, isRequired: boolean): CardField {
  const { title, description } = known.field;
  const isMasked = known.kind === "secret" || known.kind === "credential";
  return {
    key: fieldKey(question, name),
    question,
    name,
    label: labelOf(name, title),
    description:
      description === undefined
        ? undefined
        : neutralText(description.slice(0, LONGEST_DESCRIPTION)).trim() || undefined,
    hint: hintOf(known),
    warning: known.kind === "credential" ? CREDENTIAL : undefined,
    isRequired,
    hasDefault: hasDefault(known.field),
    known,
    isDecision: false,
    draft: undefined,
    isMasked,
    options: optionsFor(known, isRequired),
  };
}

const CREDENTIAL =
  "This looks like a password, key or code. The protocol forbids asking for one in a form: the asker, its client and its model would read it. Decline unless you know why.";

function hintOf(known: KnownField): string | undefined {
  switch (known.kind) {
    case "date":
      return "A date such as 2026-07-28.";
    case "date-time":
      return "A date and time with its zone, such as 2026-07-28T15:30:00Z or 2026-07-28T17:30:00+02:00.";
    case "secret":
      return `Nothing that you type or paste is shown.${known.field.multiline ? " Line breaks are kept when you paste." : ""}`;
    case "credential":
      return "Nothing that you type is shown.";
    default:
      return hintFor(known);
  }
}

function optionsFor(known: KnownField, isRequired: boolean): readonly CardOption[] | undefined {
  switch (known.kind) {
    case "boolean": {
      const preset = known.field.default;
      const two = [true, false].map((value) => ({
        label: value ? "Yes" : "No",
        value,
        isDefault: preset === value,
      }));
      return withNone(two, isRequired);
    }
    case "choice": {
      const offered = optionsOf(known.field).map(({ const: value, title }) => ({
        label: cutLine(title, LONGEST_OPTION) || cutLine(value, LONGEST_OPTION) || "(empty)",
        value,
        isDefault: known.field.default === value,
      }));
      return withNone(offered, isRequired);
    }
    case "choices":
      return optionsOf(known.field).map(({ const: value, title }) => ({
        label: cutLine(title, LONGEST_OPTION) || cutLine(value, LONGEST_OPTION) || "(empty)",
        value,
        isDefault: known.field.default?.includes(value) ?? false,
      }));
    default:
      return undefined;
  }
}

/** A way back to no answer, where there need not be one. A default would be filled in, so then there is none. */
const withNone = (options: readonly CardOption[], isRequired: boolean): readonly CardOption[] =>
  isRequired || options.some((option) => option.isDefault)
    ? options
    : [...options, { label: "No answer", value: undefined, isDefault: false }];
