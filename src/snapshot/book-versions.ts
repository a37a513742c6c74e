import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';

type VersionRow = { id: number; version: number };

/** The versions of a section's books by id, 0 for an unknown book. Two numbers a book, so that a million take 16 MB. */
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
    // Ids are distinct integers, so only missing ids move a book from the index it would have without gaps.
    const range = [Math.max(0, count - 1 - (last - book)), Math.min(count - 1, book - first)] as const;
    const index = lowerBound(ids, book, range);
    return ids[index] === book ? (versions[index] ?? 0) : 0;
  };
}

const VERSIONS = 'SELECT id, version FROM books WHERE section = ? ORDER BY id';

/** Lower bound of `wanted` in [from, to]; `to` where every number is smaller. */
function lowerBound(ascending: Float64Array, wanted: number, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A hash of these books' ids, versions and order. */
export function versionOfBooks(ids: ArrayLike<number>, versions: (book: number) => number): string {
  const numbers = new Float64Array(2 * ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    numbers[at] = id;
    numbers[ids.length + at] = versions(id);
  }
  return hash(new Uint8Array(numbers.buffer), 32);
}
