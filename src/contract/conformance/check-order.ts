import { fold } from '#src/lib/fold-letters.ts';
import type { Book } from '../entities/book.ts';
import { bookShow } from '../index.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem, TestRun } from './types.ts';

type Compare<T> = (one: T, other: T) => number;

/** Combines comparisons. Each is only used if the previous ones find no difference. */
const by =
  <T>(...comparisons: readonly Compare<T>[]): Compare<T> =>
  (one, other) =>
    comparisons.reduce((difference, compare) => difference || compare(one, other), 0);

const byId: Compare<{ readonly id: number }> = (one, other) => one.id - other.id;
const hottest: Compare<Pick<Book, 'hot'>> = (one, other) => other.hot - one.hot;
const latest =
  <K extends string>(field: K): Compare<Readonly<Partial<Record<K, string>>>> =>
  (one, other) =>
    Date.parse(other[field] ?? '') - Date.parse(one[field] ?? '');
const bestRated: Compare<Pick<Book, 'rating'>> = (one, other) => (other.rating ?? -1) - (one.rating ?? -1);

/** Orders of book lists. The id or another field breaks ties (docs/use/answers.md). */
export const BY_HOT = by<Book>(hottest, byId);
export const BY_UPDATE = by<Book>(latest('updated_at'), byId);
export const BY_RATING = by<Book>(bestRated, hottest, byId);

/** Order of a visitor's recharges and vouchers. */
export const NEWEST_FIRST = latest('created_at');
export const LAST_SEEN_FIRST = latest('seen_at');

/** Returns the index of the first item that should be before the previous item; -1 if all items are in order. */
const firstMisplaced = <T>(items: readonly T[], compare: Compare<T>): number =>
  items.findIndex((item, place) => place > 0 && compare(items[place - 1] as T, item) > 0);

export function checkOrder<T>(
  response: ProbeResponse,
  items: readonly T[],
  compare: Compare<T>,
  { field = 'items', fix }: { readonly field?: string; readonly fix: string },
): Problem[] {
  const wrong = firstMisplaced(items, compare);
  return problemUnless(wrong < 0, response, `${field}.${wrong} is out of order`, fix);
}

/** Returns the alphabetical orders, one of which a list must follow. Some of them ignore case and diacritics. */
function alphabeticalOrders(lang: string): readonly Compare<string>[] {
  const codeUnits: Compare<string> = (one, other) => Number(one > other) - Number(one < other);
  const folded: Compare<string> = (one, other) => codeUnits(fold(one), fold(other));
  const collators = ['en', lang].flatMap((locale) => [
    new Intl.Collator(locale),
    new Intl.Collator(locale, { numeric: true }),
    new Intl.Collator(locale, { ignorePunctuation: true }),
  ]);
  return [codeUnits, folded, ...collators.map(({ compare }) => compare)];
}

/** Whether the names are in alphabetical order, and equal names in the order of their ids. */
export function isAlphabetical(
  items: readonly { readonly name: string; readonly id?: number }[],
  lang: string,
): boolean {
  return alphabeticalOrders(lang).some((compare) => {
    const inOrder: Compare<(typeof items)[number]> = (one, other) =>
      compare(one.name, other.name) || (one.name === other.name ? (one.id ?? 0) - (other.id ?? 0) : 0);
    return firstMisplaced(items, inOrder) < 0;
  });
}

export function checkAlphabet(
  { lang }: TestRun,
  response: ProbeResponse,
  names: readonly string[],
  field = 'items',
): Problem[] {
  const isRight = isAlphabetical(
    names.map((name) => ({ name })),
    lang,
  );
  return problemUnless(isRight, response, `${field} is not ordered by name`, 'Order by name, ascending.');
}

type Dated = { readonly id: number; readonly published_at: string };

/** Maximum number of books at the start of a list whose publication dates are compared. */
const MAX_DATED_BOOKS = 5;

/** Whether the first books of a list are ordered by publication date. Requests the dates that the list omits. */
export async function isByPublication({ client }: TestRun, books: readonly Book[]): Promise<boolean> {
  const dated = await Promise.all(
    books.slice(0, MAX_DATED_BOOKS).map(async ({ id, published_at }) => {
      const shown = published_at ?? (await client.dataOf(bookShow, { book_id: id }))?.book?.published_at;
      return shown === undefined ? [] : [{ id, published_at: shown }];
    }),
  );
  return firstMisplaced(dated.flat(), by<Dated>(latest('published_at'), byId)) < 0;
}

/** Whether the books are ordered by the comparison. */
export const isOrdered = (books: readonly Book[], compare: Compare<Book>): boolean =>
  firstMisplaced(books, compare) < 0;
