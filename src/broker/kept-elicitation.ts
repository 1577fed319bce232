// An elicitation as the broker shows it.

import type { ElicitationRecord } from "../core/engine/elicitations.js";
import type { Body } from "./body.js";
import type { KeptElicitation, Settled } from "./broker.js";

/** Makes what is shown of a record. A claim that has lapsed is none. */
export function toKept(
  record: ElicitationRecord,
  body: Body,
  settled: Settled | undefined,
  now: number,
): KeptElicitation {
  const { url, group, repeats, origin, callArguments, claim: last } = body.more;
  const claim = settled === undefined && last !== undefined && last.until > now ? last : undefined;
  return {
    id: record.id,
    mode: record.mode,
    status: record.status === "active" && claim === undefined ? "pending" : record.status,
    message: body.message,
    schema: body.schema?.schema,
    url,
    audience: record.audience,
    asker: {
      server: record.asker,
      origin,
      method: body.method,
      target: body.target,
      arguments: callArguments,
      client: body.client,
      principalId: record.principal,
      runId: body.runId,
    },
    tags: record.tags,
    group,
    repeats,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
    version: record.version,
    claim,
    settled,
  };
}
