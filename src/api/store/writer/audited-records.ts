import type { Database, Row } from '../database.ts';
import { numbersAsRows } from '../dialects.ts';
import type { NewBanner, NewGenre, NewHelpEvent, NewRanking, NewShelf } from '../records.ts';
import { raw, type Sql, sql } from '../sql.ts';
import type { AuditedRecord } from './audit.ts';

type IdRow = Row & { id: number };

/** Columns that the log omits, because they are derived or internal. */
const BOOK_INTERNALS = ['id', 'seq', 'title_key', 'brands'];
const BOOK_JSON = ['genres', 'tags', 'keywords', 'cover', 'series', 'offered_by', 'alternative_titles'];

/** Returns SQL for the chapters in the log, without their texts. The date of a chapter shows that its text changed. */
const chaptersOf = (book: number): Sql =>
  sql`SELECT id, place, title, part, kind, words, price, free_from, updated_at, state, publish_at FROM chapters
    WHERE book_id = ${book} ORDER BY place`;

export const auditedBook = (key: string): AuditedRecord => ({
  kind: 'book',
  async read(database) {
    const query = sql`SELECT *, abs(section) AS section FROM books WHERE key = ${key}`;
    const row = await database.get<IdRow & { title: string; genres: string; keywords: string }>(query);
    if (!row) return undefined;
    const shownColumns = Object.entries(row).filter(([column]) => !BOOK_INTERNALS.includes(column));
    const names = await Array.fromAsync(['genres', 'keywords'] as const, async (list) => [
      list,
      await namesOf(database, list, JSON.parse(row[list])),
    ]);
    const fields = [
      ...shownColumns.map(([column, value]) => [column, BOOK_JSON.includes(column) ? parsed(value) : value]),
      ...names,
    ];
    const details = { chapter_list: await database.all(chaptersOf(row.id)) };
    return { id: row.id, name: row.title, fields: Object.fromEntries(fields), details };
  },
});

/** Returns ids with their names. The log contains both, because genres and keywords without books are deleted. */
const namesOf = (database: Database, list: 'genres' | 'keywords', ids: readonly number[]) =>
  database.all(
    sql`SELECT t.id, t.name FROM ${numbersAsRows(ids)} JOIN ${raw(list)} t ON t.id = j.value ORDER BY j.key`,
  );

const parsed = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);

export const auditedGenre = ({ section, name }: Pick<NewGenre, 'section' | 'name'>): AuditedRecord => ({
  kind: 'genre',
  async read(database) {
    const query = sql`SELECT id, introduction, kept FROM genres WHERE section = ${section} AND name = ${name}`;
    const row = await database.get<IdRow & { introduction: string; kept: number }>(query);
    if (!row) return undefined;
    const tags = sql`SELECT t.name FROM genre_tags g JOIN tags t ON t.id = g.tag_id
      WHERE g.genre_id = ${row.id} ORDER BY g.position`;
    const names = (await database.all<{ name: string }>(tags)).map((tag) => tag.name);
    return { id: row.id, name, fields: { section, name, introduction: row.introduction, kept: row.kept, tags: names } };
  },
});

export const auditedKeyword = ({ section, name }: { section: number; name: string }): AuditedRecord => ({
  kind: 'keyword',
  async read(database) {
    const query = sql`SELECT id, kept FROM keywords WHERE section = ${section} AND name = ${name}`;
    const row = await database.get<IdRow & { kept: number }>(query);
    return row && { id: row.id, name, fields: { section, name, kept: row.kept } };
  },
});

export const auditedAuthor = (id: number): AuditedRecord => ({
  kind: 'author',
  async read(database) {
    const query = sql`SELECT abs(section) AS section, name, introduction FROM authors WHERE id = ${id}`;
    const row = await database.get<Row & { name: string }>(query);
    return row && { id, name: row.name, fields: row };
  },
});

export const auditedRanking = ({ brand, section, type, name }: NewRanking): AuditedRecord => ({
  kind: 'ranking',
  async read(database) {
    const query = sql`SELECT id, type_name FROM rankings
      WHERE section = ${section} AND brand = ${brand ?? ''} AND type = ${type} AND name = ${name}`;
    const row = await database.get<IdRow & { type_name: string }>(query);
    if (!row) return undefined;
    const books = await booksOf(database, 'ranking', row.id);
    return { id: row.id, name, fields: { brand, section, type, type_name: row.type_name, name, books } };
  },
});

export const auditedShelf = ({ brand, section, name }: NewShelf): AuditedRecord => ({
  kind: 'shelf',
  async read(database) {
    const query = sql`SELECT id, style FROM shelves
      WHERE section = ${section} AND brand = ${brand ?? ''} AND name = ${name}`;
    const row = await database.get<IdRow & { style: string }>(query);
    return (
      row && {
        id: row.id,
        name,
        fields: { brand, section, name, style: row.style, books: await booksOf(database, 'shelf', row.id) },
      }
    );
  },
});

const booksOf = async (database: Database, list: 'ranking' | 'shelf', id: number) =>
  (
    await database.all<{ book_id: number }>(
      sql`SELECT book_id FROM ${raw(list)}_books WHERE ${raw(list)}_id = ${id} ORDER BY position`,
    )
  ).map((row) => row.book_id);

export const auditedBanner = ({ brand, section, title }: NewBanner): AuditedRecord => ({
  kind: 'banner',
  async read(database) {
    const query = sql`SELECT id, subtitle, image, book_id FROM banners
      WHERE section = ${section} AND brand = ${brand ?? ''} AND title = ${title}`;
    const row = await database.get<IdRow>(query);
    if (!row) return undefined;
    const { id, ...fields } = row;
    return { id, name: title, fields: { brand, section, title, ...fields } };
  },
});

export const auditedHelpEvent = ({ book, inviter }: NewHelpEvent): AuditedRecord => ({
  kind: 'help event',
  async read(database) {
    const query = sql`SELECT id, section, book_id, needed, helped, expires_at FROM help_events
      WHERE book_id = (SELECT id FROM books WHERE key = ${book}) AND inviter = ${inviter}`;
    const row = await database.get<IdRow>(query);
    if (!row) return undefined;
    const { id, ...fields } = row;
    return { id, name: inviter, fields: { ...fields, inviter } };
  },
});

/** The brands that offer every book, as one record. */
export const auditedWholeBrands: AuditedRecord = {
  kind: 'whole brands',
  async read(database) {
    const rows = await database.all<{ brand: string }>(sql`SELECT brand FROM whole_brands ORDER BY brand`);
    return { id: 0, name: 'brands that offer every book', fields: { brands: rows.map(({ brand }) => brand) } };
  },
};
