// What is asked, as the broker puts it into a record: in memory as it is, elsewhere as a line of JSON and behind it the schema.

import type { Asker } from "../core/elicitation/elicitation.js";
import type { Opaque } from "../core/engine/elicitations.js";
import type { JsonObject } from "../core/json.js";
import type { AtRest } from "./at-rest.js";
import type { KnownSchema, Schemas } from "./schemas.js";

/** Who has an elicitation open, and until when. */
export interface Claim {
  readonly by: string;
  readonly until: number;
}

/** What is asked. What most elicitations have is in one object, since a million of them may be pending. */
export interface Body {
  readonly message: string;
  readonly schema: KnownSchema | undefined;
  /** Of the asker; its server and principal are the record's own. */
  readonly method: string;
  readonly runId: string;
  readonly target: string | undefined;
  readonly client: string | undefined;
  readonly more: MoreOfBody;
}

/** What few elicitations have. */
export interface MoreOfBody {
  readonly group: string | undefined;
  readonly url: string | undefined;
  readonly maxAnswerBytes: number | undefined;
  readonly claim: Claim | undefined;
  /** The deadline before claims moved it; absent while none did. */
  readonly firstDeadline: number | undefined;
  readonly origin: string | undefined;
  readonly callArguments: Asker["arguments"];
  /** How often the same run has asked exactly this before. */
  readonly repeats: number | undefined;
}

/** For those that have nothing more. */
export const NO_MORE: MoreOfBody = Object.freeze({
  group: undefined,
  url: undefined,
  maxAnswerBytes: undefined,
  claim: undefined,
  firstDeadline: undefined,
  origin: undefined,
  callArguments: undefined,
  repeats: undefined,
});

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

/** Writes a body. */
export function writeBody({ message, method, runId, target, client, schema, more }: Body): string {
  const line: unknown[] = [message, method, runId, target ?? NONE, client ?? NONE, more.group ?? NONE];
  if (hasMore(more)) {
    const { url, maxAnswerBytes, claim, firstDeadline, origin, callArguments, repeats } = more;
    line.push(
      url ?? NONE,
      maxAnswerBytes ?? NONE,
      claim?.by ?? NONE,
      claim?.until ?? NONE,
      firstDeadline ?? NONE,
      origin ?? NONE,
      callArguments ?? NONE,
      repeats ?? NONE,
    );
  }
  return JSON.stringify(line) + (schema?.tail ?? "\n");
}

/** Besides the group, which every line has. */
const hasMore = (more: MoreOfBody): boolean =>
  more.url !== undefined ||
  more.maxAnswerBytes !== undefined ||
  more.claim !== undefined ||
  more.firstDeadline !== undefined ||
  more.origin !== undefined ||
  more.callArguments !== undefined ||
  more.repeats !== undefined;

/** Reads what `writeBody` wrote. */
function readBody(text: string, schemas: Schemas): Body {
  const end = text.indexOf("\n");
  // Nobody but the broker writes bodies.
  const line = JSON.parse(text.slice(0, end)) as Line;
  const [message, method, runId, target, client] = line;
  return {
    message,
    schema: end + 1 === text.length ? undefined : schemas.fromEnd(text, end + 1),
    method,
    runId,
    target: given(target),
    client: given(client),
    more: readMore(line),
  };
}

function readMore([
  ,
  ,
  ,
  ,
  ,
  group,
  url,
  maxAnswerBytes,
  claimBy,
  claimUntil,
  firstDeadline,
  origin,
  callArguments,
  repeats,
]: Line): MoreOfBody {
  return {
    group: given(group),
    url: given(url),
    maxAnswerBytes: given(maxAnswerBytes),
    claim: typeof claimBy === "string" ? { by: claimBy, until: claimUntil ?? 0 } : undefined,
    firstDeadline: given(firstDeadline),
    origin: given(origin),
    callArguments: given(callArguments),
    repeats: given(repeats),
  };
}

const given = <T extends string | number | JsonObject>(value: T | 0 | undefined): T | undefined =>
  value === NONE ? undefined : (value as T | undefined);

const purpose = (id: string): string => `elicitation body ${id}`;

export const sealBody = (atRest: AtRest, id: string, body: Body): Opaque =>
  atRest.keepsObjects ? body : atRest.seal(purpose(id), writeBody(body));

export const openBody = (atRest: AtRest, schemas: Schemas, id: string, kept: Opaque): Body =>
  typeof kept === "string"
    ? readBody(atRest.open(purpose(id), kept), schemas)
    : // Nobody but the broker writes bodies.
      (kept as Body);
