// What is kept of each question besides its elicitation: the spec, to tell the model what came of it.

import type { ElicitSpec } from "../../agent/spec.js";
import { ANSWER_FIELD } from "../../agent/spec-to-form.js";
import type { KeptElicitation } from "../../broker/broker.js";
import type { FormContent } from "../../core/elicitation/answer.js";
import { fieldsOfKind } from "../../core/elicitation/own-fields.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { andThen } from "../../core/maybe-promise.js";
import type { SealedRecords } from "../../replay/sealed-records.js";

/** One question, by the id of its elicitation. */
export interface AskedQuestion {
  readonly spec: ElicitSpec;
  /** The key of the record that keeps it from being asked twice. */
  readonly slot: string;
}

/** Keeps them, and what models were told in place of sensitive values. */
export interface AskedRecords {
  get(id: string): MaybePromise<AskedQuestion | undefined>;
  put(id: string, question: AskedQuestion, expiresAt: number): MaybePromise<boolean>;
  remove(id: string): MaybePromise<boolean>;
  /** The content of an answer with handles in it, once its values are in the vault. */
  handled(id: string): MaybePromise<FormContent | undefined>;
  putHandled(id: string, content: FormContent, expiresAt: number): MaybePromise<boolean>;
}

export function createAskedRecords(records: SealedRecords): AskedRecords {
  // Nobody else writes records under these keys.
  const read = <T>(key: string): MaybePromise<T | undefined> =>
    andThen(records.get(key), (text) => (text === undefined ? undefined : (JSON.parse(text) as T)));
  return {
    get: (id) => read<AskedQuestion>(`app:asked:${id}`),
    put: (id, question, expiresAt) => records.put(`app:asked:${id}`, JSON.stringify(question), { expiresAt }),
    remove: (id) => records.remove(`app:asked:${id}`),
    handled: (id) => read<FormContent>(`app:handled:${id}`),
    putHandled: (id, content, expiresAt) =>
      records.put(`app:handled:${id}`, JSON.stringify(content), { expiresAt }),
  };
}

/** A spec for what was asked in another way than with one, through the API. */
export function specOf({ message, schema }: KeptElicitation): ElicitSpec {
  if (schema === undefined) return { type: "confirmation", prompt: message, sensitive: false };
  const secrets = fieldsOfKind(schema, "secret");
  // The spec of a secret, which is called by what was asked.
  if (secrets.length === 1 && secrets[0] === ANSWER_FIELD && Object.keys(schema.properties).length === 1)
    return { type: "secret", prompt: message, sensitive: true };
  return {
    type: "form",
    prompt: message,
    sensitive: false,
    fields: secrets.map((name) => ({ name, type: "secret", required: false, sensitive: true })),
  };
}
