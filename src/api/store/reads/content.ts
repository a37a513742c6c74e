import type { Database, Row } from '../database.ts';

/** A book as an operator reads it, whichever brand offers it and whether visitors see it or not. */
type StoredBook = Row & {
  id: number;
  key: string;
  section: number;
  state: 'published' | 'draft' | 'scheduled';
  /** RFC 3339 in UTC, of a scheduled one. */
  publish_at: string | null;
  title: string;
  author: string;
  status: string;
  language: string;
  chapters: number;
  updated_at: string;
};

const COLUMNS =
  'id, key, abs(section) AS section, state, publish_at, title, author_name AS author, status, language, chapters, updated_at';

/** Books whose title or author holds the text, by id; all where it is empty. */
export async function storedBooks(database: Database, text: string, limit: number): Promise<StoredBook[]> {
  const sql = `SELECT ${COLUMNS} FROM books WHERE instr(lower(title), lower(?1)) > 0 OR instr(lower(author_name), lower(?1)) > 0
    OR ?1 = '' ORDER BY id LIMIT ?2`;
  return database.all<StoredBook>(sql, text, limit);
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
};

const DETAILS = `${COLUMNS}, introduction, category, sub_category, rating, hot, offered_by AS brands,
  (SELECT json_group_array(g.name) FROM json_each(b.genres) j JOIN genres g ON g.id = j.value) AS genres,
  (SELECT json_group_array(value ->> 'name') FROM json_each(b.tags)) AS tags,
  (SELECT json_group_array(k.name) FROM json_each(b.keywords) j JOIN keywords k ON k.id = j.value) AS keywords`;

/** All that can be edited of a book, and where it stands. @returns undefined where there is no such book */
export async function storedBook(database: Database, id: number) {
  const row = await database.get<DetailRow>(`SELECT ${DETAILS} FROM books b WHERE id = ?`, id);
  if (!row) return undefined;
  const names = (json: string): string[] => JSON.parse(json);
  return {
    ...row,
    genres: names(row.genres),
    tags: names(row.tags),
    keywords: names(row.keywords),
    brands: row.brands === null ? null : names(row.brands),
    rankings: await placesOf(database, 'ranking', id),
    shelves: await placesOf(database, 'shelf', id),
    banners: (await database.all<{ title: string }>('SELECT title FROM banners WHERE book_id = ? ORDER BY id', id)).map(
      ({ title }) => title,
    ),
  };
}

type StoredChapter = Row & {
  id: number;
  /** Among all chapters of the book. */
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

/** All chapters of a book, those that visitors do not see included. */
export async function storedChapters(database: Database, book: number): Promise<StoredChapter[]> {
  const sql = `SELECT id, place, title, part, kind, words, price, free_from, state, publish_at, updated_at FROM chapters
    WHERE book_id = ? ORDER BY place`;
  return database.all<StoredChapter>(sql, book);
}

async function placesOf(database: Database, list: 'ranking' | 'shelf', book: number): Promise<string[]> {
  const table = list === 'ranking' ? 'rankings' : 'shelves';
  const sql = `SELECT l.name FROM ${list}_books p JOIN ${table} l ON l.id = p.${list}_id WHERE p.book_id = ? GROUP BY l.name ORDER BY min(l.id)`;
  return (await database.all<{ name: string }>(sql, book)).map(({ name }) => name);
}

/** A book that was taken down. */
export interface StoredTakedown {
  readonly id: number;
  readonly key: string;
  readonly title: string;
  /** Of law. */
  readonly reason: string | null;
  /** RFC 3339, UTC. */
  readonly at: string;
  /** The files that it had, below the media folder. */
  readonly media: readonly string[];
}

export async function storedTakedown(database: Database, id: number): Promise<StoredTakedown | undefined> {
  const sql = 'SELECT book_id AS id, key, title, reason, at, media FROM takedowns WHERE book_id = ?';
  const row = await database.get<Row & Omit<StoredTakedown, 'media'> & { media: string }>(sql, id);
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
  /** Fields by their names; null where there was nothing, or is nothing. */
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

/** The last entries, the newest first: of one book and its takedown, or of everything. */
export async function auditLog(database: Database, book: number | undefined, limit: number): Promise<AuditEntry[]> {
  const where = book === undefined ? '' : `WHERE kind IN ('book', 'takedown') AND record = ?2`;
  const values = book === undefined ? [limit] : [limit, book];
  const rows = await database.all<AuditRow>(`SELECT * FROM audit_log ${where} ORDER BY id DESC LIMIT ?1`, ...values);
  return rows.map(({ before, after, ...entry }) => ({ ...entry, before: parsed(before), after: parsed(after) }));
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));
