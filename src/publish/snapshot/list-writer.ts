import type { Sql } from '#src/lib/sqlite.ts';
import { readVersions, versionOfBooks } from './book-versions.ts';
import { createListMembers, type WeightedBooks } from './list-members.ts';

/**
 * Writes the lists of a section. Changes are collected in memory and merged into the stored lists by `flush`. Computed
 * lists are ordered by `hot`, highest first, then by id.
 */
export interface ListWriter {
  clear(): void;
  /** Removes the book from the given lists. */
  remove(book: number, keys: readonly string[]): void;
  /** Adds the book to the given lists. */
  add(book: number, hot: number, keys: readonly string[]): void;
  /** Marks the given lists as changed. Used when a book changes but keeps its position in them. */
  markChanged(keys: readonly string[]): void;
  /** Writes every list with pending changes, and deletes lists without books. */
  flush(): void;
  /** Stores a list in the upstream's order. */
  replace(key: string, books: readonly number[], name: string | undefined): void;
  /** Whether a keyword's list was created or deleted. */
  keywordListsChanged(): boolean;
  /** Computes the versions of all changed lists. No book may change afterwards. */
  updateVersions(): void;
}

/** Pairs of a book's id and its weight (or `REMOVED`). The last pair for a book wins. */
type PendingChanges = number[];
const REMOVED = -1;

/** Maximum number of pending changes in memory. When it is reached, they are written to the snapshot. */
const MAX_PENDING = 2_000_000;

export function createListWriter(sql: Sql, section: number): ListWriter {
  const lists = createListTable(sql, section);
  const members = createListMembers(sql);
  const pending = new Map<number, PendingChanges>();
  const changed = new Set<number>();
  let count = 0;
  const record = (book: number, hot: number, keys: readonly string[]) => {
    for (const key of keys) {
      const list = lists.id(key);
      const changes = pending.get(list);
      if (changes) changes.push(book, hot);
      else pending.set(list, [book, hot]);
      changed.add(list);
    }
    count += keys.length;
    if (count >= MAX_PENDING) writePending();
  };
  const discardPending = () => {
    pending.clear();
    count = 0;
  };
  const writePending = () => {
    for (const [list, changes] of pending) {
      const { books, hots } = merged(members.read(list), changes);
      members.write(list, books, hots);
      lists.resize(list, books.length);
    }
    discardPending();
  };
  return {
    clear() {
      discardPending();
      changed.clear();
      lists.clear();
    },
    remove: (book, keys) => record(book, REMOVED, keys),
    add: record,
    markChanged(keys) {
      for (const key of keys) changed.add(lists.id(key));
    },
    flush() {
      writePending();
      lists.dropEmpty();
    },
    replace(key, books, name) {
      const list = lists.upstreamList(key, name);
      members.write(list, Float64Array.from(books), undefined);
      lists.resize(list, books.length);
      changed.add(list);
    },
    keywordListsChanged: lists.keywordListsChanged,
    updateVersions() {
      const versions = changed.size === 0 ? () => 0 : readVersions(sql, section);
      for (const list of changed) lists.setVersion(list, versionOfBooks(members.books(list), versions));
      changed.clear();
    },
  };
}

/** Applies the pending changes to a list: drops removed books and inserts added ones at their positions. */
function merged(old: WeightedBooks, changes: PendingChanges): WeightedBooks {
  const latest = new Map<number, number>();
  for (let at = 0; at < changes.length; at += 2) latest.set(changes[at] ?? 0, changes[at + 1] ?? REMOVED);
  const added = [...latest].filter(([, hot]) => hot !== REMOVED).map(([book, hot]) => ({ book, hot }));
  added.sort((a, b) => b.hot - a.hot || a.book - b.book);
  const books = new Float64Array(old.books.length + added.length);
  const hots = new Float64Array(books.length);
  let length = 0;
  const push = (book: number, hot: number) => {
    books[length] = book;
    hots[length] = hot;
    length += 1;
  };
  let next = 0;
  const pushWhile = (isDue: (book: number, hot: number) => boolean) => {
    for (let entry = added[next]; entry && isDue(entry.book, entry.hot); entry = added[next]) {
      push(entry.book, entry.hot);
      next += 1;
    }
  };
  for (const [at, book] of old.books.entries()) {
    if (latest.has(book)) continue;
    const hot = old.hots[at] ?? 0;
    pushWhile((other, weight) => weight > hot || (weight === hot && other < book));
    push(book, hot);
  }
  pushWhile(() => true);
  return { books: books.subarray(0, length), hots: hots.subarray(0, length) };
}

type IdRow = { id: number };

function createListTable(sql: Sql, section: number) {
  const ids = new Map<string, number>();
  let keywordListsChanged = false;
  const findOrCreate = (key: string, computed: 0 | 1): number => {
    const existing = sql.get<IdRow>('SELECT id FROM lists WHERE section = ? AND key = ?', section, key);
    if (existing) return existing.id;
    keywordListsChanged ||= key.startsWith('keyword:');
    return sql.get<IdRow>(INSERT_LIST, section, key, computed)?.id ?? 0;
  };
  return {
    keywordListsChanged: () => keywordListsChanged,
    clear() {
      keywordListsChanged = true;
      ids.clear();
      sql.run('DELETE FROM members WHERE list IN (SELECT id FROM lists WHERE section = ?)', section);
      sql.run('DELETE FROM lists WHERE section = ?', section);
    },
    id(key: string): number {
      const id = ids.get(key) ?? findOrCreate(key, 1);
      ids.set(key, id);
      return id;
    },
    upstreamList(key: string, name: string | undefined): number {
      const list = findOrCreate(key, 0);
      sql.run('UPDATE lists SET computed = 0, name = ? WHERE id = ?', name ?? null, list);
      return list;
    },
    resize: (list: number, total: number) =>
      sql.run('UPDATE lists SET total = ? WHERE id = ? AND total <> ?', total, list, total),
    setVersion: (list: number, version: string) =>
      sql.run('UPDATE lists SET version = ? WHERE id = ? AND version <> ?', version, list, version),
    dropEmpty() {
      ids.clear();
      keywordListsChanged ||= sql.get(EMPTY_KEYWORD, section) !== undefined;
      sql.run('DELETE FROM lists WHERE section = ? AND total = 0', section);
    },
  };
}

const INSERT_LIST = 'INSERT INTO lists (section, key, computed) VALUES (?, ?, ?) RETURNING id';

const EMPTY_KEYWORD = `SELECT 1 FROM lists WHERE section = ? AND total = 0 AND key LIKE 'keyword:%'`;
