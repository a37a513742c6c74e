import type { Book } from '#src/contract/entities/book.ts';
import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { listsOf } from './list-key.ts';
import { createRanks } from './ranks.ts';

type NameKind = 'tag' | 'keyword';

/** Writes one section of the snapshot. All of it happens in the transaction the caller has begun. */
export interface SectionWriter {
  /** Forgets every book and list, before a pull in full. */
  clear(): void;
  /** A book of the upstream's whole list: it will stand in every list its fields name. */
  putBook(book: Book): void;
  removeBook(id: number): void;
  /** Brings the computed lists up to date with the books. */
  rank(): void;
  /** Whether the lists the upstream gave have this mark, and no book has changed since. */
  hasGiven(mark: string): boolean;
  /** Forgets the lists the upstream gave, and the books known from nowhere else; the next ones get this mark. */
  clearGiven(mark: string): void;
  /** A list in the upstream's own order; a book that only such lists name is kept as they name it. */
  putList(key: string, books: readonly Book[], name?: string): void;
  /** Files books met in given lists under a list of their own fields, as `accepts` allows. */
  computeFromSeen(accepts: (key: string) => boolean): void;
  /** Whether keywords came, went or changed, or lists of them. */
  hasNewKeywords(): boolean;
  /** Gives the lists their versions, once all books and lists are written. */
  stamp(): void;
  clearNames(kind: NameKind): void;
  putName(kind: NameKind, id: number, value: object): void;
  removeName(kind: NameKind, id: number): void;
  putMenu(kind: string, items: readonly object[]): void;
}

/** Content, not time: a snapshot made anew has the same versions. As many digits as a number holds exactly. */
const versionOf = (json: string) => Number.parseInt(hash(json, 13), 16);

type BookRow = { json: string; feed: number; hot: number };

export function createSectionWriter(sql: Sql, section: number): SectionWriter {
  const ranks = createRanks(sql, section);
  const markKey = `given:${section}`;
  const stored = (id: number) =>
    sql.get<BookRow>('SELECT json, feed, hot FROM books WHERE section = ? AND id = ?', section, id);
  const leave = (id: number, row: BookRow | undefined) => {
    if (row?.feed === 1) ranks.leave(id, listsOf(JSON.parse(row.json)));
  };
  let isTouched = false;
  const renamed = new Set<NameKind>();
  return {
    clear() {
      isTouched = true;
      ranks.clear();
      sql.run('DELETE FROM books WHERE section = ?', section);
    },
    putBook(book) {
      const row = stored(book.id);
      const json = JSON.stringify(book);
      if (row?.feed === 1 && row.json === json) return;
      isTouched = true;
      sql.run(PUT_FEED, section, book.id, book.hot, book.updated_at, json, versionOf(json));
      const before = row?.feed === 1 ? listsOf(JSON.parse(row.json)) : [];
      const after = listsOf(book);
      // A book that is as hot as it was keeps its place in the lists it stays in.
      const stays = row?.hot === book.hot ? new Set(before).intersection(new Set(after)) : new Set<string>();
      ranks.touch([...stays]);
      ranks.leave(
        book.id,
        before.filter((key) => !stays.has(key)),
      );
      ranks.enter(
        book.id,
        book.hot,
        after.filter((key) => !stays.has(key)),
      );
    },
    removeBook(id) {
      isTouched = true;
      leave(id, stored(id));
      sql.run('DELETE FROM books WHERE section = ? AND id = ?', section, id);
    },
    rank: () => ranks.settle(),
    hasGiven: (mark) =>
      !isTouched && sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', markKey)?.value === mark,
    clearGiven(mark) {
      sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', markKey, mark);
      sql.run('DELETE FROM members WHERE list IN (SELECT id FROM lists WHERE section = ? AND computed = 0)', section);
      sql.run('DELETE FROM lists WHERE section = ? AND computed = 0', section);
      sql.run('DELETE FROM books WHERE section = ? AND feed = 0', section);
    },
    putList(key, books, name) {
      const unique = [...new Map(books.map((book) => [book.id, book])).values()];
      for (const book of unique) {
        const json = JSON.stringify(book);
        sql.run(PUT_SEEN, section, book.id, book.hot, book.updated_at, json, versionOf(json));
      }
      ranks.give(
        key,
        unique.map((book) => book.id),
        name,
      );
    },
    computeFromSeen(accepts) {
      const seen = 'SELECT id, json FROM books WHERE section = ? AND feed = 0';
      for (const { json } of sql.each<{ json: string }>(seen, section)) {
        const book: Book = JSON.parse(json);
        ranks.enter(book.id, book.hot, listsOf(book).filter(accepts));
      }
      ranks.settle();
    },
    hasNewKeywords: () => renamed.has('keyword') || ranks.hasNewKeywords(),
    stamp: ranks.stamp,
    clearNames(kind) {
      renamed.add(kind);
      sql.run('DELETE FROM names WHERE section = ? AND kind = ?', section, kind);
    },
    putName(kind, id, value) {
      renamed.add(kind);
      sql.run(PUT_NAME, section, kind, id, JSON.stringify(value));
    },
    removeName(kind, id) {
      renamed.add(kind);
      sql.run('DELETE FROM names WHERE section = ? AND kind = ? AND id = ?', section, kind, id);
    },
    putMenu: (kind, items) =>
      void sql.run(
        'INSERT OR REPLACE INTO menus (section, kind, json) VALUES (?, ?, ?)',
        section,
        kind,
        JSON.stringify(items),
      ),
  };
}

const PUT_FEED = `INSERT INTO books (section, id, hot, updated_at, feed, json, version) VALUES (?, ?, ?, ?, 1, ?, ?)
  ON CONFLICT DO UPDATE SET hot = excluded.hot, updated_at = excluded.updated_at, feed = 1, json = excluded.json,
    version = excluded.version`;

/** Of two accounts of one book the newer is kept; of equally new ones the first. The whole list's is never replaced. */
const PUT_SEEN = `INSERT INTO books (section, id, hot, updated_at, feed, json, version) VALUES (?, ?, ?, ?, 0, ?, ?)
  ON CONFLICT DO UPDATE SET hot = excluded.hot, updated_at = excluded.updated_at, json = excluded.json,
    version = excluded.version
  WHERE feed = 0 AND excluded.updated_at > books.updated_at`;

const PUT_NAME = `INSERT INTO names (section, kind, id, json) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET json = excluded.json WHERE json <> excluded.json`;
