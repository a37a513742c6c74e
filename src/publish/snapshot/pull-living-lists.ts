import type { BookFigure } from '#src/contract/calls/living-list.ts';
import { bookFigures, bookTrending } from '#src/contract/index.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import type { LivingShelf } from '#src/shell/page/source.ts';
import type { UpstreamClient, UpstreamReader } from './upstream-reader.ts';

const SHELF_BOOKS = 12;

/**
 * Pulls the shelves of the home page that are computed from readers. Stores no shelf of a call that the upstream lacks,
 * and nothing for a brand without living lists.
 */
export async function pullLivingLists(
  sql: Sql,
  reader: UpstreamReader,
  client: Pick<UpstreamClient, 'probe'>,
  livingLists: boolean,
): Promise<void> {
  const { section } = reader.locale;
  if (!livingLists) {
    sql.run('DELETE FROM menus WHERE section = ? AND kind = ?', section, KIND);
    return;
  }
  await client.probe([bookTrending, bookFigures]);
  const limit = SHELF_BOOKS;
  const trending = await reader.readOfBook(bookTrending, { limit });
  const week = await reader.readOfBook(bookFigures, { list: 'week', limit });
  const shelves: LivingShelf[] = [
    { list: 'trending', books: booksOf(trending) },
    { list: 'week', books: booksOf(week) },
  ];
  sql.run(PUT, section, KIND, JSON.stringify(shelves.filter(({ books }) => books.length > 0)));
}

const booksOf = (data: { readonly items: readonly BookFigure[] } | undefined) =>
  (data?.items ?? []).map(({ book }) => book);

const KIND = 'living';

/** The statement skips unchanged rows, because every write deletes the plan key (schema.ts). */
const PUT = `INSERT INTO menus (section, kind, json) VALUES (?, ?, ?)
  ON CONFLICT DO UPDATE SET json = excluded.json WHERE json <> excluded.json`;
