// An elicitation to try the contract with.

import type { ElicitationRecord, ElicitationStore } from "../../core/engine/elicitations.js";

export function elicitation(id: string, fields: Partial<ElicitationRecord> = {}): ElicitationRecord {
  return {
    id,
    key: id,
    mode: "inline",
    status: "pending",
    audience: undefined,
    asker: "server",
    principal: undefined,
    lease: undefined,
    run: undefined,
    tags: [],
    createdAt: 1_000,
    expiresAt: undefined,
    forgetAt: undefined,
    version: 1,
    body: `{"asks":"${id}"}`,
    outcome: undefined,
    ...fields,
  };
}

export async function createAll(
  store: ElicitationStore,
  records: readonly ElicitationRecord[],
): Promise<void> {
  for (const record of records) await store.create(record);
}

export function ids(records: readonly ElicitationRecord[]): readonly string[] {
  return records.map(({ id }) => id);
}
