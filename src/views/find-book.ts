import { searchMulti } from '#src/contract/calls/search-multi.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { slug } from '#src/lib/slug.ts';
import type { Match } from '#src/paths/parse.ts';
import type { Upstream } from './source.ts';

const CANDIDATES = 50;

/** The id an address names, by number or by the book's name; of several books of one name the oldest. */
export async function bookIdOf(match: Match, upstream: Upstream): Promise<number | undefined> {
  const { id, name, category } = match.params;
  if (id !== undefined) return Number(id);
  if (name === undefined) return undefined;
  const keyword = name.replaceAll('-', ' ').trim();
  if (keyword === '') return undefined;
  const { data } = await upstream.call(searchMulti, { keyword, page_size: CANDIDATES });
  const named = data.books.items.filter((book) => isNamed(book, name, category));
  return named.map((book) => book.id).sort((a, b) => a - b)[0];
}

function isNamed(book: Book, name: string, category: string | undefined): boolean {
  const inCategory = category === undefined || slug(book.category.name, 'other') === slug(category, 'other');
  return inCategory && slug(book.title, book.id) === name;
}
