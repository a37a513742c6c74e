import { bookSearchRow, type SearchedBook, searchedNames } from '../book-search.ts';
import { MEMBERSHIP } from '../membership.ts';
import type { NameKind } from '../records.ts';
import type { Transaction } from './transaction.ts';

/** One name of a book that becomes another, or the same with other letters. */
export interface Replacement {
  readonly kind: NameKind;
  readonly from: number;
  readonly into: { readonly id: number; readonly name: string };
}

/** Changes a book's row, its lists and what the search finds it by. It keeps its date: nothing of it is new to readers. */
export async function replaceInBook(transaction: Transaction, id: number, replacement: Replacement): Promise<void> {
  const { database } = transaction;
  const book = await database.one<SearchedBook>('SELECT * FROM books WHERE id = ?', id);
  const columns = changedColumns(book, replacement);
  const names = Object.keys(columns);
  const sql = `UPDATE books SET ${names.map((name) => `${name} = ?`).join()}, seq = ? WHERE id = ?`;
  await database.run(sql, ...Object.values(columns), transaction.nextSeq(), id);
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
  const where = 'kind = ?1 AND target = ?2 AND book_id = ?3 AND hot = (SELECT hot FROM books WHERE id = ?3)';
  const copy = `INSERT INTO memberships (kind, target, hot, book_id, status, length, brands)
    SELECT kind, ?4, hot, book_id, status, length, brands FROM memberships WHERE ${where}
    ON CONFLICT DO NOTHING`;
  await database.run(copy, MEMBERSHIP[kind], from, book, into.id);
  await database.run(`DELETE FROM memberships WHERE ${where}`, MEMBERSHIP[kind], from, book);
}

async function indexBook({ database }: Transaction, id: number): Promise<void> {
  const book = await database.one<SearchedBook>('SELECT * FROM books WHERE id = ?', id);
  const ids = searchedNames(book);
  const names = async (table: 'genres' | 'keywords') =>
    (
      await database.all<{ name: string }>(
        `SELECT t.name FROM json_each(?) j JOIN ${table} t ON t.id = j.value ORDER BY j.key`,
        JSON.stringify(ids[table]),
      )
    ).map(({ name }) => name);
  const known = { genres: await names('genres'), keywords: await names('keywords') };
  const { rowid, title, author, subjects, introduction } = bookSearchRow(book, (table) => known[table]);
  await database.run('DELETE FROM book_search WHERE rowid = ?', id);
  const sql = 'INSERT INTO book_search (rowid, title, author, subjects, introduction) VALUES (?, ?, ?, ?, ?)';
  await database.run(sql, rowid, title, author, subjects, introduction);
}
