// Random numbers that can be had again from their seed.

export interface Random {
  /** From 0 up to, not including, `below`. */
  below(below: number): number;
  pick<T>(from: readonly T[]): T;
  chance(of: number): boolean;
}

/** The numbers of one seed and one index, the same every time (mulberry32). */
export function createRandom(seed: number, index: number): Random {
  let state = (Math.imul(seed | 0, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)) | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (below) => Math.floor(next() * below),
    pick: (from) => {
      if (from.length === 0) throw new Error("Nothing to pick from.");
      return from[Math.floor(next() * from.length)] as (typeof from)[number];
    },
    chance: (of) => next() < of,
  };
}
