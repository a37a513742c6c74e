import type { Brief } from '#src/contract/calls/book.ts';
import type { Book, BookDetail, BookReference } from '#src/contract/entities/book.ts';
import { fold } from '#src/lib/fold-letters.ts';
import { slug } from '#src/lib/slug.ts';
import type { Database, Row } from '../database.ts';
import { numbersAsRows } from '../dialects.ts';
import { raw, sql } from '../sql.ts';
import { type Offering, offered } from './offered.ts';
import { BOOK_COLUMNS, type BookReferenceRow, type BookRow, toBook, toBookReference } from './rows.ts';

type DetailRow = BookRow & {
  key: string;
  source: string | null;
  series: string | null;
  work: string | null;
  alternative_titles: string;
  original_title: string | null;
  original_author: string | null;
  original_language: string | null;
};

/** Key prefix of books imported from EPUB files. */
const EPUB_KEY_PREFIX = 'epub:';
type ChapterRow = Row & { id: number; number: number; title: string; updated_at: string };

/** Returns a book that the brand offers in the section, with the details for its page. */
export async function bookDetail(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<BookDetail | undefined> {
  const query = sql`SELECT ${BOOK_COLUMNS}, b.key, b.source, b.series, b.work, b.alternative_titles,
      b.original_title, b.original_author, b.original_language FROM books b
    WHERE b.id = ${id} AND b.section = ${section} AND ${offered('b', brand)}`;
  const row = await database.get<DetailRow>(query);
  if (!row) return undefined;
  const last = await endChapter(database, id, 'DESC');
  return {
    ...toBook(row),
    published_at: row.published_at,
    first_chapter_id: (await endChapter(database, id, 'ASC'))?.id ?? null,
    last_chapter: last ? { id: last.id, number: last.number, title: last.title, updated_at: last.updated_at } : null,
    source: row.source,
    series: row.series === null ? null : JSON.parse(row.series),
    paragraphs: row.key.startsWith(EPUB_KEY_PREFIX) ? 'indented' : 'spaced',
    ...editionFields(row),
  };
}

/** Returns the optional fields that describe the edition, without those that the book does not have. */
function editionFields(row: DetailRow): Pick<BookDetail, 'work' | 'alternative_titles' | 'original'> {
  const titles: string[] = JSON.parse(row.alternative_titles);
  const original = { title: row.original_title, author: row.original_author, language: row.original_language };
  return {
    ...(row.work !== null && { work: row.work }),
    ...(titles.length > 0 && { alternative_titles: titles }),
    ...(Object.values(original).some((value) => value !== null) && { original }),
  };
}

async function endChapter(database: Database, book: number, order: 'ASC' | 'DESC'): Promise<ChapterRow | undefined> {
  const query = sql`SELECT id, number, title, updated_at FROM chapters WHERE book_id = ${book} AND number > 0
    ORDER BY number ${raw(order)} LIMIT 1`;
  return database.get<ChapterRow>(query);
}

/** Returns the published books with these ids, in the same order, whichever brand offers them. */
export async function booksByIds(database: Database, ids: readonly number[]): Promise<Book[]> {
  const query = sql`SELECT ${BOOK_COLUMNS} FROM ${numbersAsRows(ids)} JOIN books b ON b.id = j.value AND b.section > 0
    ORDER BY j.key`;
  return (await database.all<BookRow>(query)).map(toBook);
}

/**
 * Returns the books with these ids, in the same order, that a brand offers in a section. The unary plus prevents SQLite
 * from searching the whole section.
 */
export async function offeredInSection(
  database: Database,
  { section, brand }: Offering,
  ids: readonly number[],
): Promise<Book[]> {
  const query = sql`SELECT ${BOOK_COLUMNS} FROM ${numbersAsRows(ids)} JOIN books b ON b.id = j.value
    WHERE +b.section = ${section} AND ${offered('b', brand)} ORDER BY j.key`;
  return (await database.all<BookRow>(query)).map(toBook);
}

/** Returns the books with these ids, in the same order, that a brand offers in any of its languages. */
export async function offeredBooks(database: Database, brand: string, ids: readonly number[]): Promise<Book[]> {
  const query = sql`SELECT ${BOOK_COLUMNS} FROM ${numbersAsRows(ids)} JOIN books b ON b.id = j.value
    WHERE ${offered('b', brand)} ORDER BY j.key`;
  return (await database.all<BookRow>(query)).map(toBook);
}

/** Returns the number of chapters and the latest chapter of each book. */
export async function bookBriefs(database: Database, books: readonly Book[]): Promise<Brief[]> {
  return Array.fromAsync(books, async ({ id, chapters, updated_at }) => {
    const last = await endChapter(database, id, 'DESC');
    const last_chapter = last ? { id: last.id, number: last.number, title: last.title } : null;
    return { id, chapters, last_chapter, updated_at };
  });
}

export async function bookReferences(database: Database, ids: readonly number[]): Promise<BookReference[]> {
  const query = sql`SELECT b.id, b.title, b.category, b.sub_category, b.language FROM ${numbersAsRows(ids)}
    JOIN books b ON b.id = j.value AND b.section > 0 ORDER BY j.key`;
  return (await database.all<BookReferenceRow>(query)).map(toBookReference);
}

export async function hasBook(database: Database, { section, brand }: Offering, id: number): Promise<boolean> {
  const query = sql`SELECT 1 FROM books b WHERE b.id = ${id} AND b.section = ${section} AND ${offered('b', brand)}`;
  return (await database.get(query)) !== undefined;
}

/**
 * Returns the removal of a book that the brand no longer offers, with the legal reason if there is one; undefined if
 * the book was not removed.
 */
export async function removalOf(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<{ readonly reason: string | null } | undefined> {
  const query = sql`SELECT (SELECT reason FROM takedowns t WHERE t.book_id = r.id) AS reason FROM removals r
    WHERE kind = 'book' AND section = ${section} AND id = ${id} AND brand IN ('', ${brand}) LIMIT 1`;
  return database.get<Row & { reason: string | null }>(query);
}

/** Maximum number of titles compared with a name. */
const MAX_COMPARED_TITLES = 1_000;

/** Returns the id of the oldest book whose title and category have these slugs, ignoring case. */
export async function oldestBookNamed(
  database: Database,
  { section, brand }: Offering,
  name: string,
  category: string | undefined,
): Promise<number | undefined> {
  // A hyphen in a slug stands for any character, and folding may remove this character or replace it with several.
  const begin = fold(name.split('-', 1)[0] ?? '');
  const pattern = `${fold(name)
    .replaceAll(/[%_\\]/g, '\\$&')
    .replaceAll(/-+/g, '%')}%`;
  const query = sql`SELECT id, title, category FROM books b
    WHERE section = ${section} AND title_key >= ${begin} AND title_key < ${`${begin}\u{10ffff}`}
      AND title_key LIKE ${pattern} ESCAPE '\\' AND ${offered('b', brand)} ORDER BY id LIMIT ${raw(MAX_COMPARED_TITLES)}`;
  const rows = await database.all<Row & { id: number; title: string; category: string }>(query);
  const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  return rows.find(
    (book) =>
      isSame(slug(book.title, book.id), name) &&
      (category === undefined || isSame(slug(book.category, 'other'), slug(category, 'other'))),
  )?.id;
}
