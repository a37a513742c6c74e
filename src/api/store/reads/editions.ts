import { MAX_EDITIONS } from '#src/contract/calls/book.ts';
import { correspondingChapter, type Outline } from '#src/contract/chapter/corresponding-chapter.ts';
import type { Book, Edition } from '#src/contract/entities/book.ts';
import type { Database, Row } from '../database.ts';
import { raw, sql } from '../sql.ts';
import { offered } from './offered.ts';
import { type BookReferenceRow, toBookReference } from './rows.ts';

type EditionRow = BookReferenceRow & { section: number; status: Book['status']; offered_by: string | null };

/**
 * Returns the other editions of a book's work that the brand offers in any of its languages, by id.
 * @param chapter a chapter of the book, whose counterparts are returned
 */
export async function bookEditions(
  database: Database,
  brand: string,
  book: number,
  chapter: number | undefined,
): Promise<Edition[]> {
  const query = sql`SELECT b.id, b.title, b.category, b.sub_category, b.language, b.section, b.status, b.offered_by
    FROM books b WHERE b.work = (SELECT work FROM books WHERE id = ${book}) AND b.id <> ${book} AND b.section > 0
      AND ${offered('b', brand)} ORDER BY b.id LIMIT ${raw(MAX_EDITIONS)}`;
  const rows = await database.all<EditionRow>(query);
  if (rows.length === 0) return [];
  const own = chapter === undefined ? undefined : await outlineOf(database, book);
  return Array.fromAsync(rows, async (row) => ({
    ...toBookReference(row),
    section: row.section,
    ...(row.offered_by !== null && { brands: JSON.parse(row.offered_by) }),
    chapter_id:
      own === undefined || chapter === undefined
        ? null
        : correspondingChapter(own, chapter, await outlineOf(database, row.id)),
  }));
}

async function outlineOf(database: Database, book: number): Promise<Outline> {
  const chapters = await database.all<Row & Outline['chapters'][number]>(
    sql`SELECT id, kind, part FROM chapters WHERE book_id = ${book} AND number > 0 ORDER BY number`,
  );
  const row = await database.get<Row & { status: Book['status'] }>(sql`SELECT status FROM books WHERE id = ${book}`);
  return { status: row?.status ?? 'updating', chapters };
}
