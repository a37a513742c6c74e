import type { Brief } from '#src/contract/calls/book.ts';
import type { Book, BookDetail, BookReference } from '#src/contract/entities/book.ts';
import { fold } from '#src/lib/fold-letters.ts';
import { slug } from '#src/lib/slug.ts';
import type { Database, Row } from '../database.ts';
import { type Offering, offered } from './offered.ts';
import { BOOK_COLUMNS, type BookReferenceRow, type BookRow, toBook, toBookReference } from './rows.ts';

type DetailRow = BookRow & { key: string; source: string | null; series: string | null };

/** Begins the key of a book that was imported from an EPUB file. */
const IMPORTED = 'epub:';
type ChapterRow = Row & { id: number; number: number; title: string; updated_at: string };

/** A book that the brand offers in the section, with the details of its own page. */
export async function bookDetail(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<BookDetail | undefined> {
  const columns = `${BOOK_COLUMNS}, b.key, b.source, b.series`;
  const sql = `SELECT ${columns} FROM books b WHERE b.id = ? AND b.section = ? AND ${offered('b')}`;
  const row = await database.get<DetailRow>(sql, id, section, brand);
  if (!row) return undefined;
  const last = await endChapter(database, id, 'DESC');
  return {
    ...toBook(row),
    published_at: row.published_at,
    first_chapter_id: (await endChapter(database, id, 'ASC'))?.id ?? null,
    last_chapter: last ? { id: last.id, number: last.number, title: last.title, updated_at: last.updated_at } : null,
    source: row.source,
    series: row.series === null ? null : JSON.parse(row.series),
    paragraphs: row.key.startsWith(IMPORTED) ? 'indented' : 'spaced',
  };
}

async function endChapter(database: Database, book: number, order: 'ASC' | 'DESC'): Promise<ChapterRow | undefined> {
  const sql = `SELECT id, number, title, updated_at FROM chapters WHERE book_id = ? AND number > 0 ORDER BY number ${order} LIMIT 1`;
  return database.get<ChapterRow>(sql, book);
}

/** The books with these ids, in this order, less those that are gone or not shown; whichever brand offers them. */
export async function booksByIds(database: Database, ids: readonly number[]): Promise<Book[]> {
  const sql = `SELECT ${BOOK_COLUMNS} FROM json_each(?) j JOIN books b ON b.id = j.value AND b.section > 0 ORDER BY j.key`;
  return (await database.all<BookRow>(sql, JSON.stringify(ids))).map(toBook);
}

/** The same of one brand, in any of its languages. */
export async function offeredBooks(database: Database, brand: string, ids: readonly number[]): Promise<Book[]> {
  const sql = `SELECT ${BOOK_COLUMNS} FROM json_each(?) j JOIN books b ON b.id = j.value WHERE ${offered('b')} ORDER BY j.key`;
  return (await database.all<BookRow>(sql, JSON.stringify(ids), brand)).map(toBook);
}

/** How far the books are. */
export async function bookBriefs(database: Database, books: readonly Book[]): Promise<Brief[]> {
  return Array.fromAsync(books, async ({ id, chapters, updated_at }) => {
    const last = await endChapter(database, id, 'DESC');
    const last_chapter = last ? { id: last.id, number: last.number, title: last.title } : null;
    return { id, chapters, last_chapter, updated_at };
  });
}

export async function bookReferences(database: Database, ids: readonly number[]): Promise<BookReference[]> {
  const sql = `SELECT b.id, b.title, b.category, b.sub_category FROM json_each(?) j JOIN books b ON b.id = j.value AND b.section > 0 ORDER BY j.key`;
  return (await database.all<BookReferenceRow>(sql, JSON.stringify(ids))).map(toBookReference);
}

export async function hasBook(database: Database, { section, brand }: Offering, id: number): Promise<boolean> {
  const sql = `SELECT 1 FROM books b WHERE b.id = ? AND b.section = ? AND ${offered('b')}`;
  return (await database.get(sql, id, section, brand)) !== undefined;
}

/**
 * Whether a book that the brand does not offer was there once and was taken out, of the brand or altogether, and for which
 * reason of law.
 */
export async function removalOf(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<{ readonly reason: string | null } | undefined> {
  const sql = `SELECT (SELECT reason FROM takedowns t WHERE t.book_id = r.id) AS reason FROM removals r
    WHERE kind = 'book' AND section = ? AND id = ? AND brand IN ('', ?) LIMIT 1`;
  return database.get<Row & { reason: string | null }>(sql, section, id, brand);
}

/** Most titles that are compared with a name. */
const COMPARED = 1_000;

/** Id of the oldest book whose title and category have these slugs, in letters of any case. */
export async function oldestBookNamed(
  database: Database,
  { section, brand }: Offering,
  name: string,
  category: string | undefined,
): Promise<number | undefined> {
  // A hyphen stands for any one sign, which may be folded away or to several.
  const begin = fold(name.split('-', 1)[0] ?? '');
  const pattern = `${fold(name).replaceAll(/[*?[]/g, '[$&]').replaceAll(/-+/g, '*')}*`;
  const sql = `SELECT id, title, category FROM books b WHERE section = ? AND title_key >= ? AND title_key < ?
    AND title_key GLOB ? AND ${offered('b')} ORDER BY id LIMIT ${COMPARED}`;
  const rows = await database.all<Row & { id: number; title: string; category: string }>(
    sql,
    section,
    begin,
    `${begin}\u{10ffff}`,
    pattern,
    brand,
  );
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return rows.find(
    (book) =>
      isSame(slug(book.title, book.id), name) &&
      (category === undefined || isSame(slug(book.category, 'other'), slug(category, 'other'))),
  )?.id;
}
