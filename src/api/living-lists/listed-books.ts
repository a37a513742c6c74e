import type { Book } from '#src/contract/entities/book.ts';
import type { Row } from '../store/database.ts';
import { isOneOfNumbers } from '../store/dialects.ts';
import type { Store } from '../store/index.ts';
import { offeredInSection } from '../store/reads/index.ts';
import type { Offering } from '../store/reads/offered.ts';
import { raw, sql } from '../store/sql.ts';
import type { Entry, RankedList } from './rank-books.ts';

/** Number of books per list that are read in addition to the limit. */
const SPARE_BOOKS = 2;

type ListRow = Row & { subject: number; entries: string };

/** Returns the first books of a list that the brand still offers, with their figures. @param genre 0 for all books */
export async function rankedBooks(
  store: Store,
  offering: Offering,
  { list, genre, limit }: { readonly list: RankedList; readonly genre: number; readonly limit: number },
): Promise<{ book: Book; figure: number }[]> {
  const row = await store.counts.get<ListRow>(sql`SELECT subject, entries FROM living_lists
    WHERE brand = ${offering.brand} AND section = ${offering.section} AND list = ${list} AND subject = ${genre}`);
  const entries = entriesOf(row);
  const books = await booksById(store, offering, [entries]);
  return entries
    .flatMap(([id, figure]) => {
      const book = books.get(id);
      return book ? [{ book, figure }] : [];
    })
    .slice(0, limit);
}

/** Returns the similar books of these books that the brand still offers. Books without any are left out. */
export async function similarBooksOf(
  store: Store,
  offering: Offering,
  { ids, limit }: { readonly ids: readonly number[]; readonly limit: number },
): Promise<{ id: number; books: Book[] }[]> {
  const rows = await store.counts.all<ListRow>(sql`SELECT subject, entries FROM living_lists
    WHERE brand = ${offering.brand} AND section = ${offering.section} AND list = 'similar'
      AND ${isOneOfNumbers(raw('subject'), ids)}`);
  const lists = new Map(rows.map((row) => [row.subject, entriesOf(row)]));
  // A few more, because the brand may no longer offer some of them.
  const first = [...lists.values()].map((entries) => entries.slice(0, limit + SPARE_BOOKS));
  const books = await booksById(store, offering, first);
  return ids.flatMap((id) => {
    const similar = (lists.get(id) ?? []).flatMap(([other]) => books.get(other) ?? []).slice(0, limit);
    return similar.length > 0 ? [{ id, books: similar }] : [];
  });
}

const entriesOf = (row: ListRow | undefined): Entry[] => (row ? JSON.parse(row.entries) : []);

async function booksById({ catalogue }: Store, offering: Offering, lists: readonly (readonly Entry[])[]) {
  const ids = [...new Set(lists.flatMap((entries) => entries.map(([id]) => id)))];
  if (ids.length === 0) return new Map<number, Book>();
  return new Map((await offeredInSection(catalogue, offering, ids)).map((book) => [book.id, book]));
}
