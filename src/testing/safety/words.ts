// How findings are worded.

export const quoted = (text: string): string => `“${text}”`;

/** "happened once", "never happened". */
export function howOften(verb: string, count: number): string {
  return count === 0 ? `never ${verb}` : `${verb} ${times(count)}`;
}

export const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

/** How often each text is there, in the order of their first. */
export function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
