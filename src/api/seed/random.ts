/** Deterministic pseudo-random choices from a key. */
export interface Random {
  /** A number from 0 to below 1. */
  next(): number;
  /** A whole number from 0 to below `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

const STEP = 0x9e3779b9;

/** The same key gives the same choices on every machine. */
export function createRandom(key: string): Random {
  let state = seedOf(key);
  const next = () => {
    state = (state + STEP) | 0;
    return scramble(state) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => pickAt(list, below(list.length)),
    shuffled: (list) => shuffled(list, below),
  };
}

/** Maps a key to a number from 0 to below 1: the first of its choices. */
export const fractionOf = (key: string) => scramble((seedOf(key) + STEP) | 0) / 2 ** 32;

function pickAt<T>(list: readonly T[], place: number): T {
  const [item] = list.slice(place, place + 1);
  if (item === undefined) throw new RangeError('Nothing to pick from.');
  return item;
}

function shuffled<T>(list: readonly T[], below: (limit: number) => number): T[] {
  const remaining = [...list];
  return list.flatMap(() => remaining.splice(below(remaining.length), 1));
}

function seedOf(key: string): number {
  let state = 0x811c9dc5;
  for (let place = 0; place < key.length; place += 1) state = Math.imul(state ^ key.charCodeAt(place), 0x01000193);
  return scramble(state);
}

/** Mixes bits: every bit of the result (0 to 2^32 - 1) depends on every bit of `value`. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Returns the list's items in random order, reshuffling after all have been returned. */
export function createDeck<T>(list: readonly T[], random: Random): () => T {
  let remaining: T[] = [];
  return () => {
    if (remaining.length === 0) remaining = random.shuffled(list);
    const card = remaining.pop();
    if (card === undefined) throw new RangeError('Nothing to deal.');
    return card;
  };
}
