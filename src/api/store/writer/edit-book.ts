import { stableJson } from '#src/lib/stable-json.ts';
import { withStorableTexts } from '#src/lib/storable-text.ts';
import type { Database } from '../database.ts';
import { numbersAsRows } from '../dialects.ts';
import type { BookChanges, NewBook } from '../records.ts';
import { raw, sql } from '../sql.ts';
import { editionOf, type OldBook } from './book-row.ts';
import { putBrands, updateBook } from './books.ts';
import { parseBrands } from './brands.ts';
import { chapterRecord, storedChapters } from './chapter-plan.ts';
import { BOOK, check } from './check.ts';
import { publicationOf } from './publication.ts';
import type { Transaction } from './transaction.ts';

/**
 * Changes fields of a book. Its fingerprint is unchanged, so that importing the same file again keeps the edits.
 * @returns false if the book already has these values, or does not exist
 */
export async function editBook(
  transaction: Transaction,
  key: string,
  { brands, author, ...fields }: BookChanges,
): Promise<boolean> {
  const old = await transaction.database.get<StoredBook>(sql`SELECT * FROM books WHERE key = ${key}`);
  if (!old) return false;
  const before = await recordOf(transaction.database, old);
  const after = { ...before, ...fields, ...(author !== undefined && { author: { name: author, introduction: '' } }) };
  check(BOOK, { ...after, brands: brands === undefined ? before.brands : brands }, after.title);
  const isMoved = await putBrands(transaction, old, brands);
  if (stableJson(after) === stableJson(before)) return isMoved;
  await updateBook(transaction, old, { ...after, updatedAt: transaction.now() });
  return true;
}

/** All columns of a book. */
export type StoredBook = OldBook & {
  key: string;
  author_name: string;
  status: NewBook['status'];
  introduction: string;
  rating: number | null;
  rating_count: number | null;
  language: string;
  cover: string | null;
  source: string | null;
  series: string | null;
};

/** Converts a stored book back to its record. */
export async function recordOf(database: Database, row: StoredBook): Promise<NewBook> {
  const series: { keyword: { name: string }; number: number | null } | null = row.series && JSON.parse(row.series);
  const keywords = (await namesOf(database, 'keywords', JSON.parse(row.keywords))).filter(
    (name) => name !== series?.keyword.name,
  );
  const { key, fingerprint, title, category, status, introduction, language, rating, hot, source } = row;
  // Older versions stored any text. It is repaired when read, so that the rest of the record can be edited.
  return withStorableTexts({
    key,
    fingerprint,
    section: Math.abs(row.section),
    title,
    category,
    status,
    introduction,
    language,
    rating,
    hot,
    source,
    author: { name: row.author_name, introduction: '' },
    subCategory: row.sub_category,
    genres: await namesOf(database, 'genres', JSON.parse(row.genres)),
    tags: (JSON.parse(row.tags) as { name: string }[]).map(({ name }) => name),
    keywords,
    series: series && { name: series.keyword.name, number: series.number },
    brands: parseBrands(row.offered_by),
    ratingCount: row.rating_count,
    ...editionOf(row),
    cover: row.cover === null ? null : coverOf(JSON.parse(row.cover)),
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    publication: publicationOf(row),
    chapters: (await storedChapters(database, row.id)).map(chapterRecord),
  });
}

const coverOf = ({ url, ...rest }: { url: string; widths: number[]; tone: number }): NewBook['cover'] => ({
  ...rest,
  file: url.slice('/media/'.length),
});

/** Returns the names with these ids, in the same order. Omits deleted names. */
export async function namesOf(
  database: Database,
  table: 'genres' | 'keywords',
  ids: readonly number[],
): Promise<string[]> {
  const query = sql`SELECT t.name FROM ${numbersAsRows(ids)} JOIN ${raw(table)} t ON t.id = j.value ORDER BY j.key`;
  return (await database.all<{ name: string }>(query)).map(({ name }) => name);
}
