import type { Keyword } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { keywordSlug } from '#src/routes/paths.ts';

/** Tags or keywords of a section, by id. `adopted` are the orphan tags (orphan-tags.ts). */
export function readNames<T>(sql: Sql, section: number, kind: 'tag' | 'adopted' | 'keyword'): T[] {
  const rows = sql.all<{ json: string }>(
    'SELECT json FROM names WHERE section = ? AND kind = ? ORDER BY id',
    section,
    kind,
  );
  return rows.map(({ json }): T => JSON.parse(json));
}

/** Orders by name in code units, which do not depend on the machine's locale; equal names by id. */
export const byName = (one: { name: string; id: number }, other: { name: string; id: number }): number => {
  if (one.name !== other.name) return one.name < other.name ? -1 : 1;
  return one.id - other.id;
};

/** Numbers the keywords that have books, by name. Of several with one slug only the lowest id is listed. */
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

/** @param keywords by id */
function onePerSlug(keywords: readonly Keyword[]): [slug: string, keyword: Keyword][] {
  const bySlug = new Map<string, Keyword>();
  for (const keyword of keywords) {
    const slug = keywordSlug(keyword);
    if (!bySlug.has(slug)) bySlug.set(slug, keyword);
  }
  return [...bySlug].sort(([, one], [, other]) => byName(one, other));
}
