// Follows the references inside a JSON Schema that a library wrote.

import { isObject, type JsonObject } from "../json.js";
import type { JsonSchema } from "../problem.js";

/** How many references are followed one after another; more is a circle. */
const DEEPEST = 16;

/** The schema that a reference to `$defs` means, with what stands beside the reference. */
export function resolveReference(given: unknown, root: JsonSchema): JsonObject {
  let schema = isObject(given) ? given : {};
  for (let depth = 0; typeof schema.$ref === "string" && depth < DEEPEST; depth++) {
    const { $ref, ...beside } = schema;
    const [, place, name] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(String($ref)) ?? [];
    const definitions = place === undefined ? undefined : root[place];
    const target =
      isObject(definitions) && name !== undefined ? definitions[unescapePointer(name)] : undefined;
    schema = { ...(isObject(target) ? target : {}), ...beside };
  }
  return schema;
}

const unescapePointer = (name: string): string => name.replaceAll("~1", "/").replaceAll("~0", "~");
