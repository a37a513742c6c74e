import type { Keyword } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { keywordSlug } from '#src/paths.ts';
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
  sql.run('DELETE FROM keywords WHERE section = ?', section);
  for (const [position, [slug, keyword]] of onePerSlug(keywords).entries()) {
    sql.run('INSERT INTO keywords VALUES (?, ?, ?, ?)', section, position, slug, JSON.stringify(keyword));
  }
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
