import { readData } from '../data.ts';
import { createRandom } from '../random.ts';
import { fill } from '../template.ts';
import { cityName, numberWord, personOf, villageName } from './names.ts';
import { CATEGORIES, type Category } from './premises.ts';

export interface Author {
  readonly name: string;
  readonly introduction: string;
}

const MIN_AUTHORS = 80;
const BOOKS_OF_MIN_AUTHORS = 600;
/** Exponent below 1, so that the number of authors grows more slowly than the number of books. */
const GROWTH = 0.7;

/** Returns the number of authors for a number of books. */
export function authorCount(books: number): number {
  return Math.max(MIN_AUTHORS, Math.round(MIN_AUTHORS * (books / BOOKS_OF_MIN_AUTHORS) ** GROWTH));
}

/** Creates authors. @returns them by category; each writes in two categories */
export function makeAuthors(count: number, seed: string): ReadonlyMap<Category, readonly Author[]> {
  const authors = [...new Set(namesOf(count, seed))].map((name, index) => describe(name, `${seed}/author/${index}`));
  const writes = (index: number, category: Category) =>
    CATEGORIES[index % 8] === category || CATEGORIES[(index * 3 + Math.floor(index / 8)) % 8] === category;
  return new Map(CATEGORIES.map((category) => [category, authors.filter((_, index) => writes(index, category))]));
}

function namesOf(count: number, seed: string): string[] {
  const random = createRandom(`${seed}/authors`);
  const names = new Set<string>();
  while (names.size < count) {
    const { given, family } = personOf(random);
    const middle = names.size % 7 === 3 ? ` ${random.pick([...'ABCEFHJLMRST'])}.` : '';
    names.add(`${given}${middle} ${family}`);
  }
  return [...names];
}

const BIOGRAPHIES = readData('english/authors.txt')
  .split('\n')
  .filter((line) => line !== '');

/** Creates an author with a short biography. */
export function describe(name: string, key: string): Author {
  const random = createRandom(key);
  const place = random.chance(0.5) ? cityName(random) : villageName(random);
  const slots = { name, last: name.split(' ').at(-1) ?? name, place, n: numberWord(random) };
  return { name, introduction: fill(random.pick(BIOGRAPHIES), random, slots) };
}
