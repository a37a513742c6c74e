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
  return (book) => {
    const place = placeOf(ids, book);
    return ids[place] === book ? (versions[place] ?? 0) : 0;
  };
}

const VERSIONS = 'SELECT id, version FROM books WHERE section = ? ORDER BY id';

/** The first place with a number that is no less. */
function placeOf(ascending: Float64Array, wanted: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
