// What somebody may have meant by a word that there is not.

/** The nearest of the known words; `undefined` when none is near. */
export function suggest(given: string, known: readonly string[]): string | undefined {
  const most = given.length <= 4 ? 1 : 2;
  const near = known
    .map((word) => ({ word, distance: isBeginning(given, word) ? 0.5 : distanceOf(given, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance);
  return near[0]?.word;
}

const isBeginning = (given: string, word: string): boolean => given.length >= 2 && word.startsWith(given);

/** How many letters have to be changed, added, left out or swapped with their neighbour. */
function distanceOf(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    rows.push(current);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(row - 1, column) + 1,
          (current[column - 1] ?? 0) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}
