// What an author can say of a field, by the field's kind.

import type { Format } from "./formats.js";

/** What can be said of every field. */
export interface FieldOptions<Optional extends boolean = boolean, Default = unknown> {
  /** What the person sees as the field's label; the field's name if absent. */
  readonly title?: string;
  /** What helps the person to fill it in. */
  readonly description?: string;
  /** True when the person may leave it out. @default false */
  readonly optional?: Optional;
  /** What the field holds unless the person says otherwise. */
  readonly default?: Default;
}

/** What can be said of text. */
export interface StringOptions<Optional extends boolean, Default> extends FieldOptions<Optional, Default> {
  /** In characters (code points). */
  readonly minLength?: number;
  /** In characters (code points). */
  readonly maxLength?: number;
  /** What the text must match somewhere; anchor it to mean all of it. Flags that change the meaning are refused. */
  readonly pattern?: string | RegExp;
  /** What the text must be: `email`, `uri`, `date` or `date-time`. */
  readonly format?: Format;
  /** Say `false` when the name or title looks like that of a credential, and the field holds none. */
  readonly credential?: false;
}

/** What can be said of numbers. */
export interface NumberOptions<Optional extends boolean, Default> extends FieldOptions<Optional, Default> {
  /** The least that is taken. */
  readonly minimum?: number;
  /** The most that is taken. */
  readonly maximum?: number;
}

/**
 * Options by value with the title a person sees, or values alone. In an object JavaScript puts values that are whole
 * numbers first, in ascending order.
 */
export type Options = { readonly [value: string | number]: string } | readonly string[];

/** What an answer holds for one of these options. */
export type OptionValue<O extends Options> = O extends readonly (infer Value extends string)[]
  ? Value
  : `${Extract<keyof O, string | number>}`;

/** What can be said of a choice of one. */
export interface ChoiceOptions<O extends Options, Optional extends boolean, Default>
  extends FieldOptions<Optional, Default> {
  /** What there is to choose from. */
  readonly options: O;
}

/** What can be said of a choice of several. */
export interface ChoicesOptions<O extends Options, Optional extends boolean, Default>
  extends ChoiceOptions<O, Optional, Default> {
  /** How many the person must choose at least. */
  readonly min?: number;
  /** How many the person may choose at most. */
  readonly max?: number;
}

/** What can be said of files to upload. */
export interface FileOptions<Optional extends boolean, Several extends boolean>
  extends Omit<FieldOptions<Optional>, "default"> {
  /** Endings (`.pdf`) and media types (`image/png`, `image/*`) that may be uploaded. @default any */
  readonly accept?: readonly string[];
  /** How large each file may be, in bytes; 10 MiB unless set. @default 10_485_760 */
  readonly maxBytes?: number;
  /** True when more than one file may be uploaded: up to twenty. @default false */
  readonly several?: Several;
}
