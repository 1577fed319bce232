// Lists as JSON text: written once per change, revision, allow-list and page, then sent as they are.

import type { Revision } from "../../protocol/revisions.js";
import { toRevision } from "../../protocol/to-revision.js";
import type { KeyRing } from "../../seal/key-ring.js";
import { type Access, allowed, isLimited, type Kind } from "../access/access.js";
import { readCursor, writeCursor } from "./cursor.js";
import type { Named, Registry } from "./registry.js";

/** An entry that knows how it looks in a list. */
export interface Listable extends Named {
  readonly listing: object;
}

/** Which list to write. */
export interface ListSource<T extends Listable> {
  readonly kind: Kind;
  /** The member of the result, which is also the cursor's scope: `tools`, `resourceTemplates`. */
  readonly member: string;
  readonly registry: Registry<T>;
  readonly include?: (entry: T) => boolean;
}

/** One page of a list. */
export interface ListPage {
  /** The entries as JSON texts, joined by commas. */
  readonly itemsJson: string;
  /** The name to go on after; absent on the last page. */
  readonly next: string | undefined;
}

/** Writes pages and keeps them. */
export interface Listings {
  /** A whole list result as JSON text. */
  result<T extends Listable>(
    source: ListSource<T>,
    access: Access,
    revision: Revision,
    cursor: unknown,
  ): string;
  /** The entries of one page. */
  page<T extends Listable>(
    source: ListSource<T>,
    access: Access,
    revision: Revision,
    after: string | undefined,
  ): ListPage;
  /** The members that tell a modern client how long it may keep a list. */
  cacheHints(revision: Revision, isPrivate: boolean): string;
}

export interface ListingsOptions {
  readonly keys: () => KeyRing;
  /** How many entries a page has. */
  readonly pageSize: number;
  /** How long modern clients may keep a list. */
  readonly ttlMs: number;
}

const MOST_KEPT = 500;

/** Makes the lists of a server. */
export function createListings({ keys, pageSize, ttlMs }: ListingsOptions): Listings {
  const kept = new Map<string, string>();
  const versions = new Map<string, number>();

  const cacheHints = (revision: Revision, isPrivate: boolean): string =>
    revision.era === "legacy" ? "" : `,"ttlMs":${ttlMs},"cacheScope":"${isPrivate ? "private" : "public"}"`;

  function page<T extends Listable>(
    source: ListSource<T>,
    access: Access,
    revision: Revision,
    after: string | undefined,
  ): ListPage {
    const { kind, registry, include } = source;
    const visible = allowed(access, kind, registry.all()).filter((entry) => include?.(entry) ?? true);
    const start = after === undefined ? 0 : visible.findIndex((entry) => entry.name > after);
    const shown = start < 0 ? [] : visible.slice(start, start + pageSize);
    const isLast = start < 0 || start + pageSize >= visible.length;
    return {
      itemsJson: shown.map((entry) => JSON.stringify(toRevision(entry.listing, revision))).join(","),
      next: isLast ? undefined : shown.at(-1)?.name,
    };
  }

  function write<T extends Listable>(
    source: ListSource<T>,
    access: Access,
    revision: Revision,
    after: string | undefined,
  ): string {
    const { itemsJson, next } = page(source, access, revision, after);
    const cursor = next === undefined ? "" : `,"nextCursor":"${writeCursor(keys(), source.member, next)}"`;
    return `{"${source.member}":[${itemsJson}]${cursor}${cacheHints(revision, isLimited(access, source.kind))}}`;
  }

  return {
    page,
    cacheHints,
    result(source, access, revision, cursor) {
      const { registry, member, kind } = source;
      if (versions.get(member) !== registry.version) {
        kept.clear();
        versions.set(member, registry.version);
      }
      const after = cursor === undefined ? undefined : readCursor(keys(), member, cursor);
      const names = access[kind];
      const view = names === undefined ? "*" : JSON.stringify([...names].sort());
      const key = `${member} ${revision.version} ${after ?? ""} ${view}`;
      const seen = kept.get(key);
      if (seen !== undefined) return seen;
      if (kept.size >= MOST_KEPT) kept.clear();
      const json = write(source, access, revision, after);
      kept.set(key, json);
      return json;
    },
  };
}
