import type { Database, Row } from '../database.ts';
import { contains } from '../dialects.ts';
import { raw, sql } from '../sql.ts';
import { storedNames, tagNames } from './stored-names.ts';

/** A book as operators see it, whether or not visitors can. */
type StoredBook = Row & {
  id: number;
  key: string;
  section: number;
  state: 'published' | 'draft' | 'scheduled';
  /** RFC 3339, UTC; null unless the book is scheduled. */
  publish_at: string | null;
  title: string;
  author: string;
  status: string;
  language: string;
  chapters: number;
  updated_at: string;
};

const COLUMNS = raw(
  'id, key, abs(section) AS section, state, publish_at, title, author_name AS author, status, language, chapters, updated_at',
);

/** Returns the books whose title or author contains a text, by id. An empty text matches all. */
export async function storedBooks(database: Database, text: string, limit: number): Promise<StoredBook[]> {
  const query = sql`SELECT ${COLUMNS} FROM books WHERE ${contains(sql`lower(title)`, sql`lower(${text})`)}
    OR ${contains(sql`lower(author_name)`, sql`lower(${text})`)} OR ${text} = '' ORDER BY id LIMIT ${limit}`;
  return database.all<StoredBook>(query);
}

type DetailRow = StoredBook & {
  introduction: string;
  category: string;
  sub_category: string | null;
  rating: number | null;
  hot: number;
  genres: string;
  tags: string;
  keywords: string;
  brands: string | null;
  work: string | null;
  alternative_titles: string;
  original_title: string | null;
  original_author: string | null;
  original_language: string | null;
};

const DETAILS = sql`${COLUMNS}, work, alternative_titles, original_title, original_author, original_language, introduction, category, sub_category, rating, hot, offered_by AS brands, tags,
  ${storedNames('genres')}, ${storedNames('keywords')}`;

/** Returns the editable fields of a book, and its lists; undefined if it does not exist. */
export async function storedBook(database: Database, id: number) {
  const row = await database.get<DetailRow>(sql`SELECT ${DETAILS} FROM books b WHERE id = ${id}`);
  if (!row) return undefined;
  const names = (json: string): string[] => JSON.parse(json);
  return {
    ...row,
    genres: names(row.genres),
    tags: tagNames(row.tags),
    keywords: names(row.keywords),
    alternative_titles: names(row.alternative_titles),
    brands: row.brands === null ? null : names(row.brands),
    rankings: await placesOf(database, 'ranking', id),
    shelves: await placesOf(database, 'shelf', id),
    banners: (
      await database.all<{ title: string }>(sql`SELECT title FROM banners WHERE book_id = ${id} ORDER BY id`)
    ).map(({ title }) => title),
  };
}

type StoredChapter = Row & {
  id: number;
  /** Position among all chapters of the book, including hidden ones. */
  place: number;
  title: string;
  part: string | null;
  kind: 'chapter' | 'section';
  words: number;
  price: number | null;
  free_from: string | null;
  state: 'published' | 'draft' | 'scheduled';
  publish_at: string | null;
  updated_at: string;
};

/** Returns all chapters of a book, including hidden ones. */
export async function storedChapters(database: Database, book: number): Promise<StoredChapter[]> {
  const query = sql`SELECT id, place, title, part, kind, words, price, free_from, state, publish_at, updated_at FROM chapters
    WHERE book_id = ${book} ORDER BY place`;
  return database.all<StoredChapter>(query);
}

async function placesOf(database: Database, list: 'ranking' | 'shelf', book: number): Promise<string[]> {
  const table = list === 'ranking' ? 'rankings' : 'shelves';
  const query = sql`SELECT l.name FROM ${raw(list)}_books p JOIN ${raw(table)} l ON l.id = p.${raw(list)}_id
    WHERE p.book_id = ${book} GROUP BY l.name ORDER BY min(l.id)`;
  return (await database.all<{ name: string }>(query)).map(({ name }) => name);
}

/** A book that was taken down. */
export interface StoredTakedown {
  readonly id: number;
  readonly key: string;
  readonly title: string;
  /** Legal reason; null if there is none. */
  readonly reason: string | null;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** Paths, below the media folder, of the files that the book had before its takedown. */
  readonly media: readonly string[];
}

export async function storedTakedown(database: Database, id: number): Promise<StoredTakedown | undefined> {
  const query = sql`SELECT book_id AS id, key, title, reason, at, media FROM takedowns WHERE book_id = ${id}`;
  const row = await database.get<Row & Omit<StoredTakedown, 'media'> & { media: string }>(query);
  return row && { ...row, media: JSON.parse(row.media) };
}

/** A row of the audit log. */
interface AuditEntry {
  readonly id: number;
  /** RFC 3339, UTC. */
  readonly at: string;
  readonly who: string;
  readonly command: string;
  readonly act: string;
  readonly kind: string;
  readonly record: number;
  readonly name: string;
  /** Fields by name; null if the record did not exist. */
  readonly before: unknown;
  readonly after: unknown;
}

type AuditRow = {
  id: number;
  at: string;
  who: string;
  command: string;
  act: string;
  kind: string;
  record: number;
  name: string;
  before: string | null;
  after: string | null;
};

/** Returns a deleted book that can still be restored; undefined if there is none with this id. */
export async function deletedBook(
  database: Database,
  id: number,
): Promise<{ readonly id: number; readonly key: string; readonly title: string } | undefined> {
  const query = sql`SELECT record AS id, key, name AS title FROM bin WHERE kind = 'book' AND record = ${id}`;
  return database.get<Row & { id: number; key: string; title: string }>(query);
}

/** Returns the latest entries, newest first: about one book and its takedown, or about everything. */
export async function auditLog(database: Database, book: number | undefined, limit: number): Promise<AuditEntry[]> {
  const where = book === undefined ? sql`` : sql`WHERE kind IN ('book', 'takedown') AND record = ${book}`;
  const rows = await database.all<AuditRow>(sql`SELECT * FROM audit_log ${where} ORDER BY id DESC LIMIT ${limit}`);
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: parsed(before), after: parsed(after) }));
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
