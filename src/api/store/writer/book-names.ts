import { bookSearchRow, type SearchedBook, searchedNames } from '../book-search.ts';
import { assignments, insertInto } from '../insert.ts';
import { MEMBERSHIP } from '../membership.ts';
import type { NameKind } from '../records.ts';
import { sql } from '../sql.ts';
import { namesOf } from './edit-book.ts';
import type { Transaction } from './transaction.ts';

/** The replacement of an author, tag, keyword or genre of a book with another, or with a different spelling. */
export interface Replacement {
  readonly kind: NameKind;
  readonly from: number;
  readonly into: { readonly id: number; readonly name: string };
}

/**
 * Replaces a name in a book, its lists and the search index. The book keeps its date, because its text does not change.
 */
export async function replaceInBook(transaction: Transaction, id: number, replacement: Replacement): Promise<void> {
  const { database } = transaction;
  const book = await database.one<SearchedBook>(sql`SELECT * FROM books WHERE id = ${id}`);
  const row = { ...changedColumns(book, replacement), seq: transaction.nextSeq() };
  await database.run(sql`UPDATE books SET ${assignments(row)} WHERE id = ${id}`);
  await moveMembership(transaction, id, replacement);
  await indexBook(transaction, id);
}

function changedColumns(book: SearchedBook, { kind, from, into }: Replacement): Record<string, string | number> {
  const ids = (json: string) =>
    JSON.stringify([...new Set((JSON.parse(json) as number[]).map((id) => (id === from ? into.id : id)))]);
  switch (kind) {
    case 'author':
      return { author_id: into.id, author_name: into.name };
    case 'genre':
      return { genres: ids(book.genres) };
    case 'keyword':
      return {
        keywords: ids(book.keywords),
        ...(book.series !== null && { series: seriesOf(book.series, from, into) }),
      };
    case 'tag': {
      const { id, name } = into;
      const tags = (JSON.parse(book.tags) as { id: number; name: string }[]).map((tag) =>
        tag.id === from ? { id, name } : tag,
      );
      return { tags: JSON.stringify([...new Map(tags.map((tag) => [tag.id, tag])).values()]) };
    }
  }
}

function seriesOf(json: string, from: number, { id, name }: Replacement['into']): string {
  const series: { keyword: { id: number } } = JSON.parse(json);
  return series.keyword.id === from ? JSON.stringify({ ...series, keyword: { id, name } }) : json;
}

async function moveMembership(
  { database }: Transaction,
  book: number,
  { kind, from, into }: Replacement,
): Promise<void> {
  if (from === into.id) return;
  const where = sql`kind = ${MEMBERSHIP[kind]} AND target = ${from} AND book_id = ${book}
    AND hot = (SELECT hot FROM books WHERE id = ${book})`;
  const copy = sql`INSERT INTO memberships (kind, target, hot, book_id, status, length, brands)
    SELECT kind, ${into.id}, hot, book_id, status, length, brands FROM memberships WHERE ${where}
    ON CONFLICT DO NOTHING`;
  await database.run(copy);
  await database.run(sql`DELETE FROM memberships WHERE ${where}`);
}

async function indexBook({ database }: Transaction, id: number): Promise<void> {
  const book = await database.one<SearchedBook>(sql`SELECT * FROM books WHERE id = ${id}`);
  const ids = searchedNames(book);
  const names = {
    genres: await namesOf(database, 'genres', ids.genres),
    keywords: await namesOf(database, 'keywords', ids.keywords),
  };
  await database.run(sql`DELETE FROM book_search WHERE rowid = ${id}`);
  await database.run(insertInto('book_search', { ...bookSearchRow(book, (table) => names[table]) }));
}
