// Lists of few things, in which every change is a new list. Those that are empty are all the same one.

export const NONE: readonly never[] = [];

export const withOne = <T>(list: readonly T[], one: T): readonly T[] =>
  list.length === 0 ? [one] : [...list, one];

export function without<T>(list: readonly T[], one: T): readonly T[] {
  if (list.length === 1 && list[0] === one) return NONE;
  return list.includes(one) ? list.filter((other) => other !== one) : list;
}

export function findByKey<T extends { readonly key: string }>(
  list: readonly T[],
  key: string,
): T | undefined {
  for (const one of list) if (one.key === key) return one;
  return undefined;
}
