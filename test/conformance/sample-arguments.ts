// Arguments that fit the schema of a tool well enough to call it.

/** One value for every property. */
export function sampleArguments(schema: object): Record<string, unknown> {
  const properties: unknown = "properties" in schema ? schema.properties : undefined;
  if (typeof properties !== "object" || properties === null) return {};
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property)]));
}

function sampleOf(property: unknown): unknown {
  const type =
    typeof property === "object" && property !== null && "type" in property ? property.type : undefined;
  switch (type) {
    case "number":
    case "integer":
      return 1;
    case "boolean":
      return true;
    case "array":
      return [];
    case "object":
      return {};
    default:
      return "text";
  }
}
