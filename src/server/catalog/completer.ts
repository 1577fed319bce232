// Completion: suggesting values for the arguments of prompts and resource templates.

import type { MaybePromise } from "../../core/maybe-promise.js";
import type { LookupContext } from "../context.js";

/** What a completer may return: values (the first 100 are sent), or values with what is known of the rest. */
export type Completions =
  | readonly string[]
  | { readonly values: readonly string[]; readonly total?: number; readonly hasMore?: boolean };

/** What a completer knows besides the value typed so far. */
export interface CompleterContext extends LookupContext {
  /** The other arguments that are already known. */
  readonly arguments: Readonly<Record<string, string>>;
}

/** Suggests values that go on from `value`. */
export type Completer = (value: string, ctx: CompleterContext) => MaybePromise<Completions>;
