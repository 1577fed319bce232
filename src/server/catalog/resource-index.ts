// Finds the resource behind a uri: fixed ones by their uri, templates most specific first.

import { BeckonError } from "../../core/errors.js";
import { type Access, mayUse } from "../access/access.js";
import type { Registry } from "./registry.js";
import type { ResourceEntry } from "./resources.js";
import { bySpecificity, type UriTemplate } from "./uri-template.js";

/** A resource, and the values its template gave. */
export interface Found {
  readonly entry: ResourceEntry;
  readonly values: Readonly<Record<string, string>>;
}

/** Looks uris up. */
export interface ResourceIndex {
  /** The most specific resource that has this uri; none when `access` does not allow it, for then nothing else may serve it. */
  find(uri: string, access?: Access): Found | undefined;
  /** The template that is written exactly like this. */
  byTemplate(source: string): ResourceEntry | undefined;
  /** Refuses a second resource with the same uri or template. */
  checkNew(entry: ResourceEntry): void;
}

interface Built {
  readonly version: number;
  readonly byUri: ReadonlyMap<string, ResourceEntry>;
  readonly templates: readonly { readonly entry: ResourceEntry; readonly template: UriTemplate }[];
}

const NO_VALUES: Readonly<Record<string, string>> = Object.freeze({});

/** An index over a registry; rebuilt on the first look after a change. */
export function createResourceIndex(registry: Registry<ResourceEntry>): ResourceIndex {
  let built: Built = { version: -1, byUri: new Map(), templates: [] };
  const current = (): Built => {
    if (built.version !== registry.version) built = build(registry);
    return built;
  };
  return {
    find(uri, access) {
      const found = lookUp(current(), uri);
      return found && (!access || mayUse(access, "resources", found.entry.name)) ? found : undefined;
    },
    byTemplate(source) {
      const entry = current().byUri.get(source);
      return entry?.template ? entry : undefined;
    },
    checkNew(entry) {
      const other = current().byUri.get(entry.uri);
      if (other && other.name !== entry.name) {
        throw new BeckonError(
          "duplicate-name",
          `The resource ${other.name} has the uri ${entry.uri} already.`,
        );
      }
    },
  };
}

function lookUp({ byUri, templates }: Built, uri: string): Found | undefined {
  const fixed = byUri.get(uri);
  if (fixed && !fixed.template) return { entry: fixed, values: NO_VALUES };
  for (const { entry, template } of templates) {
    const values = template.match(uri);
    if (values) return { entry, values };
  }
  return undefined;
}

function build(registry: Registry<ResourceEntry>): Built {
  const entries = registry.all();
  const templates = entries
    .flatMap((entry) => (entry.template ? [{ entry, template: entry.template }] : []))
    .sort((a, b) => bySpecificity(a.template, b.template));
  return { version: registry.version, byUri: new Map(entries.map((entry) => [entry.uri, entry])), templates };
}
