import type { Database, Row } from '../database.ts';
import type { NewBanner, NewGenre, NewHelpEvent, NewRanking, NewShelf } from '../records.ts';
import type { AuditedRecord } from './audit.ts';

type IdRow = Row & { id: number };

/** Columns that follow from others or are numbers of the store's own. */
const BOOK_INTERNALS = ['id', 'seq', 'title_key', 'brands'];
const BOOK_JSON = ['genres', 'tags', 'keywords', 'cover', 'series', 'offered_by'];

/** Of a chapter's text its date tells that it changed: the log keeps no texts. */
const CHAPTERS = `SELECT id, place, title, part, kind, words, price, free_from, updated_at, state, publish_at FROM chapters
  WHERE book_id = ? ORDER BY place`;

export const auditedBook = (key: string): AuditedRecord => ({
  kind: 'book',
  async read(database) {
    const row = await database.get<IdRow & { title: string }>(
      'SELECT *, abs(section) AS section FROM books WHERE key = ?',
      key,
    );
    if (!row) return undefined;
    const shown = Object.entries(row).filter(([column]) => !BOOK_INTERNALS.includes(column));
    const names = await Array.fromAsync(['genres', 'keywords'] as const, async (list) => [
      list,
      await namesOf(database, list, row.id),
    ]);
    const fields = [
      ...shown.map(([column, value]) => [column, BOOK_JSON.includes(column) ? parsed(value) : value]),
      ...names,
    ];
    const details = { chapter_list: await database.all(CHAPTERS, row.id) };
    return { id: row.id, name: row.title, fields: Object.fromEntries(fields), details };
  },
});

/** With their names: a row that no book has any more goes. */
const namesOf = (database: Database, list: 'genres' | 'keywords', book: number) =>
  database.all(
    `SELECT t.id, t.name FROM books b, json_each(b.${list}) j JOIN ${list} t ON t.id = j.value WHERE b.id = ? ORDER BY j.key`,
    book,
  );

const parsed = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : value);

export const auditedGenre = ({ section, name }: Pick<NewGenre, 'section' | 'name'>): AuditedRecord => ({
  kind: 'genre',
  async read(database) {
    const sql = 'SELECT id, introduction, kept FROM genres WHERE section = ? AND name = ?';
    const row = await database.get<IdRow & { introduction: string; kept: number }>(sql, section, name);
    if (!row) return undefined;
    const tags = `SELECT t.name FROM genre_tags g JOIN tags t ON t.id = g.tag_id WHERE g.genre_id = ? ORDER BY g.position`;
    const names = (await database.all<{ name: string }>(tags, row.id)).map((tag) => tag.name);
    return { id: row.id, name, fields: { section, name, introduction: row.introduction, kept: row.kept, tags: names } };
  },
});

export const auditedKeyword = ({ section, name }: { section: number; name: string }): AuditedRecord => ({
  kind: 'keyword',
  async read(database) {
    const sql = 'SELECT id, kept FROM keywords WHERE section = ? AND name = ?';
    const row = await database.get<IdRow & { kept: number }>(sql, section, name);
    return row && { id: row.id, name, fields: { section, name, kept: row.kept } };
  },
});

export const auditedAuthor = (id: number): AuditedRecord => ({
  kind: 'author',
  async read(database) {
    const sql = 'SELECT abs(section) AS section, name, introduction FROM authors WHERE id = ?';
    const row = await database.get<Row & { name: string }>(sql, id);
    return row && { id, name: row.name, fields: row };
  },
});

export const auditedRanking = ({ brand, section, type, name }: NewRanking): AuditedRecord => ({
  kind: 'ranking',
  async read(database) {
    const sql = 'SELECT id, type_name FROM rankings WHERE section = ? AND brand = ? AND type = ? AND name = ?';
    const row = await database.get<IdRow & { type_name: string }>(sql, section, brand ?? '', type, name);
    if (!row) return undefined;
    const books = await booksOf(database, 'ranking', row.id);
    return { id: row.id, name, fields: { brand, section, type, type_name: row.type_name, name, books } };
  },
});

export const auditedShelf = ({ brand, section, name }: NewShelf): AuditedRecord => ({
  kind: 'shelf',
  async read(database) {
    const sql = 'SELECT id, style FROM shelves WHERE section = ? AND brand = ? AND name = ?';
    const row = await database.get<IdRow & { style: string }>(sql, section, brand ?? '', name);
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
      `SELECT book_id FROM ${list}_books WHERE ${list}_id = ? ORDER BY position`,
      id,
    )
  ).map((row) => row.book_id);

export const auditedBanner = ({ brand, section, title }: NewBanner): AuditedRecord => ({
  kind: 'banner',
  async read(database) {
    const sql = 'SELECT id, subtitle, image, book_id FROM banners WHERE section = ? AND brand = ? AND title = ?';
    const row = await database.get<IdRow>(sql, section, brand ?? '', title);
    if (!row) return undefined;
    const { id, ...fields } = row;
    return { id, name: title, fields: { brand, section, title, ...fields } };
  },
});

export const auditedHelpEvent = ({ book, inviter }: NewHelpEvent): AuditedRecord => ({
  kind: 'help event',
  async read(database) {
    const sql = `SELECT id, section, book_id, needed, helped, expires_at FROM help_events
      WHERE book_id = (SELECT id FROM books WHERE key = ?) AND inviter = ?`;
    const row = await database.get<IdRow>(sql, book, inviter);
    if (!row) return undefined;
    const { id, ...fields } = row;
    return { id, name: inviter, fields: { ...fields, inviter } };
  },
});

/** All of them are one record. */
export const auditedWholeBrands: AuditedRecord = {
  kind: 'whole brands',
  async read(database) {
    const rows = await database.all<{ brand: string }>('SELECT brand FROM whole_brands ORDER BY brand');
    return { id: 0, name: 'brands that offer every book', fields: { brands: rows.map(({ brand }) => brand) } };
  },
};
