// What a server has for one access: methods and capabilities follow it.

import { type Access, allowed } from "../access/access.js";
import type { Named, Registry } from "../catalog/registry.js";
import type { ServerParts } from "../parts.js";

export const hasTools = ({ tools }: ServerParts, access: Access): boolean => hasAny(tools, access.tools);

export const hasPrompts = ({ prompts }: ServerParts, access: Access): boolean =>
  hasAny(prompts, access.prompts);

/** A lister may have resources of any name, so any allowance will do. */
export const hasResources = ({ resources, resourceLister }: ServerParts, access: Access): boolean =>
  resourceLister === undefined
    ? hasAny(resources, access.resources)
    : access.resources === undefined || access.resources.size > 0;

/** True when some argument or variable in sight has values to suggest. */
export function hasCompleters({ prompts, resources }: ServerParts, access: Access): boolean {
  return (
    allowed(access, "prompts", prompts.all()).some((prompt) =>
      Object.values(prompt.arguments).some(({ complete }) => complete !== undefined),
    ) ||
    allowed(access, "resources", resources.all()).some(({ completers }) =>
      Object.values(completers).some((complete) => complete !== undefined),
    )
  );
}

/** Looks up the names of an allow-list rather than through all that is defined: it is asked on every call. */
function hasAny<T extends Named>(registry: Registry<T>, names: ReadonlySet<string> | undefined): boolean {
  if (names === undefined) return registry.all().length > 0;
  for (const name of names) if (registry.get(name) !== undefined) return true;
  return false;
}
