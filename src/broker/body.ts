// What is asked, as the broker writes it into a record: a line of JSON, and behind it the schema as it is.

import type { Asker } from "../core/elicitation/elicitation.js";
import type { JsonObject } from "../core/json.js";
import type { AtRest } from "./at-rest.js";
import type { KnownSchema, Schemas } from "./schemas.js";

/** Who has an elicitation open, and until when. */
export interface Claim {
  readonly by: string;
  readonly until: number;
}

/** What is asked. */
export interface Body {
  readonly message: string;
  readonly schema: KnownSchema | undefined;
  readonly url: string | undefined;
  /** Server and principal are the record's own. */
  readonly asker: Pick<Asker, "origin" | "method" | "target" | "arguments" | "client" | "runId">;
  readonly group: string | undefined;
  /** How often the same run has asked exactly this before. */
  readonly repeats: number | undefined;
  readonly maxAnswerBytes: number | undefined;
  readonly claim: Claim | undefined;
  /** The deadline before claims moved it; absent while none did. */
  readonly firstDeadline: number | undefined;
}

/** In the place of what is absent: shorter than `null`, and none of the texts. */
const NONE = 0;

type Line = readonly [
  message: string,
  method: string,
  runId: string,
  target?: string | 0,
  client?: string | 0,
  group?: string | 0,
  url?: string | 0,
  maxAnswerBytes?: number,
  claimBy?: string | 0,
  claimUntil?: number,
  firstDeadline?: number,
  origin?: string | 0,
  callArguments?: JsonObject | 0,
  repeats?: number,
];

/** Writes a body. Bodies with the same schema share its text in memory. */
function writeBody(body: Body): string {
  const { message, asker, schema } = body;
  const { method, runId, target, client } = asker;
  const line: unknown[] = [message, method, runId, target ?? NONE, client ?? NONE, body.group ?? NONE];
  if (hasMore(body)) {
    const { url, maxAnswerBytes, claim, firstDeadline, repeats } = body;
    line.push(
      url ?? NONE,
      maxAnswerBytes ?? NONE,
      claim?.by ?? NONE,
      claim?.until ?? NONE,
      firstDeadline ?? NONE,
      asker.origin ?? NONE,
      asker.arguments ?? NONE,
      repeats ?? NONE,
    );
  }
  return JSON.stringify(line) + (schema?.tail ?? "\n");
}

const hasMore = ({ asker, url, maxAnswerBytes, claim, firstDeadline, repeats }: Body): boolean =>
  url !== undefined ||
  maxAnswerBytes !== undefined ||
  claim !== undefined ||
  firstDeadline !== undefined ||
  asker.origin !== undefined ||
  asker.arguments !== undefined ||
  repeats !== undefined;

/** Reads what `writeBody` wrote. */
function readBody(text: string, schemas: Schemas): Body {
  const end = text.indexOf("\n");
  // Nobody but the broker writes bodies.
  const [
    message,
    method,
    runId,
    target,
    client,
    group,
    url,
    maxAnswerBytes,
    claimBy,
    claimUntil,
    firstDeadline,
    origin,
    callArguments,
    repeats,
  ] = JSON.parse(text.slice(0, end)) as Line;
  return {
    message,
    schema: end + 1 === text.length ? undefined : schemas.fromEnd(text, end + 1),
    url: given(url),
    asker: {
      origin: given(origin),
      method,
      target: given(target),
      arguments: given(callArguments),
      client: given(client),
      runId,
    },
    group: given(group),
    repeats: given(repeats),
    maxAnswerBytes: given(maxAnswerBytes),
    claim: typeof claimBy === "string" ? { by: claimBy, until: claimUntil ?? 0 } : undefined,
    firstDeadline: given(firstDeadline),
  };
}

const given = <T extends string | number | JsonObject>(value: T | 0 | undefined): T | undefined =>
  value === NONE ? undefined : (value as T | undefined);

export const sealBody = (atRest: AtRest, id: string, body: Body): string =>
  atRest.isSealed ? atRest.seal(`elicitation body ${id}`, writeBody(body)) : writeBody(body);

export const openBody = (atRest: AtRest, schemas: Schemas, id: string, kept: string): Body =>
  readBody(atRest.isSealed ? atRest.open(`elicitation body ${id}`, kept) : kept, schemas);
