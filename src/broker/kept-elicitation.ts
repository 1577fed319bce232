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
  const claim =
    settled === undefined && body.claim !== undefined && body.claim.until > now ? body.claim : undefined;
  const { origin, method, target, arguments: callArguments, client, runId } = body.asker;
  return {
    id: record.id,
    mode: record.mode,
    status: record.status === "active" && claim === undefined ? "pending" : record.status,
    message: body.message,
    schema: body.schema?.schema,
    url: body.url,
    audience: record.audience,
    asker: {
      server: record.asker,
      origin,
      method,
      target,
      arguments: callArguments,
      client,
      principalId: record.principal,
      runId,
    },
    tags: record.tags,
    group: body.group,
    repeats: body.repeats,
    createdAt: record.createdAt,
    expiresAt: record.expiresAt,
    version: record.version,
    claim,
    settled,
  };
}
