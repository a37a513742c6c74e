import type { Keyword } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { keywordSlug } from '#src/routes/paths.ts';

/** Reads the tags or keywords of a section, ordered by id. The kind `adopted` means orphan tags (orphan-tags.ts). */
export function readNames<T>(sql: Sql, section: number, kind: 'tag' | 'adopted' | 'keyword'): T[] {
  const rows = sql.all<{ json: string }>(
    'SELECT json FROM names WHERE section = ? AND kind = ? ORDER BY id',
    section,
    kind,
  );
  return rows.map(({ json }): T => JSON.parse(json));
}

/** Sorts by name, comparing code units so that the order does not depend on the machine's locale, then by id. */
export const byName = (a: { name: string; id: number }, b: { name: string; id: number }): number => {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return a.id - b.id;
};

/**
 * Numbers the keywords that have books, in order of their names. If several keywords share a slug, only the one with
 * the lowest id is listed.
 */
export function indexKeywords(sql: Sql, section: number): void {
  const withBooks = new Set(
    sql
      .all<{ id: number }>(
        `SELECT CAST(substr(key, 9) AS INTEGER) AS id FROM lists WHERE section = ? AND key LIKE 'keyword:%' AND total > 0`,
        section,
      )
      .map(({ id }) => id),
  );
  const keywords = readNames<Keyword>(sql, section, 'keyword').filter(({ id }) => withBooks.has(id));
  const rows = onePerSlug(keywords).map(([slug, keyword]) => ({ slug, json: JSON.stringify(keyword) }));
  if (isStored(sql, section, rows)) return;
  sql.run('DELETE FROM keywords WHERE section = ?', section);
  for (const [position, { slug, json }] of rows.entries())
    sql.run('INSERT INTO keywords VALUES (?, ?, ?, ?)', section, position, slug, json);
}

type KeywordRow = { slug: string; json: string };

function isStored(sql: Sql, section: number, rows: readonly KeywordRow[]): boolean {
  const stored = sql.all<KeywordRow>('SELECT slug, json FROM keywords WHERE section = ? ORDER BY position', section);
  const isSame = ({ slug, json }: KeywordRow, at: number) => stored[at]?.slug === slug && stored[at].json === json;
  return stored.length === rows.length && rows.every(isSame);
}

/** @param keywords ordered by id */
function onePerSlug(keywords: readonly Keyword[]): [slug: string, keyword: Keyword][] {
  const bySlug = new Map<string, Keyword>();
  for (const keyword of keywords) {
    const slug = keywordSlug(keyword);
    if (!bySlug.has(slug)) bySlug.set(slug, keyword);
  }
  return [...bySlug].sort(([, a], [, b]) => byName(a, b));
}
