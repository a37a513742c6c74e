import { searchMulti } from '#src/contract/calls/search.ts';
import type { Book } from '#src/contract/entities/book.ts';
import { slug } from '#src/lib/slug.ts';
import type { Match } from '#src/routes/parse.ts';
import type { Upstream } from './source.ts';
import { type Unanswered, unanswered } from './upstream.ts';

const CANDIDATES = 200;
/** A slug of this many characters may have lost the end of its last word. */
const LONG_SLUG = 60;

/**
 * The id an address names, by number or by the book's name; of several books of one name the oldest. A number alone
 * is a title first ("1984"), then an id.
 */
export async function bookIdOf(match: Match, upstream: Upstream): Promise<number | Unanswered> {
  const { id, name, category } = match.params;
  const byNumber = id === undefined ? undefined : Number(id);
  if (byNumber !== undefined && (name === undefined || category !== undefined)) return byNumber;
  const byName = await oldestNamed(name ?? '', category, upstream);
  return typeof byName === 'number' ? byName : (byNumber ?? byName);
}

async function oldestNamed(
  name: string,
  category: string | undefined,
  upstream: Upstream,
): Promise<number | Unanswered> {
  for (const keyword of keywordsFor(name)) {
    const found = await upstream.call(searchMulti, { keyword, page_size: CANDIDATES });
    if (!found.success) return unanswered(found);
    const ids = found.data.books.items.filter((book) => isNamed(book, name, category)).map((book) => book.id);
    if (ids.length > 0) return Math.min(...ids);
  }
  return { status: 'missing' };
}

/** What to search for: the words of the name; then its longest one, for upstreams that compare letter by letter. */
function keywordsFor(name: string): string[] {
  const words = name.split('-').filter((word) => word !== '');
  const whole = name.length < LONG_SLUG || words.length < 2 ? words : words.slice(0, -1);
  const longest = whole.toSorted((one, other) => other.length - one.length)[0];
  return longest === undefined ? [] : [...new Set([whole.join(' ').slice(0, 200), longest.slice(0, 200)])];
}

function isNamed(book: Book, name: string, category: string | undefined): boolean {
  const inCategory = category === undefined || slug(book.category.name, 'other') === slug(category, 'other');
  return inCategory && slug(book.title, book.id) === name;
}
