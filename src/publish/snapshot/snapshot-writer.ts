import type { Book } from '#src/contract/entities/book.ts';
import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { listsOf } from './list-key.ts';
import { createListWriter } from './list-writer.ts';

type NameKind = 'tag' | 'keyword';

/** Writes one section of the snapshot, in the caller's transaction. */
export interface SnapshotWriter {
  /** Deletes every book and list, before the complete list of books is pulled. */
  clear(): void;
  /** Stores a book from the upstream's list of all books, and adds it to every list named by its fields. */
  putBook(book: Book): void;
  removeBook(id: number): void;
  /** Whether a book with this id from the list of all books is stored. */
  hasBook(id: number): boolean;
  /** Writes the computed lists. */
  flushLists(): void;
  /** Whether the stored upstream lists have this fingerprint and no book has changed since they were stored. */
  hasUpstreamLists(fingerprint: string): boolean;
  /**
   * Deletes the upstream's lists and the books that occur only in them, and stores the fingerprint of the lists that
   * will replace them.
   */
  clearUpstreamLists(fingerprint: string): void;
  /**
   * Stores a list in the upstream's order. A book that occurs only in such lists is stored as it appears in this list.
   */
  putList(key: string, books: readonly Book[], name?: string): void;
  /**
   * Adds the books of the upstream's lists to the lists that match their fields, except those that `accepts` rejects.
   */
  computeListsFromKnownBooks(accepts: (key: string) => boolean): void;
  /** Whether a keyword, or the list of a keyword, was added, changed or removed. */
  keywordsChanged(): boolean;
  /** Computes the versions of the lists. Call it after all books and lists are written. */
  updateListVersions(): void;
  clearNames(kind: NameKind): void;
  putName(kind: NameKind, id: number, value: object): void;
  removeName(kind: NameKind, id: number): void;
  hasName(kind: NameKind, id: number): boolean;
  putMenu(kind: string, items: readonly object[]): void;
}

/**
 * Version of an entry: a hash of its content, so that a snapshot that is pulled again has the same versions. A number
 * can represent 13 hex digits exactly.
 */
const versionOf = (json: string) => Number.parseInt(hash(json, 13), 16);

type BookRow = { json: string; feed: number; hot: number };

export function createSnapshotWriter(sql: Sql, section: number): SnapshotWriter {
  const lists = createListWriter(sql, section);
  const fingerprintKey = `given:${section}`;
  const stored = (id: number) =>
    sql.get<BookRow>('SELECT json, feed, hot FROM books WHERE section = ? AND id = ?', section, id);
  const removeFromLists = (id: number, row: BookRow | undefined) => {
    if (row?.feed === 1) lists.remove(id, listsOf(JSON.parse(row.json)));
  };
  let booksChanged = false;
  const changedNames = new Set<NameKind>();
  return {
    clear() {
      booksChanged = true;
      lists.clear();
      sql.run('DELETE FROM books WHERE section = ?', section);
    },
    putBook(book) {
      const row = stored(book.id);
      const json = JSON.stringify(book);
      if (row?.feed === 1 && row.json === json) return;
      booksChanged = true;
      sql.run(PUT_BOOK, section, book.id, book.hot, book.updated_at, json, versionOf(json));
      const before = row?.feed === 1 ? listsOf(JSON.parse(row.json)) : [];
      const after = listsOf(book);
      // If `hot` is unchanged, the book's position is unchanged in every list that it stays in.
      const stays = row?.hot === book.hot ? new Set(before).intersection(new Set(after)) : new Set<string>();
      lists.markChanged([...stays]);
      lists.remove(
        book.id,
        before.filter((key) => !stays.has(key)),
      );
      lists.add(
        book.id,
        book.hot,
        after.filter((key) => !stays.has(key)),
      );
    },
    removeBook(id) {
      booksChanged = true;
      removeFromLists(id, stored(id));
      sql.run('DELETE FROM books WHERE section = ? AND id = ?', section, id);
    },
    hasBook: (id) => stored(id)?.feed === 1,
    flushLists: () => lists.flush(),
    hasUpstreamLists: (fingerprint) =>
      !booksChanged &&
      sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', fingerprintKey)?.value === fingerprint,
    clearUpstreamLists(fingerprint) {
      sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', fingerprintKey, fingerprint);
      sql.run('DELETE FROM members WHERE list IN (SELECT id FROM lists WHERE section = ? AND computed = 0)', section);
      sql.run('DELETE FROM lists WHERE section = ? AND computed = 0', section);
      sql.run('DELETE FROM books WHERE section = ? AND feed = 0', section);
    },
    putList(key, books, name) {
      const unique = [...new Map(books.map((book) => [book.id, book])).values()];
      for (const book of unique) {
        const json = JSON.stringify(book);
        sql.run(PUT_UPSTREAM_LIST_BOOK, section, book.id, book.hot, book.updated_at, json, versionOf(json));
      }
      lists.replace(
        key,
        unique.map((book) => book.id),
        name,
      );
    },
    computeListsFromKnownBooks(accepts) {
      const query = 'SELECT id, json FROM books WHERE section = ? AND feed = 0';
      for (const { json } of sql.each<{ json: string }>(query, section)) {
        const book: Book = JSON.parse(json);
        lists.add(book.id, book.hot, listsOf(book).filter(accepts));
      }
      lists.flush();
    },
    keywordsChanged: () => changedNames.has('keyword') || lists.keywordListsChanged(),
    updateListVersions: lists.updateVersions,
    clearNames(kind) {
      changedNames.add(kind);
      sql.run('DELETE FROM names WHERE section = ? AND kind = ?', section, kind);
    },
    putName(kind, id, value) {
      changedNames.add(kind);
      sql.run(PUT_NAME, section, kind, id, JSON.stringify(value));
    },
    removeName(kind, id) {
      changedNames.add(kind);
      sql.run('DELETE FROM names WHERE section = ? AND kind = ? AND id = ?', section, kind, id);
    },
    hasName: (kind, id) =>
      sql.get('SELECT 1 FROM names WHERE section = ? AND kind = ? AND id = ?', section, kind, id) !== undefined,
    putMenu: (kind, items) =>
      void sql.run(
        'INSERT OR REPLACE INTO menus (section, kind, json) VALUES (?, ?, ?)',
        section,
        kind,
        JSON.stringify(items),
      ),
  };
}

const PUT_BOOK = `INSERT INTO books (section, id, hot, updated_at, feed, json, version) VALUES (?, ?, ?, ?, 1, ?, ?)
  ON CONFLICT DO UPDATE SET hot = excluded.hot, updated_at = excluded.updated_at, feed = 1, json = excluded.json,
    version = excluded.version`;

/**
 * Query that stores a book from an upstream list. It replaces only an older version from such a list, never a book from
 * `book.list`.
 */
const PUT_UPSTREAM_LIST_BOOK = `INSERT INTO books (section, id, hot, updated_at, feed, json, version) VALUES (?, ?, ?, ?, 0, ?, ?)
  ON CONFLICT DO UPDATE SET hot = excluded.hot, updated_at = excluded.updated_at, json = excluded.json,
    version = excluded.version
  WHERE feed = 0 AND julianday(excluded.updated_at) > julianday(books.updated_at)`;

const PUT_NAME = `INSERT INTO names (section, kind, id, json) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET json = excluded.json WHERE json <> excluded.json`;
