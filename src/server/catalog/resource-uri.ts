// Uris of resources, and links to them, by the resource's name.

import { BeckonError } from "../../core/errors.js";
import type { ResourceLink } from "../../protocol/content.js";
import type { UriValues } from "../context.js";
import type { Registry } from "./registry.js";
import type { ResourceEntry } from "./resources.js";

/** The uri of a resource by its name. */
export function uriOf(resources: Registry<ResourceEntry>, name: string, values: UriValues = {}): string {
  const { template, uri } = findResource(resources, name);
  return template ? template.build(values) : uri;
}

/** A link to a resource by its name, with what its definition says of it. */
export function linkTo(
  resources: Registry<ResourceEntry>,
  name: string,
  values?: UriValues,
  extra?: Partial<Omit<ResourceLink, "type" | "uri">>,
): ResourceLink {
  // Of the members of a definition these mean the same in a link.
  const { title, description, mimeType, icons, annotations } = findResource(resources, name)
    .listing as Partial<ResourceLink>;
  const said = Object.entries({ title, description, mimeType, icons, annotations }).filter(
    ([, value]) => value !== undefined,
  );
  return {
    type: "resource_link",
    uri: uriOf(resources, name, values),
    name,
    ...Object.fromEntries(said),
    ...extra,
  };
}

function findResource(resources: Registry<ResourceEntry>, name: string): ResourceEntry {
  const entry = resources.get(name);
  if (entry) return entry;
  throw new BeckonError(
    "unknown-name",
    `There is no resource named ${name}. Define it with server.resource first.`,
  );
}
