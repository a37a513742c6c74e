import type { Sql } from '#src/lib/sqlite.ts';
import { createMembers, type Ranked } from './members.ts';
import { readVersions, versionOfBooks } from './versions.ts';

/** The members of a section's lists. Computed lists are ordered by hot, highest first, then by id. */
export interface Ranks {
  clear(): void;
  /** Notes that the book no longer stands in these lists. */
  leave(book: number, keys: readonly string[]): void;
  /** Notes that the book stands in these lists. */
  enter(book: number, hot: number, keys: readonly string[]): void;
  /** Notes that a book of these lists is another, and keeps its place in them. */
  touch(keys: readonly string[]): void;
  /** Orders anew every list somebody left or entered, and no other. */
  settle(): void;
  /** Writes a list as given. */
  give(key: string, books: readonly number[], name: string | undefined): void;
  /** Whether some list of a keyword has come or gone. */
  hasNewKeywords(): boolean;
  /** Gives every list its version that is new, was written, or has a book that is another; no book may change after. */
  stamp(): void;
}

/** Books of one list, each followed by its weight, or by `LEFT`; the last word about a book counts. */
type Notes = number[];
const LEFT = -1;

/** Notes held in memory; more of them are settled at once. */
const MOST_NOTES = 2_000_000;

export function createRanks(sql: Sql, section: number): Ranks {
  const lists = createLists(sql, section);
  const members = createMembers(sql);
  const noted = new Map<number, Notes>();
  const touched = new Set<number>();
  let count = 0;
  const note = (book: number, hot: number, keys: readonly string[]) => {
    for (const key of keys) {
      const list = lists.id(key);
      const notes = noted.get(list);
      if (notes) notes.push(book, hot);
      else noted.set(list, [book, hot]);
      touched.add(list);
    }
    count += keys.length;
    if (count >= MOST_NOTES) settleAll();
  };
  const forget = () => {
    noted.clear();
    count = 0;
  };
  const settleAll = () => {
    for (const [list, notes] of noted) {
      const { books, hots } = merged(members.read(list), notes);
      members.write(list, books, hots);
      lists.resize(list, books.length);
    }
    forget();
  };
  return {
    clear() {
      forget();
      touched.clear();
      lists.clear();
    },
    leave: (book, keys) => note(book, LEFT, keys),
    enter: note,
    touch(keys) {
      for (const key of keys) touched.add(lists.id(key));
    },
    settle() {
      settleAll();
      lists.dropEmpty();
    },
    give(key, books, name) {
      const list = lists.given(key, name);
      members.write(list, Float64Array.from(books), undefined);
      lists.resize(list, books.length);
      touched.add(list);
    },
    hasNewKeywords: lists.hasNewKeywords,
    stamp() {
      const versions = touched.size === 0 ? () => 0 : readVersions(sql, section);
      for (const list of touched) lists.stamp(list, versionOfBooks(members.books(list), versions));
      touched.clear();
    },
  };
}

/** The list without the books that notes tell of, and with those that entered at their places. */
function merged(old: Ranked, notes: Notes): Ranked {
  const latest = new Map<number, number>();
  for (let at = 0; at < notes.length; at += 2) latest.set(notes[at] ?? 0, notes[at + 1] ?? LEFT);
  const entered = [...latest].filter(([, hot]) => hot !== LEFT).map(([book, hot]) => ({ book, hot }));
  entered.sort((one, other) => other.hot - one.hot || one.book - other.book);
  const books = new Float64Array(old.books.length + entered.length);
  const hots = new Float64Array(books.length);
  let length = 0;
  const push = (book: number, hot: number) => {
    books[length] = book;
    hots[length] = hot;
    length += 1;
  };
  let next = 0;
  const pushWhile = (isDue: (book: number, hot: number) => boolean) => {
    for (let entry = entered[next]; entry && isDue(entry.book, entry.hot); entry = entered[next]) {
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

function createLists(sql: Sql, section: number) {
  const ids = new Map<string, number>();
  let hasNewKeywords = false;
  const find = (key: string, computed: 0 | 1): number => {
    const known = sql.get<IdRow>('SELECT id FROM lists WHERE section = ? AND key = ?', section, key);
    if (known) return known.id;
    hasNewKeywords ||= key.startsWith('keyword:');
    return sql.get<IdRow>(NEW, section, key, computed)?.id ?? 0;
  };
  return {
    hasNewKeywords: () => hasNewKeywords,
    clear() {
      hasNewKeywords = true;
      ids.clear();
      sql.run('DELETE FROM members WHERE list IN (SELECT id FROM lists WHERE section = ?)', section);
      sql.run('DELETE FROM lists WHERE section = ?', section);
    },
    id(key: string): number {
      const id = ids.get(key) ?? find(key, 1);
      ids.set(key, id);
      return id;
    },
    given(key: string, name: string | undefined): number {
      const list = find(key, 0);
      sql.run('UPDATE lists SET computed = 0, name = ? WHERE id = ?', name ?? null, list);
      return list;
    },
    resize: (list: number, total: number) =>
      sql.run('UPDATE lists SET total = ? WHERE id = ? AND total <> ?', total, list, total),
    stamp: (list: number, version: string) =>
      sql.run('UPDATE lists SET version = ? WHERE id = ? AND version <> ?', version, list, version),
    dropEmpty() {
      ids.clear();
      hasNewKeywords ||= sql.get(EMPTY_KEYWORD, section) !== undefined;
      sql.run('DELETE FROM lists WHERE section = ? AND total = 0', section);
    },
  };
}

const NEW = 'INSERT INTO lists (section, key, computed) VALUES (?, ?, ?) RETURNING id';

const EMPTY_KEYWORD = `SELECT 1 FROM lists WHERE section = ? AND total = 0 AND key LIKE 'keyword:%'`;
