// Makes the record of a new elicitation. Everything that was given is looked at before anything is written.

import { isDuration } from "../core/duration.js";
import type { Asker } from "../core/elicitation/elicitation.js";
import type { ElicitationMode, ElicitationRecord } from "../core/engine/elicitations.js";
import { BeckonError } from "../core/errors.js";
import { freezeDeeply } from "../core/freeze.js";
import { isObject, type JsonObject } from "../core/json.js";
import { type Body, type MoreOfBody, NO_MORE, sealBody } from "./body.js";
import type { NewElicitation } from "./broker.js";
import type { BrokerParts } from "./parts.js";
import { requireHref } from "./require-href.js";

const LONGEST_MESSAGE = 65_536;
const LONGEST_NAME = 1_024;
const MOST_TAGS = 64;
const LONGEST_ARGUMENTS = 8_192;
const MODES: readonly unknown[] = ["inline", "url", "terminal"] satisfies readonly ElicitationMode[];
const NO_TAGS: readonly string[] = Object.freeze([]);

/** A record and what is in its body. */
export interface NewRecord {
  readonly record: ElicitationRecord;
  readonly body: Body;
}

/** Throws `invalid-arguments` for whatever cannot be asked. */
export function toNewRecord(parts: BrokerParts, given: NewElicitation): NewRecord {
  if (!isObject(given)) refuse("An elicitation is no object.");
  const { message, asker, mode = "inline", timeoutMs, maxAnswerBytes } = given;
  if (typeof message !== "string" || message.length > LONGEST_MESSAGE || message.trim() === "")
    refuse(`The message of an elicitation must be a text of 1 to ${LONGEST_MESSAGE} characters.`);
  if (!MODES.includes(mode)) refuse(`The mode of an elicitation must be one of ${MODES.join(", ")}.`);
  requireAsker(asker);
  requireName("audience", given.audience);
  requireName("lease", given.lease);
  requireName("group", given.group);
  if (given.id !== undefined) requireId(given.id);
  requireName("key", given.key);
  if (timeoutMs !== undefined) requireTimeout(timeoutMs);
  if (maxAnswerBytes !== undefined && !(Number.isSafeInteger(maxAnswerBytes) && maxAnswerBytes > 0))
    refuse(`maxAnswerBytes is ${String(maxAnswerBytes)}. Give a whole number of bytes from 1 on.`);
  if (given.repeats !== undefined && !(Number.isSafeInteger(given.repeats) && given.repeats > 0))
    refuse(`repeats is ${String(given.repeats)}. Give a whole number from 1 on, or leave it out.`);
  const body: Body = {
    message,
    schema: given.schema === undefined ? undefined : parts.schemas.fromGiven(given.schema),
    method: asker.method,
    runId: asker.runId,
    target: asker.target,
    client: asker.client,
    more: moreOf(given, urlOf(given, mode)),
  };
  const createdAt = parts.clock.now();
  const id = given.id ?? parts.newId(createdAt);
  const record: ElicitationRecord = {
    id,
    key: given.key === undefined ? id : keyOf(asker, given.key),
    mode,
    status: "pending",
    audience: given.audience,
    asker: asker.server,
    principal: asker.principalId,
    lease: given.lease,
    run: asker.runId,
    tags: given.tags === undefined ? NO_TAGS : tagsOf(given.tags),
    createdAt,
    expiresAt: timeoutMs === undefined ? undefined : createdAt + Math.ceil(timeoutMs),
    forgetAt: undefined,
    version: 1,
    body: sealBody(parts.atRest, id, body),
    outcome: undefined,
  };
  return { record, body };
}

/** Its asker's own: nobody gets at an elicitation of somebody else by the same key, or by its id for a key. */
const keyOf = ({ server, principalId }: Asker, key: string): string =>
  JSON.stringify([server, principalId ?? 0, key]);

function requireTimeout(timeoutMs: unknown): void {
  if (!isDuration(timeoutMs))
    refuse(
      `timeoutMs is ${JSON.stringify(timeoutMs) ?? String(timeoutMs)}. Give a number of milliseconds above 0, and at most a hundred years; leave it out for no deadline.`,
    );
}

