/** Words, names and characters by rank, the most frequent first. They are the same on every machine. */
const SYLLABLES = Array.from(
  { length: 100 },
  (_, index) => `${'bcdfghjklmnprstvwxyz'[index % 20]}${'aeiou'[Math.floor(index / 20)]}`,
);
const ENDINGS = ['', 'n', 's', 'r', 'th', 'l', 'm'];

/** Number of distinct words, about as many as in a real catalogue of a million titles. */
export const WORDS = 200_000;
/** Number of distinct characters in a script without spaces. */
const SIGNS = 2_000;

/** Returns a word of two to four syllables and an ending. Words with adjacent ranks start with different letters. */
export function wordAt(rank: number): string {
  const syllables = [rank % 100, Math.floor(rank / 100) % 100];
  for (let rest = Math.floor(rank / 10_000); rest > 0; rest = Math.floor(rest / 100)) syllables.push(rest % 100);
  return `${syllables.map((syllable) => SYLLABLES[syllable]).join('')}${ENDINGS[rank % ENDINGS.length]}`;
}

export const signAt = (rank: number): string => String.fromCodePoint(0x4e00 + (rank % SIGNS));

/** Given name and family name. Names share words, like real names. */
export const authorAt = (number: number): string =>
  `${capital(wordAt(WORDS + (number % 3_000)))} ${capital(wordAt(WORDS + 3_000 + ((number * 7_919) % 50_000)))}`;

export const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/**
 * Returns a generator of pseudo-random numbers from 0 to 1, seeded by a number such as the number of a book
 * (mulberry32).
 */
export function randomOf(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns a rank below `count`, distributed as in a language: the second word is half as frequent as the first (Zipf).
 */
export const zipf = (random: () => number, count: number): number => Math.floor((count + 1) ** random()) - 1;
