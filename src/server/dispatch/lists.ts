// The four lists: tools, prompts, resource templates, and resources (fixed ones first, then the application's).

import { BeckonError } from "../../core/errors.js";
import { isObject } from "../../core/json.js";
import type { MaybePromise } from "../../core/maybe-promise.js";
import { toRevision } from "../../protocol/to-revision.js";
import type { Call } from "../call/call.js";
import { type Outcome, Prepared } from "../call/outcome.js";
import { LookupScope } from "../call/scope.js";
import { readCursor, writeCursor } from "../catalog/cursor.js";
import type { Listable, ListSource } from "../catalog/listings.js";
import type { ResourceLister, ResourcePage } from "../catalog/resource-lister.js";
import type { ResourceEntry } from "../catalog/resources.js";
import type { ServerParts } from "../parts.js";

export const listTools = (parts: ServerParts, call: Call): Outcome =>
  list(parts, call, { kind: "tools", member: "tools", registry: parts.tools });

export const listPrompts = (parts: ServerParts, call: Call): Outcome =>
  list(parts, call, { kind: "prompts", member: "prompts", registry: parts.prompts });

export const listTemplates = (parts: ServerParts, call: Call): Outcome =>
  list(parts, call, {
    kind: "resources",
    member: "resourceTemplates",
    registry: parts.resources,
    include: isTemplate,
  });

const list = <T extends Listable>({ listings }: ServerParts, call: Call, source: ListSource<T>): Outcome =>
  new Prepared(listings.result(source, call.access, call.revision, call.params.cursor));

const isTemplate = (entry: ResourceEntry): boolean => entry.template !== undefined;
const isFixed = (entry: ResourceEntry): boolean => entry.template === undefined;

export function listResources(parts: ServerParts, call: Call): MaybePromise<Outcome> {
  const source: ListSource<ResourceEntry> = {
    kind: "resources",
    member: "resources",
    registry: parts.resources,
    include: isFixed,
  };
  const { resourceLister } = parts;
  if (resourceLister === undefined) return list(parts, call, source);
  return listWithApplication(parts, call, source, resourceLister);
}

/** Positions in a list that two parties write: ours by name, then the application's in its own terms. */
const OURS = "n:";
const THEIRS = "a:";

async function listWithApplication(
  parts: ServerParts,
  call: Call,
  source: ListSource<ResourceEntry>,
  lister: ResourceLister,
): Promise<Outcome> {
  // The application's positions may tell principals apart, so a cursor is good only for the one it was given to.
  const scope = `resources:${call.access.principal?.id ?? ""}`;
  const position = readCursor(parts.keys(), scope, call.params.cursor);
  const write = (itemsJson: string, next: string | undefined): Outcome => {
    const cursor = next === undefined ? "" : `,"nextCursor":"${writeCursor(parts.keys(), scope, next)}"`;
    return new Prepared(
      `{"resources":[${itemsJson}]${cursor}${parts.listings.cacheHints(call.revision, true)}}`,
    );
  };
  if (position?.startsWith(THEIRS) !== true) {
    const page = parts.listings.page(source, call.access, call.revision, position?.slice(OURS.length));
    if (page.next !== undefined) return write(page.itemsJson, `${OURS}${page.next}`);
    const first = await askApplication(parts, call, lister, undefined);
    return write([page.itemsJson, first.itemsJson].filter((text) => text !== "").join(","), first.next);
  }
  const page = await askApplication(parts, call, lister, position.slice(THEIRS.length));
  return write(page.itemsJson, page.next);
}

async function askApplication(
  parts: ServerParts,
  call: Call,
  lister: ResourceLister,
  from: string | undefined,
): Promise<{ itemsJson: string; next: string | undefined }> {
  const page: ResourcePage = await lister(from, new LookupScope(parts, call));
  if (!isObject(page) || !Array.isArray(page.resources)) {
    throw new BeckonError("invalid-result", "The resource lister must return { resources, next? }.");
  }
  const itemsJson = page.resources
    .filter((resource) => mayRead(parts, call, resource.uri))
    .map((resource) => JSON.stringify(toRevision(resource, call.revision)))
    .join(",");
  return { itemsJson, next: page.next === undefined ? undefined : `${THEIRS}${page.next}` };
}

/** What is not readable under an allow-list is not listed either, whatever the application says. */
const mayRead = (parts: ServerParts, call: Call, uri: string): boolean =>
  call.access.resources === undefined || parts.resourceIndex.find(uri, call.access) !== undefined;