function urlOf({ url, schema }: NewElicitation, mode: ElicitationMode): string | undefined {
  if (mode !== "url") {
    if (url !== undefined) refuse(`An elicitation of the mode ${mode} has a url. Give it the mode url.`);
    return undefined;
  }
  if (url === undefined) refuse("An elicitation of the mode url has no url. Say where the person goes.");
  if (schema !== undefined)
    refuse("An elicitation of the mode url has a schema. A person who goes somewhere fills nothing in here.");
  return requireHref(url);
}

function requireAsker(asker: Asker): void {
  if (!isObject(asker)) refuse("An elicitation has no asker. Say on whose behalf it is asked.");
  const { server, origin, method, runId, target, client, principalId } = asker;
  const missing = !isName(server)
    ? "server"
    : !isName(method)
      ? "method"
      : isName(runId)
        ? undefined
        : "runId";
  if (missing !== undefined)
    refuse(
      `The asker of an elicitation has no ${missing}. Give it a text of 1 to ${LONGEST_NAME} characters.`,
    );
  requireOptional("origin of the asker", origin);
  requireOptional("target of the asker", target);
  requireOptional("client of the asker", client);
  requireOptional("principalId of the asker", principalId);
  if (asker.arguments !== undefined) requireArguments(asker.arguments);
}

function moreOf(
  { asker: { origin, arguments: callArguments }, group, repeats, maxAnswerBytes }: NewElicitation,
  url: string | undefined,
): MoreOfBody {
  if (
    url === undefined &&
    origin === undefined &&
    callArguments === undefined &&
    group === undefined &&
    repeats === undefined &&
    maxAnswerBytes === undefined
  )
    return NO_MORE;
  return {
    ...NO_MORE,
    url,
    origin,
    callArguments: callArguments && copyOf(callArguments),
    group,
    repeats,
    maxAnswerBytes,
  };
}

/** What was given is the asker's own, and may change; what is asked is remembered, and shown to everybody. */
function copyOf(callArguments: JsonObject): JsonObject {
  // They are JSON of a bounded length: that was looked at.
  const copy = JSON.parse(JSON.stringify(callArguments)) as JsonObject;
  freezeDeeply(copy);
  return copy;
}

/** They are shown beside the question: see `shownArguments`. */
function requireArguments(given: unknown): void {
  if (!isObject(given) || JSON.stringify(given).length > LONGEST_ARGUMENTS)
    refuse(`The arguments of the asker are no object of at most ${LONGEST_ARGUMENTS} characters of JSON.`);
}

const isName = (value: unknown): boolean =>
  typeof value === "string" && value !== "" && value.length <= LONGEST_NAME;

function requireName(what: string, value: unknown): void {
  if (value !== undefined && !isName(value))
    refuse(`The ${what} of an elicitation is no text of 1 to ${LONGEST_NAME} characters.`);
}

/** Longer than a name: the uri of a resource may be the target. */
function requireOptional(what: string, value: unknown): void {
  if (value !== undefined && (typeof value !== "string" || value.length > LONGEST_MESSAGE))
    refuse(`The ${what} is no text of at most ${LONGEST_MESSAGE} characters.`);
}

/** What can stand in a path and in the key of a record. */
const ID = /^[\w.:-]{1,200}$/;

function requireId(id: unknown): void {
  if (typeof id !== "string" || !ID.test(id))
    refuse(
      "The id of an elicitation must have 1 to 200 letters, digits, dots, colons, hyphens or underscores.",
    );
}

function tagsOf(tags: unknown): readonly string[] {
  if (!Array.isArray(tags) || tags.length > MOST_TAGS || !tags.every(isName))
    refuse(`The tags of an elicitation must be a list of at most ${MOST_TAGS} texts.`);
  return [...new Set<string>(tags)];
}

function refuse(message: string): never {
  throw new BeckonError("invalid-arguments", message);
}
