/** A generator of pseudo-random numbers with a seed (mulberry32). */
export interface Random {
  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** Returns a whole number from `least` to `most`. All orders of magnitude are equally likely. */
  size(least: number, most: number): number;
  pick<T>(all: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    size: (min, max) => Math.round(min * (max / min) ** next()),
    pick: <T>(all: readonly T[]) => all[Math.floor(next() * all.length)] as T,
  };
}

/**
 * Returns a text of about `length` characters that can hardly be compressed, so that it does not count as a compression
 * bomb.
 */
export function noise(random: Random, length: number): string {
  const words: string[] = [];
  for (let left = length; left > 0; left -= 9) words.push(random.next().toString(36).slice(2, 10));
  return words.join(' ');
}

/** Joins `count` pieces. */
export const pieces = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join('');
