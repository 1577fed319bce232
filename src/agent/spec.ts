// What a model writes to ask a person something.

/** The kinds of questions. */
export const specKinds = ["text", "choice", "multi_choice", "secret", "confirmation", "form"] as const;

/** The kind of a question. */
export type SpecKind = (typeof specKinds)[number];

/** The kinds of a form's fields. */
export const fieldKinds = ["text", "secret", "choice", "multi_choice", "boolean", "number"] as const;

/** The kind of a form's field. */
export type SpecFieldKind = (typeof fieldKinds)[number];

/** What is preset. */
export type SpecDefault = string | number | boolean | readonly string[];

/** One field of a form. */
export interface SpecField {
  readonly name: string;
  readonly type: SpecFieldKind;
  /** What the person reads; the name without it. */
  readonly prompt?: string;
  readonly description?: string;
  /** What can be chosen, for `choice` and `multi_choice`. */
  readonly options?: readonly string[];
  /** False for a field that may stay empty. */
  readonly required: boolean;
  readonly default?: SpecDefault;
  /** The model gets a handle instead of the value. Always true for `secret`. */
  readonly sensitive: boolean;
}

/** One question of a model, checked. */
export interface ElicitSpec {
  readonly type: SpecKind;
  readonly prompt: string;
  readonly description?: string;
  /** What can be chosen, for `choice` and `multi_choice`. */
  readonly options?: readonly string[];
  /** For `form`. */
  readonly fields?: readonly SpecField[];
  readonly default?: SpecDefault;
  /** The model gets a handle instead of the answer. Always true for `secret`. */
  readonly sensitive: boolean;
  /** What a sensitive answer is called: `openai_key` gives the handle `secret:openai_key`. */
  readonly name?: string;
  /** How long an answer may take. */
  readonly timeoutSeconds?: number;
  /** How long the model waits before it gets the question's id instead. */
  readonly waitSeconds?: number;
}
