import type { Keyword } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { keywordSlug } from '#src/routes/paths.ts';
import { byName, readNames } from './names.ts';

/** Numbers the keywords that have books, by name; of several with one address the lowest id stays. */
export function indexKeywords(sql: Sql, section: number): void {
  const filled = new Set(
    sql
      .all<{ id: number }>(
        `SELECT CAST(substr(key, 9) AS INTEGER) AS id FROM lists WHERE section = ? AND key LIKE 'keyword:%' AND total > 0`,
        section,
      )
      .map(({ id }) => id),
  );
  const keywords = readNames<Keyword>(sql, section, 'keyword').filter(({ id }) => filled.has(id));
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
export function onePerSlug(keywords: readonly Keyword[]): [slug: string, keyword: Keyword][] {
  const bySlug = new Map<string, Keyword>();
  for (const keyword of keywords) {
    const slug = keywordSlug(keyword);
    if (!bySlug.has(slug)) bySlug.set(slug, keyword);
  }
  return [...bySlug].sort(([, one], [, other]) => byName(one, other));
}
