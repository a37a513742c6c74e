import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';

type VersionRow = { id: number; version: number };

/** The versions of a section's books by id, 0 for an unknown one: two numbers a book, so that a million fit anywhere. */
export function readVersions(sql: Sql, section: number): (book: number) => number {
  const count =
    sql.get<{ count: number }>('SELECT count(*) AS count FROM books WHERE section = ?', section)?.count ?? 0;
  const ids = new Float64Array(count);
  const versions = new Float64Array(count);
  let at = 0;
  for (const { id, version } of sql.each<VersionRow>(VERSIONS, section)) {
    ids[at] = id;
    versions[at] = version;
    at += 1;
  }
  const first = ids[0] ?? 0;
  const last = ids[count - 1] ?? 0;
  return (book) => {
    if (book < first || book > last) return 0;
    // Ids are whole numbers and differ: only those that are missing move a book from where it would stand else.
    const stretch = [Math.max(0, count - 1 - (last - book)), Math.min(count - 1, book - first)] as const;
    const place = placeOf(ids, book, stretch);
    return ids[place] === book ? (versions[place] ?? 0) : 0;
  };
}

const VERSIONS = 'SELECT id, version FROM books WHERE section = ? ORDER BY id';

/** The first place of a stretch with a number that is no less; its last place where there is none. */
function placeOf(ascending: Float64Array, wanted: number, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A text that changes with these books, and with their order. */
export function versionOfBooks(ids: ArrayLike<number>, versions: (book: number) => number): string {
  const told = new Float64Array(2 * ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    told[at] = id;
    told[ids.length + at] = versions(id);
  }
  return hash(new Uint8Array(told.buffer), 32);
}
