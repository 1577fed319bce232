// Leaves fields out of the content of an answer.

/** The content without some of its fields. */
export const withoutFields = <T>(
  content: { readonly [field: string]: T },
  names: readonly string[],
): { readonly [field: string]: T } =>
  Object.fromEntries(Object.entries(content).filter(([name]) => !names.includes(name)));
