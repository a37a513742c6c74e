import { hash } from '#src/lib/hash.ts';
import type { Sql } from '#src/lib/sqlite.ts';

type VersionRow = { id: number; version: number };

/**
 * Loads the versions of a section's books. The returned function gives 0 for an unknown id. It keeps two numbers per
 * book in memory, so a million books take 16 MB.
 */
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
    // Ids are distinct integers in ascending order, so the distances to the first and the last id limit where the book
    // can be.
    const range = [Math.max(0, count - 1 - (last - book)), Math.min(count - 1, book - first)] as const;
    const index = lowerBound(ids, book, range);
    return ids[index] === book ? (versions[index] ?? 0) : 0;
  };
}

const VERSIONS = 'SELECT id, version FROM books WHERE section = ? ORDER BY id';

/** Index of the first number in [from, to] that is not less than `target`; `to` if there is no such number. */
function lowerBound(ascending: Float64Array, target: number, [from, to]: readonly [number, number]): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < target) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Hashes the given ids in order, with the versions of the books. */
export function versionOfBooks(ids: ArrayLike<number>, versions: (book: number) => number): string {
  const numbers = new Float64Array(2 * ids.length);
  for (let at = 0; at < ids.length; at += 1) {
    const id = ids[at] ?? 0;
    numbers[at] = id;
    numbers[ids.length + at] = versions(id);
  }
  return hash(new Uint8Array(numbers.buffer), 32);
}
