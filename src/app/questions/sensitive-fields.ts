// Which values of an answer are as sensitive as secrets, though their fields are none: the spec of the question says so.

import { sensitiveNames } from "../../agent/with-handles.js";
import type { KeptElicitation } from "../../broker/broker.js";
import type { AskedRecords } from "./asked-records.js";

/** Tells the fields of a question. The values are in the broker until the vault has them. */
export type SensitiveFields = (elicitation: KeptElicitation) => Promise<ReadonlySet<string>>;

export function createSensitiveFields(asked: AskedRecords): SensitiveFields {
  return async ({ id }) => {
    const spec = (await asked.get(id))?.spec;
    return new Set(spec === undefined ? [] : sensitiveNames(spec).keys());
  };
}
