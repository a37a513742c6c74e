/** Pseudo-random choices that depend only on a key. */
export interface Random {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  chance(probability: number): boolean;
  /** Returns an item of a list. @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
}

const STEP = 0x9e3779b9;

/** Creates choices. The same key results in the same choices on every machine. */
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

/** Returns the first number that the choices of a key would return. */
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

/** Mixes bits. Every bit of the result (0 to 2^32 - 1) depends on every bit of `value`. */
function scramble(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Returns a function that returns the items of a list in random order, and shuffles them again after the last one. */
export function createDeck<T>(list: readonly T[], random: Random): () => T {
  let remaining: T[] = [];
  return () => {
    if (remaining.length === 0) remaining = random.shuffled(list);
    const card = remaining.pop();
    if (card === undefined) throw new RangeError('Nothing to deal.');
    return card;
  };
}
